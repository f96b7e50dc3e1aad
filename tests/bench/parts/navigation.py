"""Definition and references against tools that know types: Jedi for Python, TypeScript's own compiler.

Jedi comes with `pip install jedi`, the compiler and its corpus with `npm install typescript@5 rxjs` in
the bench's folder; without one of them its rows are left out and a line says so.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.references import ReferencesQuery, Scope, references
from tests.bench.options import Options
from tests.bench.rows import STORE, Row

PART = "navigation"
USES, NAMES = 300, 30
SCRIPT = Path(__file__).with_name("typescript.js")
Place = tuple[Path, int]
"""A file and a line from 1."""


@attrs.frozen
class Sample:
    """A use, and where an oracle says that it is defined."""

    file: Path
    line: int
    column: int
    truth: frozenset[Place]


async def run(options: Options) -> list[Row]:
    del options
    found: list[Row] = []
    root = Path(os.environ.get("RIPWIRE_BENCH_PYTHON", "") or _rich())
    if (samples := await asyncio.to_thread(_by_jedi, root)) is not None:
        found.append(await _defined("Python", root, samples))
        found += await _used(root, await asyncio.to_thread(_uses_by_jedi, root))
    root = STORE / "rxjs"
    if (samples := await asyncio.to_thread(_by_typescript, root)) is not None:
        found.append(await _defined("TypeScript", root, samples))
    return found


def _rich() -> Path:
    import rich

    return Path(rich.__file__).parent


async def _defined(what: str, root: Path, samples: Sequence[Sample]) -> Row:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False), long_lived=True)
    caller = Caller(client="bench", roots=(root,))
    first = among = 0
    try:
        while not (await backend.symbols.upkeep.tree(root, within_s=5)).ready:
            await asyncio.sleep(0.02)
        for one in samples:
            query = PlaceQuery(path=one.file, line=one.line, column=one.column)
            hits = (await definition(backend, caller, query)).hits
            places = [(hit.root / os.fsdecode(hit.path), hit.line) for hit in hits]
            first += bool(places) and places[0] in one.truth
            among += any(place in one.truth for place in places[:3])
    finally:
        await backend.close()
    wrong = round(100 * (1 - first / len(samples)), 1)
    three = 100 * among / len(samples)
    note = f"{len(samples)} uses; right first {100 - wrong:.1f} %, among three {three:.1f} %"
    return Row(part=PART, what=f"definition, {what}", figure=wrong, unit="% wrong", reach=20, note=note)


async def _used(root: Path, samples: Sequence[Sample]) -> list[Row]:
    """F1 over all names of a scope, as the share that is missing to 100."""
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False))
    caller = Caller(client="bench", roots=(root,))
    counts: dict[Scope, list[int]] = {}
    try:
        for one in samples:
            place = PlaceQuery(path=one.file, line=one.line, column=one.column)
            answer = await references(backend, caller, ReferencesQuery(place=place))
            if answer.scope is None:
                continue
            given = {(match.root / os.fsdecode(match.path), match.line) for match in answer.entries}
            hit = len(given & one.truth)
            sums = counts.setdefault(answer.scope, [0, 0, 0, 0])
            for index, value in enumerate((hit, len(given), len(one.truth), 1)):
                sums[index] += value
    finally:
        await backend.close()
    return [_f1(scope, *counts[scope]) for scope in Scope if scope in counts]


def _f1(scope: Scope, hit: int, given: int, true: int, names: int) -> Row:
    precision, recall = hit / max(given, 1), hit / max(true, 1)
    f1 = 200 * precision * recall / max(precision + recall, 1e-9)
    note = f"{names} names; precision {100 * precision:.0f} %, recall {100 * recall:.0f} %"
    reach = None if scope is Scope.MEMBER else 15
    what = f"references of {scope}s, Python"
    return Row(part=PART, what=what, figure=round(100 - f1, 1), unit="% short of F1", reach=reach, note=note)


def _by_jedi(root: Path) -> list[Sample] | None:
    """Random names of code that Jedi leads to a place under the root, other than the name itself."""
    return _jedi(
        root, USES, lambda script, line, column: script.goto(line, column, follow_imports=True), own=False
    )


def _uses_by_jedi(root: Path) -> list[Sample]:
    """Random definitions, with every use that Jedi knows of."""
    return (
        _jedi(root, NAMES, lambda script, line, column: script.get_references(line, column), own=True) or []
    )


def _jedi(root: Path, count: int, ask: Any, *, own: bool) -> list[Sample] | None:
    try:
        import jedi
    except ImportError:
        sys.stderr.write("without Jedi: `pip install jedi`\n")
        return None
    project, rnd, found = jedi.Project(str(root.parent)), random.Random(1), list[Sample]()
    files = sorted(root.rglob("*.py"))
    while len(found) < count:
        file = rnd.choice(files)
        text = file.read_text("utf-8")
        words = list(
            re.finditer(
                r"(?<=def )\w+|(?<=class )\w+|^\s+(\w+)(?= = )" if own else r"[A-Za-z_]\w*",
                text,
                re.MULTILINE,
            )
        )
        if not words:
            continue
        at = rnd.choice(words)
        start = at.start(1) if own and at[1] else at.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
        try:
            places = ask(jedi.Script(text, path=str(file), project=project), line, column)
        except Exception:  # the oracle itself fails now and then; such a name is no sample
            continue
        truth = frozenset(
            (Path(one.module_path), one.line)
            for one in places
            if one.module_path and one.line and Path(one.module_path).is_relative_to(root)
        )
        if truth and (own or (file, line) not in truth):
            found.append(Sample(file, line, column, truth))
    return found


def _by_typescript(root: Path) -> list[Sample] | None:
    """Random identifiers of RxJS's own sources, with the compiler's answers."""
    package = STORE / "node_modules" / "rxjs" / "src"
    if (
        shutil.which("node") is None
        or not package.is_dir()
        or not (STORE / "node_modules/typescript").is_dir()
    ):
        sys.stderr.write(f"without TypeScript: `npm install typescript@5 rxjs` in {STORE}\n")
        return None
    if not root.is_dir():
        shutil.copytree(package, root)
    argv = ["node", str(SCRIPT), str(root), str(USES)]
    environment = os.environ | {"NODE_PATH": str(STORE / "node_modules")}
    done = subprocess.run(argv, env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    return [
        Sample(
            Path(one["file"]),
            one["line"],
            one["column"],
            frozenset((Path(f), line) for f, line in one["truth"]),
        )
        for one in json.loads(done.stdout)
    ]
