"""Definition and references in projects that nobody tuned on: `python -m tests.bench.symbols.navigation FOLDER …`.

A folder with Python in it is judged by Jedi, one with TypeScript by its compiler (`npm install typescript@5`
in the bench's folder).  `--show N` prints the first wrong answers of each kind.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
from collections import defaultdict
from pathlib import Path

import attrs
import jedi

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.references import ReferencesQuery, Scope, references
from tests.bench.parts.navigation import SCRIPT, Place, Sample, _jedi
from tests.bench.rows import STORE

BARS = {"definition": 80.0, "local": 85.0, "global": 85.0}


@attrs.define
class Counts:
    """Over the answers of one kind."""

    hit: int = 0
    given: int = 0
    true: int = 0
    names: int = 0

    def add(self, given: set[Place], true: frozenset[Place]) -> None:
        self.hit += len(given & true)
        self.given += len(given)
        self.true += len(true)
        self.names += 1

    @property
    def f1(self) -> float:
        return 200 * self.hit / max(self.given + self.true, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--uses", type=int, default=300)
    parser.add_argument("--names", type=int, default=60)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    first: dict[str, list[bool]] = defaultdict(list)
    counts: dict[tuple[str, Scope], Counts] = defaultdict(Counts)
    for folder in options.folders:
        root = Path(folder).resolve()
        what = "Python" if any(root.rglob("*.py")) else "TypeScript"
        uses, names = (_python if what == "Python" else _typescript)(root, options.uses, options.names)
        first[what] += asyncio.run(_definitions(root, what, uses, options.show))
        asyncio.run(_references(root, what, names, counts, options.show))
    for what, right in first.items():
        _bar(f"definition, {what}, right first of {len(right)}", 100 * sum(right) / len(right), "definition")
    for (what, scope), sums in sorted(counts.items()):
        rates = f"P {100 * sums.hit / max(sums.given, 1):.0f} R {100 * sums.hit / max(sums.true, 1):.0f}"
        _bar(f"references of {sums.names} {scope}s, {what}, {rates}", sums.f1, str(scope))


def _bar(what: str, value: float, kind: str) -> None:
    bar = BARS.get(kind)
    word = "" if bar is None else "reached" if value >= bar else "SHORT"
    print(f"{word:8}{what:55} {value:6.1f}" + (f"   (bar {bar})" if bar else ""), flush=True)


async def _definitions(root: Path, what: str, samples: list[Sample], show: int) -> list[bool]:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False), long_lived=True)
    caller, right, among = Caller(client="bench", roots=(root,)), list[bool](), 0
    try:
        while not (await backend.symbols.upkeep.tree(root, within_s=5)).ready:
            await asyncio.sleep(0.2)
        for one in samples:
            query = PlaceQuery(path=one.file, line=one.line, column=one.column)
            hits = (await definition(backend, caller, query)).hits
            places = [(hit.root / os.fsdecode(hit.path), hit.line) for hit in hits]
            right.append(bool(places) and places[0] in one.truth)
            among += any(place in one.truth for place in places[:3])
            if not right[-1] and (show := show - 1) >= 0:
                _show("definition", root, one, places[:2])
    finally:
        await backend.close()
    print(
        f"        {root.name}: definition, {what}, {len(right)} uses, right first {100 * sum(right) / len(right):.1f} %,"
        f" among three {100 * among / len(right):.1f} %"
    )
    return right


async def _references(
    root: Path, what: str, samples: list[Sample], counts: dict[tuple[str, Scope], Counts], show: int
) -> None:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False))
    caller = Caller(client="bench", roots=(root,))
    try:
        for one in samples:
            place = PlaceQuery(path=one.file, line=one.line, column=one.column)
            answer = await references(backend, caller, ReferencesQuery(place=place))
            if answer.scope is None:
                continue
            given = {(match.root / os.fsdecode(match.path), match.line) for match in answer.entries}
            counts[what, answer.scope].add(given, one.truth)
            wrong = sorted(given ^ one.truth)
            if wrong and answer.scope is not Scope.MEMBER and (show := show - 1) >= 0:
                _show(
                    f"{answer.scope}: +{len(given - one.truth)} -{len(one.truth - given)}",
                    root,
                    one,
                    wrong[:3],
                )
    finally:
        await backend.close()


def _show(what: str, root: Path, one: Sample, places: list[Place]) -> None:
    def told(file: Path, line: int) -> str:
        text = file.read_text("utf-8", "replace").split("\n")[line - 1].strip()[:70]
        return f"{file.relative_to(root) if file.is_relative_to(root) else file}:{line} {text}"

    line = one.file.read_text("utf-8", "replace").split("\n")[one.line - 1]
    name = line[one.column :].split("(")[0][:24]
    print(f"    {what} of {name!r} at {told(one.file, one.line)}")
    for mark, found in (("got ", places), ("true", sorted(one.truth)[:1])):
        for place in found:
            print(f"        {mark} {told(*place)}")


def _python(root: Path, uses: int, names: int) -> tuple[list[Sample], list[Sample]]:
    random.seed(1)
    goto = _jedi(
        root, uses, lambda script, line, column: script.goto(line, column, follow_imports=True), own=False
    )
    used = _jedi(root, names, jedi.Script.get_references, own=True)
    return goto or [], used or []


def _typescript(root: Path, uses: int, names: int) -> tuple[list[Sample], list[Sample]]:
    return _asked(root, uses), _asked(root, names, "references")


def _asked(root: Path, count: int, *mode: str) -> list[Sample]:
    argv = ["node", str(SCRIPT), str(root), str(count), *mode]
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


if __name__ == "__main__":
    main()
