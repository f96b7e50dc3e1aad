"""Workspace symbols: a query without a table against bare rg, first batch, keystroke, bytes a symbol."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.following import Follower
from ripwire.services.symbols import query
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.present import Present
from ripwire.services.symbols.search import Layer, search
from ripwire.services.symbols.store import FileKey, Row, Store
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols
from tests.bench import rows
from tests.bench.corpora import corpus
from tests.bench.driver import RG
from tests.bench.options import Options
from tests.bench.parts import opened
from tests.bench.rows import ms, paired

PART = "symbols"
TYPED = ("urlopen", "HTTPConnection", "prsargs", "get", "error", "g")
"""Exact, exact with capitals, letters that are scattered; two words that are everywhere, and one letter."""
KEYS = ("g", "ge", "get", "getp", "gpn", "gepana", "parse_args", "zzqx", "handler", "tstcase", "init", "Path")


async def run(options: Options) -> list[rows.Row]:
    found = [await _without_table(corpus(options.corpus), typed, options.rounds) for typed in TYPED]
    found.append(await _first_batch(corpus(options.corpus), options.rounds))
    found += await _built(corpus(options.corpus))
    found += await asyncio.to_thread(opened.rows_of_python)
    for count, reach in ((100_000, 15), (1_000_000, 60)) if options.long else ((100_000, 15),):
        store = await asyncio.to_thread(_store, count)
        found += [await _keystroke(store, count, reach), _memory(store, count)]
    return found


async def _without_table(root: Path, typed: str, rounds: int) -> rows.Row:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False))
    caller = Caller(client="bench", roots=(root,))

    async def ours() -> float:
        backend.symbols.clear()
        began = time.perf_counter()
        await workspace_symbols(backend, caller, WorkspaceQuery(text=typed))
        return time.perf_counter() - began

    async def theirs() -> float:
        return await asyncio.to_thread(_bare, root, typed)

    try:
        mine, other, ratio = await paired(ours, theirs, rounds)
    finally:
        await backend.close()
    floor = f"{ms(mine)} against bare rg -i's {ms(other)} ms"
    return rows.Row(
        part=PART,
        what=f"query without a table, {typed}",
        figure=round(ratio, 2),
        unit="×",
        reach=2,
        floor=floor,
    )


def _bare(root: Path, typed: str) -> float:
    argv = [RG, "--no-config", "-i", "-e", re.escape(typed), "--", "."]
    began = time.perf_counter()
    subprocess.run(argv, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


async def _first_batch(root: Path, rounds: int) -> rows.Row:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False))
    caller = Caller(client="bench", roots=(root,))
    times: list[float] = []
    for _ in range(rounds):
        backend.symbols.clear()
        began, first = time.perf_counter(), list[float]()

        async def sink(_: object, began: float = began, first: list[float] = first) -> None:
            first.append(time.perf_counter() - began)

        await workspace_symbols(backend, caller, WorkspaceQuery(text="parser"), sink)
        times.append(first[0])
    await backend.close()
    return rows.Row(
        part=PART, what="first batch without a table", figure=ms(median(times)), unit="ms", reach=500
    )


async def _built(root: Path) -> list[rows.Row]:
    """A whole table, once, the worker's start and the writing included; ctags writes its own to nowhere."""
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False), long_lived=True)
    try:
        present = Present(Follower(backend.file_lists, root), frozenset())
        await present.news()
        began = time.perf_counter()
        store = await backend.symbols.upkeep.workshop.built(root, sorted(present.paths))
        mine = time.perf_counter() - began
    finally:
        await backend.close()
    note = f"{store.rows:,} rows of {store.files:,} files in {mine:.1f} s"
    what = "building the table"
    if shutil.which("ctags") is None:
        return [rows.Row(part=PART, what=what, figure=round(mine, 1), unit="s", note=note)]
    began = time.perf_counter()
    argv = ["ctags", "--options=NONE", "-R", "-f", os.devnull, "."]
    subprocess.run(argv, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    other = time.perf_counter() - began
    floor = f"{mine:.1f} s against ctags -R's {other:.1f} s"
    return [rows.Row(part=PART, what=what, figure=round(mine / other, 2), unit="×", floor=floor, note=note)]


def _store(count: int) -> Store:
    """Names made of the words of the standard library's own names, in the usual styles."""
    text = "\n".join(
        path.read_text("utf-8", "replace") for path in sorted(Path(os.__file__).parent.glob("*.py"))
    )
    words = sorted({word.lower() for word in re.findall(r"[A-Za-z]{2,}", text)})
    rnd, builder, each = random.Random(5), Builder(), 50
    for file in range(count // each):
        made = [Row(_name(rnd, words), "function", line, 4, "Outer") for line in range(1, each + 1)]
        builder.add(b"pkg%03d/mod%06d.py" % (file % 300, file), FileKey(file, 1, 1, 1), made)
    return builder.finish()


def _name(rnd: random.Random, words: list[str]) -> str:
    parts = rnd.choices(words, k=rnd.randint(1, 4))
    styles = ("_".join(parts), parts[0] + "".join(map(str.title, parts[1:])), "".join(map(str.title, parts)))
    return rnd.choice(styles)


async def _keystroke(store: Store, count: int, reach: float) -> rows.Row:
    layer, times = Layer(Path("/"), store), list[float]()
    for _ in range(5):
        for typed in KEYS:
            began = time.perf_counter()
            await search([layer], query.parse(typed), shown=lambda *_: True, limit=256)
            times.append(time.perf_counter() - began)
    note = f"worst of {len(KEYS)} queries {ms(max(times)):g} ms"
    return rows.Row(
        part=PART,
        what=f"keystroke, {count:,} symbols",
        figure=ms(median(times)),
        unit="ms",
        reach=reach,
        note=note,
    )


def _memory(store: Store, count: int) -> rows.Row:
    figure = round(store.nbytes / store.rows, 1)
    return rows.Row(part=PART, what=f"bytes a symbol, {count:,} symbols", figure=figure, unit="B", reach=150)
