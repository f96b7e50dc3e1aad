"""How often the wanted symbol is among the first ten: `python -m tests.bench.symbols.ranking [FOLDER]`.

300 symbols, drawn by how often their names are used, are asked for as people type: the first letters, the
initials or the beginnings of the humps, an inner word, letters in their order.  Without a folder: the standard
library of this Python.  The bars are what the study of these tiers measured on 120,000 symbols.
"""

import asyncio
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.symbols import humps
from ripwire.services.symbols.query import parse
from ripwire.services.symbols.search import Layer, search
from ripwire.services.symbols.store import Store
from ripwire.services.symbols.workspace import WorkspaceQuery

TARGETS, FIRST = 300, 10
_rnd = random.Random(7)


def _chunks(name: str) -> str:
    """`get_package_name` → `gepana`."""
    starts = humps.starts(name)
    return "".join(name[at : at + 2] for at in starts).lower() if len(starts) > 1 else ""


def _inner(name: str) -> str:
    starts = humps.starts(name)[1:]
    ends = [*starts[1:], len(name)] if starts else []
    words = [name[a:b].strip("_").lower() for a, b in zip(starts, ends, strict=True)]
    longer = [word for word in words if len(word) >= 4]
    return longer[0] if longer else ""


def _letters(name: str) -> str:
    plain = [char for char in name.lower() if char.isalnum()]
    if len(plain) < 8:
        return ""
    return "".join(plain[at] for at in sorted(_rnd.sample(range(len(plain)), 5)))


TYPED: dict[str, tuple[Callable[[str], str], float]] = {
    "first 4 letters": (lambda name: name[:4].lower() if len(name) > 4 else "", 56),
    "first 6 letters": (lambda name: name[:6].lower() if len(name) > 6 else "", 81),
    "initials": (lambda name: humps.initials(name) if len(humps.initials(name)) > 2 else "", 94),
    "hump chunks": (_chunks, 92),
    "an inner word": (_inner, 22),
    "5 letters in order": (_letters, 64),
}


async def measure(root: Path) -> None:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False), long_lived=True)
    try:
        while not (tree := await backend.symbols.upkeep.tree(root, within_s=5)).ready:
            await asyncio.sleep(0.2)
        layers = tree.layers(frozenset())
        names = {name for layer in layers for name in _shown(layer.store)}
        uses = _uses(root, names)
        wanted = _rnd.choices(list(uses), weights=list(uses.values()), k=TARGETS)
        for what, (typed, bar) in TYPED.items():
            found = [await _found(layers, query, name) for name in wanted if (query := typed(name))]
            if "--show" in sys.argv:
                print(
                    [
                        name
                        for name, right in zip([n for n in wanted if typed(n)], found, strict=True)
                        if not right
                    ][:25]
                )
            share = 100 * sum(found) / max(len(found), 1)
            print(
                f"{'reached' if share >= bar else 'SHORT  '} {what:20} {share:5.1f} % of {len(found):3}   (bar {bar})"
            )
    finally:
        await backend.close()


def _shown(store: Store) -> Iterator[str]:
    """Names of symbols that a workspace answer holds unless asked for more."""
    query = WorkspaceQuery(text="")
    for index in range(store.size):
        rows = (store.row(index, row) for row in store.rows_of(index))
        if any(query.shown(row.kind, row.extra) for row in rows):
            yield store.name(index)


def _uses(root: Path, names: set[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in sorted(root.rglob("*.py")):
        counts.update(re.findall(r"[^\W\d]\w*", path.read_text("utf-8", "replace")))
    return Counter({name: count for name, count in sorted(counts.items()) if name in names and len(name) > 3})


async def _found(layers: list[Layer], typed: str, name: str) -> bool:
    found = await search(layers, parse(typed), shown=WorkspaceQuery(text="").shown, limit=FIRST)
    return name in [one.layer.store.name(one.index) for one in found]


def main() -> None:
    asyncio.run(measure(Path(sys.argv[1] if len(sys.argv) > 1 else Path(os.__file__).parent).resolve()))


if __name__ == "__main__":
    main()
