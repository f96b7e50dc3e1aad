"""Definition and references in projects that nobody tuned on: `python -m tests.bench.symbols.navigation FOLDER …`.

A folder with Python in it is judged by Jedi, one with TypeScript by its compiler (`npm install typescript@5`
in the bench's folder).  `--show N` prints the first wrong answers of each kind.
"""

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import attrs

from ripwire.services.navigation.references import Scope
from tests.bench.symbols import judging, oracles
from tests.bench.symbols.judging import Definitions, References
from tests.bench.symbols.oracles import Place, Sample

BARS = {"definition": 80.0, "local": 85.0, "global": 85.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--uses", type=int, default=300)
    parser.add_argument("--names", type=int, default=60)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    first: dict[str, Definitions] = defaultdict(Definitions)
    used: dict[tuple[str, Scope], References] = defaultdict(References)
    for folder in options.folders:
        root = Path(folder).resolve()
        what = "Python" if any(root.rglob("*.py")) else "TypeScript"
        uses, names = _samples(what, root, options.uses, options.names)
        found = asyncio.run(judging.definitions(root, uses, _Shown(root, options.show)))
        print(
            f"        {root.name}: definition, {what}, {found.asked} uses, right first {found.share:.1f} %,"
            f" among three {found.share_of_three:.1f} %"
        )
        first[what] = _sum(first[what], found)
        for scope, counts in asyncio.run(judging.uses(root, names, _Shown(root, options.show))).items():
            used[what, scope] = _sum(used[what, scope], counts)
    for what, found in first.items():
        _bar(f"definition, {what}, right first of {found.asked}", found.share, "definition")
    for (what, scope), sums in sorted(used.items()):
        rates = f"P {sums.precision:.0f} R {sums.recall:.0f}"
        _bar(f"references of {sums.names} {scope}s, {what}, {rates}", sums.f1, str(scope))


def _samples(what: str, root: Path, uses: int, names: int) -> tuple[list[Sample], list[Sample]]:
    if what == "Python":
        return oracles.python_uses(root, uses), oracles.python_definitions(root, names)
    return oracles.typescript_uses(root, uses), oracles.typescript_definitions(root, names)


Counts = TypeVar("Counts", Definitions, References)


def _sum(one: Counts, two: Counts) -> Counts:
    return type(one)(*(a + b for a, b in zip(attrs.astuple(one), attrs.astuple(two), strict=True)))


def _bar(what: str, value: float, kind: str) -> None:
    bar = BARS.get(kind)
    word = "" if bar is None else "reached" if value >= bar else "SHORT"
    print(f"{word:8}{what:55} {value:6.1f}" + (f"   (bar {bar})" if bar else ""), flush=True)


@attrs.define
class _Shown:
    """Prints so many wrong answers."""

    root: Path
    left: int

    def __call__(self, what: str, one: Sample, places: Sequence[Place]) -> None:
        if self.left <= 0:
            return
        self.left -= 1
        line = one.file.read_text("utf-8", "replace").split("\n")[one.line - 1]
        name = line[one.column :].split("(")[0][:24]
        print(f"    {what} of {name!r} at {self._told(one.file, one.line)}")
        for mark, found in (("got ", places), ("true", sorted(one.truth)[:1])):
            for place in found:
                print(f"        {mark} {self._told(*place)}")

    def _told(self, file: Path, line: int) -> str:
        text = file.read_text("utf-8", "replace").split("\n")[line - 1].strip()[:70]
        shown = file.relative_to(self.root) if file.is_relative_to(self.root) else file
        return f"{shown}:{line} {text}"


if __name__ == "__main__":
    main()
