"""What the MCP door costs beside rg: `python -m tests.bench.mcp`, a 10,000-file tree, medians.

Bare rg and the door's `grep` take turns, so that whatever else the machine does meets both.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ripwire.config import Settings
from ripwire.services.backend import Backend
from tests.support.agent import agent
from tests.support.daemon import home

FILES, ROUNDS = 10_000, 30
WORDS = ("harbour", "lamp", "anchor", "sail", "tide", "chart", "rope", "mast", "keel", "buoy", "crew", "reef")
QUESTIONS = (
    ("20 matches", "needle", {"output_mode": "content"}),
    ("20 files", "needle", {}),
    ("none", "zzqqxx", {"output_mode": "content"}),
    ("250 of very many lines", "harbour lamp", {"output_mode": "content"}),
)


def plant(folder: Path) -> None:
    chance = random.Random(7)
    for number in range(FILES):
        place = folder / f"d{number % 100}"
        place.mkdir(exist_ok=True)
        lines = (" ".join(chance.choices(WORDS, k=8)) for _ in range(30))
        more = "needle here\n" if number % 500 == 0 else ""
        (place / f"f{number}.txt").write_text("\n".join(lines) + "\n" + more)


async def rg_path() -> str:
    backend = Backend.create(Settings())
    try:
        return str((await backend.resolver.resolve()).path)
    finally:
        await backend.close()


async def main() -> None:
    rg = await rg_path()
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        tree.mkdir()
        plant(tree)
        async with home(RIPWIRE_CACHE_FOLDER=f"{name}/cache") as place, place.daemon():
            await _measure(place, tree, rg)


async def _measure(place, tree: Path, rg: str) -> None:
    sys.stdout.write("| question | bare rg ms | door ms | overhead ms |\n| --- | --- | --- | --- |\n")
    async with agent(place, tree) as client:
        for title, pattern, arguments in QUESTIONS:
            bare, door = [], []
            for _ in range(ROUNDS):
                bare.append(_timed_rg(rg, pattern, tree))
                began = time.perf_counter()
                await client.call_tool("grep", {"pattern": pattern, **arguments})
                door.append((time.perf_counter() - began) * 1000)
            row = statistics.median(bare), statistics.median(door)
            sys.stdout.write(f"| {title} | {row[0]:.1f} | {row[1]:.1f} | {row[1] - row[0]:.1f} |\n")
            sys.stdout.flush()


def _timed_rg(rg: str, pattern: str, tree: Path) -> float:
    began = time.perf_counter()
    subprocess.run(
        [rg, "--no-config", "--json", "-j4", "--", pattern, "."],
        cwd=tree,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    asyncio.run(main())
