"""Files by time and quick open, against rg's own listing."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import time
from pathlib import Path
from statistics import median

from ripwire.services.fuzzy import Names
from tests.bench.corpora import corpus
from tests.bench.driver import RG, daemon
from tests.bench.options import Options
from tests.bench.rows import Row, ms, paired

PART = "files"
SETTLING_S = 10.0
"""Behind the first answer the times of the whole tree are read, once."""
QUERIES = ("main", "x", "test", "usbhid", "drvgpu")


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    rows: list[Row] = []
    # A folder that is not a root of its own has no times kept, so each of these is a first one.
    async with daemon(root.parent) as (driver, _):
        newest = {"pattern": "**/*", "headLimit": 250, "path": str(root)}

        async def ours() -> float:
            return driver.timed("ripwire/glob", newest)

        async def theirs() -> float:
            return _listed(root, "--sortr=modified")

        mine, other, ratio = await paired(ours, theirs, options.rounds)
        floor = f"{ms(mine)} against --sortr's {ms(other)} ms"
        rows.append(
            Row(part=PART, what="newest 250", figure=round(ratio, 2), unit="×", reach=0.8, floor=floor)
        )
    async with daemon(root) as (driver, _):
        driver.timed("ripwire/glob", newest)
        time.sleep(SETTLING_S)
        again = [driver.timed("ripwire/glob", newest) for _ in range(options.rounds)]
        rows.append(
            Row(part=PART, what="newest 250, asked again", figure=ms(median(again)), unit="ms", reach=10)
        )
        driver.timed("ripwire/quickOpen", {"query": "main"})
        keys = [driver.timed("ripwire/quickOpen", {"query": query}) for query in QUERIES * 3]
        rows.append(
            Row(
                part=PART,
                what="quick open keystroke, end to end",
                figure=ms(median(keys)),
                unit="ms",
                reach=6,
            )
        )
    rows.append(_keystroke(100_000, 6))
    if options.long:
        rows.append(_keystroke(1_000_000, 40))
    return rows


def _listed(root: Path, *arguments: str) -> float:
    began = time.perf_counter()
    argv = [RG, "--no-config", "--files", *arguments, "--", "."]
    subprocess.run(argv, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def _keystroke(count: int, reach: float) -> Row:
    """Matching and ranking alone, over names made of the standard library's words."""
    words = sorted({path.stem for path in Path(os.__file__).parent.rglob("*.py")})
    rnd = random.Random(3)
    names = Names(
        [f"{rnd.choice(words)}/{rnd.choice(words)}/{rnd.choice(words)}_{at}.py" for at in range(count)]
    )
    times = []
    for query in itertools.chain.from_iterable([QUERIES] * 3):
        began = time.perf_counter()
        names.best(query, 100)
        times.append(time.perf_counter() - began)
    return Row(
        part=PART, what=f"quick open over {count:,} paths", figure=ms(median(times)), unit="ms", reach=reach
    )
