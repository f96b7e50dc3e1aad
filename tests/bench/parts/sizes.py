"""Cost against size: the same operations on 1 k to 100 k files, and on 1 k to 1 M matches, as a plot.

`server/docs/sizes.svg` is the plot of a long run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.bench.corpora import MADE, corpus
from tests.bench.driver import Driver, daemon, rg_drained
from tests.bench.options import Options
from tests.bench.parts.index import until_ready
from tests.bench.parts.searching import COMMON, RARE
from tests.bench.plot import Points, svg
from tests.bench.rows import STORE, Row, ms

PART = "sizes"
MATCHES = (1_000, 10_000, 100_000, 1_000_000)


async def run(options: Options) -> list[Row]:
    by_files = await _by_files(options)
    by_matches = await _by_matches(options)
    STORE.mkdir(parents=True, exist_ok=True)
    plot = STORE / "sizes.svg"
    plot.write_text(svg([("files", by_files), ("matches", by_matches)]), "utf-8")
    return [
        Row(part=PART, what=f"{name}, {size:,}", figure=figure, unit="ms", note=str(plot) if at == 0 else "")
        for at, (name, points) in enumerate((by_files | by_matches).items())
        for size, figure in points
    ]


async def _by_files(options: Options) -> Points:
    points: Points = {}
    for name, count in MADE.items():
        if count > MADE["default"] and not options.long:
            continue
        root = corpus(name)
        async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, _):
            driver.timed("ripwire/quickOpen", {"query": "x"})
            costs = _costs(driver, root)
            for what, cost in costs.items():
                points.setdefault(what, []).append((count, ms(median(cost() for _ in range(5)))))
        async with daemon(root, RIPWIRE_INDEX_LEAST_FILES="1000") as (driver, _):
            driver.request("ripwire/grep", {"pattern": RARE})
            until_ready(driver)
            indexed = median(driver.timed("ripwire/grep", {"pattern": RARE}) for _ in range(5))
            points.setdefault("grep, rare literal, warm index", []).append((count, ms(indexed)))
    return points


def _costs(driver: Driver, root: Path) -> dict[str, Callable[[], float]]:
    def request(method: str, params: dict[str, object]) -> Callable[[], float]:
        return lambda: driver.timed(method, params)

    return {
        "rg itself, rare literal": lambda: rg_drained(root, "-e", RARE)[1],
        "grep, rare literal": request("ripwire/grep", {"pattern": RARE}),
        "grep, first 250 of a common word": request("ripwire/grep", {"pattern": COMMON}),
        "glob, newest 100": request("ripwire/glob", {"pattern": "**/*"}),
        "quick open, keystroke": request("ripwire/quickOpen", {"query": "file"}),
    }


async def _by_matches(options: Options) -> Points:
    root = corpus("large" if options.long else "default")
    points: Points = {}
    async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, _):
        for count in MATCHES:
            params = {"pattern": "^.", "headLimit": count}
            cost = median(driver.streamed("ripwire/grep", params)[1] for _ in range(3))
            points.setdefault("grep, so many matches streamed", []).append((count, ms(cost)))
    return points
