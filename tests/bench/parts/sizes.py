"""Cost against size: the same operations on 1 k to 100 k files, and on 1 k to 1 M matches, as a plot."""

from __future__ import annotations

import math
from statistics import median

from tests.bench.corpora import MADE, corpus
from tests.bench.driver import Driver, daemon, rg_drained
from tests.bench.options import Options
from tests.bench.parts.searching import COMMON, RARE
from tests.bench.rows import STORE, Row, ms

PART = "sizes"
MATCHES = (1_000, 10_000, 100_000, 1_000_000)
Points = dict[str, list[tuple[int, float]]]


async def run(options: Options) -> list[Row]:
    by_files = await _by_files(options)
    by_matches = await _by_matches(options)
    STORE.mkdir(parents=True, exist_ok=True)
    plot = STORE / "sizes.svg"
    plot.write_text(_svg([("files", by_files), ("matches", by_matches)]), "utf-8")
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
            costs = {
                "rg, rare literal": lambda root=root: rg_drained(root, "-e", RARE)[1],
                "grep, rare literal": _request(driver, "ripwire/grep", {"pattern": RARE}),
                "grep, first 250": _request(driver, "ripwire/grep", {"pattern": COMMON}),
                "glob, newest 100": _request(driver, "ripwire/glob", {"pattern": "**/*"}),
                "quick open, keystroke": _request(driver, "ripwire/quickOpen", {"query": "file"}),
            }
            for what, cost in costs.items():
                points.setdefault(what, []).append((count, ms(median(cost() for _ in range(5)))))
    return points


async def _by_matches(options: Options) -> Points:
    root = corpus("large" if options.long else "default")
    points: Points = {}
    async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, _):
        for count in MATCHES:
            params = {"pattern": ".", "headLimit": count}
            cost = median(driver.streamed("ripwire/grep", params)[1] for _ in range(3))
            points.setdefault("grep, so many matches streamed", []).append((count, ms(cost)))
    return points


def _request(driver: Driver, method: str, params: dict[str, object]):
    return lambda: driver.timed(method, params)


def _svg(panels: list[tuple[str, Points]]) -> str:
    """Two small panels with logarithmic axes, written by hand: no plotting library for ten lines."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="860" height="360" font-family="sans-serif"'
    parts = [head + ' font-size="12"><rect width="100%" height="100%" fill="white"/>']
    colours = ["#888", "#1f77b4", "#2ca02c", "#d62728", "#9467bd", "#ff7f0e"]
    for at, (axis, points) in enumerate(panels):
        left = 60 + at * 430
        parts.append(f'<text x="{left + 120}" y="345">{axis}</text><text x="{left - 45}" y="30">ms</text>')
        for power in range(-1, 5):
            y = _y(10.0**power)
            parts.append(
                f'<line x1="{left}" x2="{left + 300}" y1="{y}" y2="{y}" stroke="#ddd"/>'
                f'<text x="{left - 40}" y="{y + 4}">{10.0**power:g}</text>'
            )
        for number, (name, line) in enumerate(points.items()):
            colour = colours[number % len(colours)]
            path = " ".join(f"{_x(left, size)},{_y(cost)}" for size, cost in line)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts += [
                f'<circle cx="{_x(left, size)}" cy="{_y(cost)}" r="3" fill="{colour}"><title>{name}: '
                f"{size:,} in {cost} ms</title></circle>"
                for size, cost in line
            ]
            parts.append(f'<text x="{left + 8}" y="{24 + number * 15}" fill="{colour}">{name}</text>')
        for power in range(3, 7):
            parts.append(f'<text x="{_x(left, 10**power) - 10}" y="325">{10**power:,}</text>')
    return "".join(parts) + "</svg>\n"


def _x(left: int, size: int) -> float:
    return round(left + (math.log10(size) - 3) * 100, 1)


def _y(cost: float) -> float:
    return round(310 - (math.log10(max(cost, 0.05)) + 1.3) * 42, 1)
