"""A figure with its bar, the table of them, and the comparison with the last stored run."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import attrs

STORE = Path(os.environ.get("RIPWIRE_BENCH_FOLDER", ".bench")).resolve()


@attrs.frozen(kw_only=True)
class Row:
    """`figure` in `unit` (`×` is a ratio against `floor`); `reach` is the bar, None where there is none."""

    part: str
    what: str
    figure: float
    unit: str
    reach: float | None = None
    floor: str = ""
    note: str = ""
    proof: bool = False
    """Whether answers were right, not how quickly they came: must be met on any machine."""

    @property
    def met(self) -> bool | None:
        return None if self.reach is None else self.figure <= self.reach


def packaged(name: str) -> Path:
    """A program that was installed beside this interpreter: the rg that ripwire itself uses."""
    return Path(sys.executable).with_name(name)


def ms(seconds: float) -> float:
    return round(seconds * 1000, 2)


async def paired(
    ours: Callable[[], Awaitable[float]], theirs: Callable[[], Awaitable[float]], rounds: int
) -> tuple[float, float, float]:
    """(our median, their median, median of the ratios) in seconds; the two alternate, after one warm-up.

    Each callable measures itself, so that what it prepares is not counted.
    """
    await ours()
    await theirs()
    pairs = [(await ours(), await theirs()) for _ in range(rounds)]
    mine, other = zip(*pairs, strict=True)
    ratio = statistics.median(one / two for one, two in pairs)
    return statistics.median(mine), statistics.median(other), ratio


def table(rows: list[Row], last: dict[str, float]) -> str:
    lines = ["| part | operation | measured | to reach | met | floor | last run |", "| --- " * 7 + "|"]
    for row in rows:
        before = last.get(f"{row.part}: {row.what}")
        met = {True: "yes", False: "**no**", None: ""}[row.met]
        bar = "" if row.reach is None else f"≤ {row.reach:g} {row.unit}"
        note = f" ({row.note})" if row.note else ""
        lines.append(
            f"| {row.part} | {row.what}{note} | {row.figure:g} {row.unit} | {bar} | {met} | {row.floor} | "
            f"{'' if before is None else f'{before:g}'} |"
        )
    return "\n".join(lines)


def machine() -> str:
    return f"{platform.platform(terse=True)}, {os.cpu_count()} cores, Python {platform.python_version()}"


def stored() -> dict[str, float]:
    """Figures of the newest stored run, by part and operation."""
    runs = sorted(STORE.glob("runs/*.json"))
    if not runs:
        return {}
    rows = json.loads(runs[-1].read_text("utf-8"))["rows"]
    return {f"{row['part']}: {row['what']}": row["figure"] for row in rows}


def store(rows: list[Row]) -> Path:
    folder = STORE / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / time.strftime("%Y%m%d-%H%M%S.json")
    told = {
        "machine": machine(),
        "date": time.strftime("%Y-%m-%d"),
        "rows": [attrs.asdict(row) for row in rows],
    }
    file.write_text(json.dumps(told, indent=1), "utf-8")
    return file
