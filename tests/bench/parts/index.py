"""The warm index against bare rg, and its differential trial."""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from pathlib import Path
from statistics import median

import psutil

from ripwire.config import Settings
from ripwire.services.backend import Backend
from tests.bench.corpora import corpus
from tests.bench.driver import Driver, daemon, rg_drained
from tests.bench.options import Options
from tests.bench.rows import Row, paired
from tests.support.index_trial import Trial

PART = "index"
LONGEST_BUILD_S = 180.0


async def run(options: Options) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="rwb-") as cache:
        return await _run(options, corpus(options.corpus), cache)


async def _run(options: Options, root: Path, cache: str) -> list[Row]:
    settings = {"RIPWIRE_INDEX_LEAST_FILES": "1000", "RIPWIRE_CACHE_FOLDER": cache}
    async with daemon(root, **settings) as (driver, process):
        rows = [_built(driver, process)]
    async with daemon(root, **settings) as (driver, process):
        rows.append(_usable_again(driver, process))
        memory = round(_memory(driver) / 1e6)
        rows.append(Row(part=PART, what="memory", figure=memory, unit="MB", reach=120))
        ratios = [
            await _one(driver, root, name, 3) for name in _identifiers(root, 100 if options.long else 20)
        ]
        rows.append(
            Row(
                part=PART,
                what=f"random identifiers ({len(ratios)}), median",
                figure=round(median(ratios), 3),
                unit="×",
                reach=0.1,
                floor=f"best {min(ratios):.3f}, worst {max(ratios):.2f}",
            )
        )
        absent = await _one(driver, root, "zq_no_such_name", options.rounds)
        rows.append(Row(part=PART, what="absent literal", figure=round(absent, 3), unit="×", reach=0.03))
        plain = await _one(driver, root, r"\w{12}\s+\w{12}", 3)
        rows.append(Row(part=PART, what="no literal: walked", figure=round(plain, 3), unit="×", reach=1.05))
        rows.append(_typed(driver, root, 20 if options.long else 6))
        rows.append(_idle(process))
    rows.append(await _trial(5000 if options.long else 100))
    return rows


def _built(driver: Driver, process: psutil.Process) -> Row:
    seconds, worked = _ready_after(driver, process)
    return Row(
        part=PART,
        what="built, processor time",
        figure=round(worked, 1),
        unit="s",
        reach=15,
        floor=f"{seconds:.1f} s by the clock, at nice 19",
    )


def _usable_again(driver: Driver, process: psutil.Process) -> Row:
    seconds, worked = _ready_after(driver, process)
    return Row(
        part=PART,
        what="usable again after a restart",
        figure=round(seconds, 2),
        unit="s",
        reach=1,
        floor=f"{worked:.2f} s of processor time",
    )


def _ready_after(driver: Driver, process: psutil.Process) -> tuple[float, float]:
    """(seconds, processor seconds of daemon, rg and builder) behind the search that asks for an index."""
    driver.request("ripwire/grep", {"pattern": "warm_it_up"})
    began, before = time.perf_counter(), _worked(process)
    until_ready(driver, 0.01)
    return time.perf_counter() - began, _worked(process) - before


def _worked(process: psutil.Process) -> float:
    """Of the process and its children that have ended."""
    times = process.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def until_ready(driver: Driver, every_s: float = 0.2) -> None:
    """Asked of the status: searches would take the builder's processor time, which runs at nice 19."""
    state, until = "new", time.monotonic() + LONGEST_BUILD_S
    while state in ("new", "building") and time.monotonic() < until:
        time.sleep(every_s)
        state = next(iter(driver.request("ripwire/status", {})["work"]["indexes"].values()), "new")
    if state != "ready":
        raise RuntimeError(state)


def _memory(driver: Driver) -> float:
    return float(driver.request("ripwire/status", {})["work"]["indexBytes"])


async def _one(driver: Driver, root: Path, pattern: str, rounds: int) -> float:
    async def ours() -> float:
        return driver.timed("ripwire/grep", {"pattern": pattern, "headLimit": 0})

    async def theirs() -> float:
        return rg_drained(root, "-e", pattern)[1]

    return (await paired(ours, theirs, rounds))[2]


def _typed(driver: Driver, root: Path, count: int) -> Row:
    """Names typed letter by letter, from the third on; taken back letter by letter none is narrowed."""
    names = [name[:10] for name in _identifiers(root, count)]
    backwards = [name[:at] for name in names for at in range(len(name), 2, -1)]
    unaided = {literal: _keystroke(driver, literal) for literal in backwards}
    ratios: list[tuple[float, float]] = []
    for name in names:
        _keystroke(driver, name[:2])
        for at in range(3, len(name) + 1):
            ours, theirs = _keystroke(driver, name[:at]), rg_drained(root, "-F", "-e", name[:at])[1]
            ratios.append((ours / theirs, unaided[name[:at]] / theirs))
    typed, without = zip(*ratios, strict=True)
    return Row(
        part=PART,
        what=f"next keystroke ({len(typed)}), median",
        figure=round(median(typed), 3),
        unit="×",
        reach=0.1,
        floor=f"worst {max(typed):.2f}; the index alone {median(without):.3f}",
    )


def _keystroke(driver: Driver, literal: str) -> float:
    return driver.timed("ripwire/grep", {"pattern": literal, "fixedStrings": True, "headLimit": 0})


def _identifiers(root: Path, count: int) -> list[str]:
    """Words of eight letters or more out of random files of the tree."""
    rnd = random.Random(5)
    files = rnd.sample(sorted(path for path in root.rglob("*.[chpg]*") if path.is_file()), 60)
    words: set[str] = set()
    for path in files:
        words |= set(re.findall(r"\b[A-Za-z_][A-Za-z0-9_]{7,}\b", path.read_text("utf-8", errors="replace")))
    return rnd.sample(sorted(words), min(count, len(words)))


def _idle(process: psutil.Process) -> Row:
    before = process.cpu_times()
    time.sleep(5)
    after = process.cpu_times()
    used = (after.user + after.system - before.user - before.system) / 5
    return Row(part=PART, what="idle, share of a core", figure=round(used, 3), unit="", reach=0.005)


async def _trial(rounds: int) -> Row:
    """Random edits, each followed at once by a random query; wrong answers are counted."""
    wrong = used = narrowed = 0
    rnd = random.Random(int(time.time()))
    for start in range(0, rounds, 100):
        with tempfile.TemporaryDirectory(prefix="rwb-") as folder:
            root = Path(folder) / "tree"
            root.mkdir()
            settings = Settings(cache_folder=folder + "/cache", index_least_files=10)
            backend = Backend.create(settings, long_lived=True)
            await backend.resolver.resolve()
            trial = Trial(root, backend, rnd, number=start)
            trial.plant()
            backend.index.consider(root, 1 << 30)
            while backend.index.states()[str(root)] in ("new", "building"):
                await asyncio.sleep(0.02)
            for _ in range(min(100, rounds)):
                trial.edit()
                try:
                    await trial.check()
                except AssertionError as exc:
                    wrong += 1
                    print(exc)  # noqa: T201 - what was wrong is worth more than the count
            used, narrowed = used + trial.used, narrowed + trial.narrowed
            await backend.close()
    return Row(
        part=PART,
        what=f"wrong answers in {rounds} edit-then-query rounds",
        figure=wrong,
        unit="",
        reach=0,
        floor=f"the index answered {used}, {narrowed} from the keystroke before",
        proof=True,
    )
