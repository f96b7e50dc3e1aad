"""Every known definition of a name: from open texts, tables, or a pass of ripgrep, confirmed by scans."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.roots import targets
from ripwire.services.symbols import reading, text_pass
from ripwire.services.symbols.files import Budget
from ripwire.services.symbols.search import Layer, Origin
from ripwire.services.symbols.store import Row
from ripwire.services.symbols.text_pass import Candidates
from ripwire.services.symbols.text_pattern import exact_pattern
from ripwire.services.symbols.tree import Tree

FRESHNESS_S = 0.15
CONFIRM_S = 1.0
MOST = 500
"""Definitions of one name; of `get` there are thousands, and nobody reads them."""


@attrs.frozen
class Candidate:
    root: Path
    path: bytes
    row: Row

    @property
    def file(self) -> Path:
        return self.root / os.fsdecode(self.path)


async def candidates(backend: Backend, caller: Caller, name: str, beside: Path) -> list[Candidate]:
    """Definitions called exactly `name`, under the roots of the caller; `beside`: the asking file,
    whose folder stands in where no root is open.
    """
    symbols = backend.symbols
    roots = roots_of(caller, beside)
    layers = await symbols.buffers.layers(backend.unsaved.open_documents(caller), roots)
    for root in roots:
        own = frozenset(layer.store.path(0) for layer in layers if layer.root == root)
        tree = await symbols.upkeep.tree(root, within_s=FRESHNESS_S)
        if tree.ready:
            layers += await _of_tree(backend, tree, own, name)
        else:
            layers += await _by_search(backend, caller, root, own, name)
    return [one for layer in layers for one in _named(layer, name)][:MOST]


def roots_of(caller: Caller, beside: Path) -> tuple[Path, ...]:
    try:
        return tuple(target.root for target in targets(caller, ()))
    except Failure:
        return (beside.parent,)


async def _of_tree(backend: Backend, tree: Tree, own: frozenset[bytes], name: str) -> list[Layer]:
    """The tree's layers, after a look at the files that define the name."""
    layers = tree.layers(own)
    stale = await asyncio.to_thread(_stale, layers, name)
    if not stale:
        return layers
    for path, scanned in (await backend.symbols.upkeep.files.of(tree.root, stale)).items():
        tree.put(path, scanned)
    return tree.layers(own)


def _stale(layers: list[Layer], name: str) -> list[bytes]:
    found: dict[bytes, None] = {}
    for layer in layers:
        base = os.fsencode(layer.root) + b"/"
        for _, row in _rows(layer, name):
            file = layer.store.file[row]
            path = layer.store.path(file)
            if reading.key_at(base + path) != layer.store.key(file):
                found[path] = None
    return list(found)


async def _by_search(
    backend: Backend, caller: Caller, root: Path, own: frozenset[bytes], name: str
) -> list[Layer]:
    candidates = Candidates(name.__eq__, skip=own)
    await text_pass.run(backend, caller, root, exact_pattern(name), candidates)
    paths = list(candidates.rows)
    scanned = await backend.symbols.upkeep.files.of(root, paths, Budget(CONFIRM_S))
    guesses = [layer.without(scanned) for layer in candidates.drain(root)]
    sure = [Layer(root, one.store) for one in scanned.values() if one is not None]
    return [*sure, *(layer for layer in guesses if layer.origin is Origin.GUESS)]


def _named(layer: Layer, name: str) -> list[Candidate]:
    store = layer.store
    return [
        Candidate(layer.root, store.path(store.file[row]), store.row(index, row))
        for index, row in _rows(layer, name)
    ]


def _rows(layer: Layer, name: str) -> list[tuple[int, int]]:
    """(name, row) of the rows that are not hidden."""
    index = layer.store.exactly(name)
    if index is None:
        return []
    hidden, files = layer.hidden, layer.store.file
    return [(index, row) for row in layer.store.rows_of(index) if not (hidden and hidden[files[row]])]
