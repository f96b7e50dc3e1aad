"""What an empty query shows: symbols of open files, then of the files changed last.  Never a search.

Some editors always send an empty query first; an answer with everything would freeze them, one with
nothing looks broken.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from pathlib import Path

from ripwire.services.symbols.files import ScannedFiles
from ripwire.services.symbols.search import Found, Layer, Shown
from ripwire.services.symbols.tree import Tree

MOST = 100
FILES = 12
"""Files that are looked into; each gives its first symbols."""
EACH = 20


async def recent(
    unsaved: Sequence[Layer],
    opened: Sequence[tuple[Path, bytes]],
    trees: Sequence[Tree],
    files: ScannedFiles,
    shown: Shown,
) -> list[Found]:
    """At most a hundred, file after file, each in the order of its lines."""
    layers = list(unsaved)
    have = {(layer.root, layer.store.path(0)) for layer in layers}
    wanted = [*opened, *(place for tree in trees for place in _newest(tree))]
    for root, path in dict.fromkeys(wanted):
        if len(layers) >= FILES:
            break
        scanned = (await files.of(root, [path])).get(path) if (root, path) not in have else None
        if scanned is not None:
            layers.append(Layer(root, scanned.store))
    return [found for layer in layers for found in _first(layer, shown)][:MOST]


def _newest(tree: Tree) -> list[tuple[Path, bytes]]:
    """The files of the table by when they changed, the last one first."""
    changed = [(one.key.mtime_ns, path) for path, one in tree.changed.items()]
    if tree.store is not None:
        times = tree.store.keys[1::4]
        newest = heapq.nlargest(FILES, range(len(times)), key=times.__getitem__)
        changed += [(times[number], tree.store.path(number)) for number in newest if not tree.hidden[number]]
    return [(tree.root, path) for _, path in heapq.nlargest(FILES, changed)]


def _first(layer: Layer, shown: Shown) -> list[Found]:
    store = layer.store
    named = ((store.line[row], row, index) for index in range(store.size) for row in store.rows_of(index))
    wanted = [
        (line, row, index) for line, row, index in named if shown(store.kind_of(row), store.is_extra(row))
    ]
    return [Found((0, 0, 0, 0, row, index), layer) for _, row, index in heapq.nsmallest(EACH, wanted)]
