"""The builder, a process of its own at low priority: a list of paths in, an index file out.

    python -m ripwire.services.index.worker ROOT LIST INDEX

LIST holds paths relative to ROOT, ended by NUL bytes.  Rows are turned into columns block by block, so
memory stays at twice the index.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from ripwire.services.index import store
from ripwire.services.index.grams import BITS, BYTES, Bits
from ripwire.services.index.scan import FULL, UNKNOWN, scan
from ripwire.services.index.store import ALWAYS, IDENTITY, Tables

BLOCK = 4096
"""Files turned at once: 4 MiB of rows."""
ROOM = 1024
"""New files that fit without a rebuild, at least; a twentieth of the tree otherwise."""


def build(root: Path, paths: list[bytes]) -> Tables:
    """Tables of the files as they are now; one that vanished or cannot be read stays a candidate."""
    count = len(paths)
    capacity = (count + max(ROOM, count // 20) + 7) // 8 * 8
    identities = np.zeros(count, IDENTITY)
    flags = np.zeros(count, np.uint8)
    columns = np.zeros((BITS, capacity // 8), np.uint8)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for start in range(0, count, BLOCK):
            block = paths[start : start + BLOCK]
            rows = np.zeros((-(-len(block) // 8) * 8, BYTES), np.uint8)
            for at, path in enumerate(block):
                found = scan(path, folder)
                identities[start + at] = found.identity if found else UNKNOWN
                flags[start + at] = found.flag if found else ALWAYS
                rows[at] = found.signature if found else FULL
            _turn(rows, columns, start // 8)
    finally:
        os.close(folder)
    return Tables(paths, identities, flags, columns)


def _turn(rows: Bits, columns: Bits, at: int) -> None:
    """Bits of files side by side become bits of a pair side by side."""
    width = rows.shape[0] // 8
    for byte in range(0, BYTES, 64):
        bits = np.unpackbits(rows[:, byte : byte + 64], axis=1, bitorder="little")
        columns[byte * 8 : (byte + 64) * 8, at : at + width] = np.packbits(bits.T, axis=1, bitorder="little")


def main() -> int:
    root, listed, index = map(Path, sys.argv[1:4])
    paths = [path for path in listed.read_bytes().split(b"\0") if path]
    store.write(index, root, build(root, paths))
    return 0


if __name__ == "__main__":
    sys.exit(main())
