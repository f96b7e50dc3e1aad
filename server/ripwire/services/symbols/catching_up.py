"""Which files of a tree have to be scanned again, by a look at each.  Runs in threads; changes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from pathlib import PurePosixPath

from ripwire.rg import ignores
from ripwire.services.symbols import reading
from ripwire.services.symbols.tree import Tree


def differences(tree: Tree, present: AbstractSet[bytes]) -> tuple[set[bytes], set[bytes]]:
    """(new or changed, gone), of all files that are there."""
    known = dict(tree.known())
    base = os.fsencode(tree.root) + b"/"
    stale = {
        path
        for path in present
        if (key := reading.key_at(base + path)) is not None and known.pop(path, None) != key
    }
    return stale, set(known)


def really_stale(tree: Tree, paths: Iterable[bytes]) -> set[bytes]:
    """Those whose key is not the one their rows were read with."""
    base = os.fsencode(tree.root) + b"/"
    return {path for path in paths if reading.key_at(base + path) != tree.key(path)}


def named(tree: Tree, paths: Iterable[bytes], holds_symbols: Callable[[bytes], bool]) -> set[bytes] | None:
    """Those of the paths that have or may get rows; None: a folder came or went, so list all anew."""
    stale: set[bytes] = set()
    for path in paths:
        if tree.key(path) is not None or (holds_symbols(path) and _is_listed(tree, path)):
            stale.add(path)
        elif tree.has_below(path) or (tree.root / os.fsdecode(path)).is_dir():
            return None
    return stale


def _is_listed(tree: Tree, path: bytes) -> bool:
    """A new file counts when ripgrep would list it."""
    return not ignores.is_ignored(tree.root, PurePosixPath(os.fsdecode(path)), is_file=True)
