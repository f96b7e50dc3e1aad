"""The builder, a process of its own at low priority: a list of paths in, an index file out.

    python -m ripwire.services.index.worker ROOT LIST INDEX

LIST holds paths relative to ROOT, ended by NUL bytes.  The flags of eight files become one byte of every
column at once, so there are never rows that have to be turned.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from ripwire.services.index import store
from ripwire.services.index.grams import BITS, Bits, Hasher
from ripwire.services.index.scan import UNREADABLE, Identity, scan
from ripwire.services.index.store import IDENTITY, Tables

BLOCK = 64
"""Bytes of each column that are put in place at once: a cache line, 512 files."""
ROOM = 1024
"""New files that fit without a rebuild, at least; a twentieth of the tree otherwise."""


def build(root: Path, paths: list[bytes]) -> Tables:
    """Tables of the files as they are now; one that vanished or cannot be read stays a candidate."""
    count = len(paths)
    capacity = (count + max(ROOM, count // 20) + 7) // 8 * 8
    columns = np.zeros((BITS, capacity // 8), np.uint8)
    block = np.empty((BLOCK, BITS), np.uint8)
    identities: list[Identity] = []
    flags = bytearray()
    hasher = Hasher()
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for start in range(0, count, 8 * BLOCK):
            some = paths[start : start + 8 * BLOCK]
            filled = -(-len(some) // 8)
            for at in range(filled):
                _eight(some[at * 8 : at * 8 + 8], folder, hasher, block[at], identities, flags)
            columns[:, start // 8 : start // 8 + filled] = block[:filled].T
    finally:
        os.close(folder)
    return Tables(paths, np.array(identities, IDENTITY), np.frombuffer(bytes(flags), np.uint8), columns)


def _eight(
    paths: list[bytes],
    folder: int,
    hasher: Hasher,
    byte: Bits,
    identities: list[Identity],
    flags: bytearray,
) -> None:
    """One byte of every column: the first file is the least bit."""
    byte[:] = 0
    marks = np.zeros((len(paths), BITS), np.bool_)
    shifted = np.empty(BITS, np.uint8)
    for bit, path in enumerate(paths):
        found = scan(path, folder) or UNREADABLE
        identities.append(found.identity)
        flags.append(found.flag)
        if found.data is not None:
            hasher.mark(found.data, marks[bit])
            byte |= np.left_shift(marks[bit].view(np.uint8), bit, out=shifted)


def main() -> int:
    root, listed, index = map(Path, sys.argv[1:4])
    paths = [path for path in listed.read_bytes().split(b"\0") if path]
    store.write(index, root, build(root, paths))
    return 0


if __name__ == "__main__":
    sys.exit(main())
