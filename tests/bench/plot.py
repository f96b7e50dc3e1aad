"""Cost against size as SVG: small panels side by side, both axes logarithmic.

Written by hand: a plotting library would be the largest dependency of the project, for two panels.
"""

from __future__ import annotations

import math

Points = dict[str, list[tuple[int, float]]]
"""Name of a line → (size, milliseconds)."""

COLOURS = ("#8c8c8c", "#1f77b4", "#2ca02c", "#d62728", "#9467bd", "#ff7f0e")
LEAST_SIZE, LEAST_MS = 3, -1
"""Powers of ten where the axes begin."""
SIZE_STEP, MS_STEP = 110, 44
"""Pixels for each power of ten."""
TOP, PANEL = 130, 440


def svg(panels: list[tuple[str, Points]]) -> str:
    """`panels` are (what the horizontal axis counts, lines)."""
    highest = max(cost for _, lines in panels for line in lines.values() for _, cost in line)
    powers = range(LEAST_MS, math.ceil(math.log10(highest)) + 1)
    height = TOP + MS_STEP * (len(powers) - 1) + 60
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PANEL * len(panels)}" height="{height}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
    )
    parts = [head]
    for at, (axis, lines) in enumerate(panels):
        parts.append(f'<g transform="translate({60 + at * PANEL},0)">')
        parts += _grid(axis, lines, powers)
        for number, (name, line) in enumerate(lines.items()):
            parts += _line(name, line, number, powers)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _grid(axis: str, lines: Points, powers: range) -> list[str]:
    sizes = range(LEAST_SIZE, math.ceil(math.log10(max(line[-1][0] for line in lines.values()))) + 1)
    right, bottom = _x(10 ** sizes[-1]), _y(10.0 ** powers[0], powers)
    parts = [f'<text x="{right / 2}" y="{bottom + 42}" text-anchor="middle" fill="#444">{axis}</text>']
    for power in powers:
        y = _y(10.0**power, powers)
        parts.append(f'<line x1="0" x2="{right}" y1="{y}" y2="{y}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="-8" y="{y + 4}" text-anchor="end" fill="#444">{_spoken(power)}</text>')
    for power in sizes:
        x = _x(10**power)
        parts.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle" fill="#444">{10**power:,}</text>')
    return parts


def _line(name: str, line: list[tuple[int, float]], number: int, powers: range) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    path = " ".join(f"{_x(size)},{_y(cost, powers)}" for size, cost in line)
    dots = [
        f'<circle cx="{_x(size)}" cy="{_y(cost, powers)}" r="3" fill="{colour}">'
        f"<title>{name}: {size:,} in {cost:g} ms</title></circle>"
        for size, cost in line
    ]
    legend = 20 + number * 17
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *dots,
        f'<line x1="0" x2="22" y1="{legend - 4}" y2="{legend - 4}" stroke="{colour}" stroke-width="3"/>',
        f'<text x="28" y="{legend}" fill="#222">{name}</text>',
    ]


def _spoken(power: int) -> str:
    return f"{10**power // 1000} s" if power >= 3 else f"{10.0**power:g} ms"


def _x(size: int) -> float:
    return round((math.log10(size) - LEAST_SIZE) * SIZE_STEP, 1)


def _y(cost: float, powers: range) -> float:
    above = math.log10(max(cost, 10.0 ** powers[0])) - powers[0]
    return round(TOP + (len(powers) - 1 - above) * MS_STEP, 1)
