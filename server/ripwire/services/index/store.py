"""The index of one root on disk: written whole, put in place by a rename, read without trust.

Layout: a magic line, a JSON head, then arrays at fixed places: identities, flags, paths, bit columns.
Identities carry inode, mtime, ctime and size, so an edit made while the daemon was stopped is seen.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import attrs
import msgspec
import numpy as np
import numpy.typing as npt

from ripwire.services.index.grams import BITS, Bits

MAGIC = b"ripwire index 3\n"
HEAD_BYTES = 4096
IDENTITY = np.dtype([("inode", "<u8"), ("mtime", "<i8"), ("ctime", "<i8"), ("size", "<i8")])
PLAIN, APART, ALWAYS = 0, 1, 2
"""Flags: by its signature; the same, but never by name (NUL bytes); always a candidate, never by name."""


class Head(msgspec.Struct, frozen=True):
    root: str
    files: int
    capacity: int
    """Columns hold so many files; the rest is room for new ones."""
    paths_bytes: int


@attrs.define(eq=False)
class Tables:
    """Index of a file: its row in `identities` and `flags`, its bit in every column."""

    paths: list[bytes]
    identities: npt.NDArray[np.void]
    flags: Bits
    columns: Bits


def file_of(folder: Path, root: Path) -> Path:
    return folder / (hashlib.sha256(os.fsencode(root)).hexdigest()[:32] + ".index")


def write(file: Path, root: Path, tables: Tables) -> None:
    """Atomic, and for this user only."""
    names = b"\0".join(tables.paths)
    head = Head(os.fsdecode(os.fsencode(root)), len(tables.paths), tables.columns.shape[1] * 8, len(names))
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as out:
        try:
            out.write(MAGIC.ljust(64, b"\0") + msgspec.json.encode(head).ljust(HEAD_BYTES - 64, b"\0"))
            out.write(tables.identities.tobytes() + tables.flags.tobytes() + names)
            out.write(b"\0" * (-out.tell() % 4096))
            tables.columns.tofile(out)
            out.close()
            os.replace(out.name, file)  # noqa: PTH105 - both names are at hand as text
        except BaseException:
            Path(out.name).unlink(missing_ok=True)
            raise


def read(file: Path, root: Path) -> Tables | None:
    """The tables, their columns mapped copy-on-write; None for a file that is not what we wrote."""
    try:
        with file.open("rb") as source:
            start = source.read(HEAD_BYTES)
            if not start.startswith(MAGIC):
                return None
            head = msgspec.json.decode(start[64:].rstrip(b"\0"), type=Head)
            fixed = head.files * (IDENTITY.itemsize + 1) + head.paths_bytes
            body = source.read(fixed)
            columns_at = (HEAD_BYTES + fixed + 4095) // 4096 * 4096
            width = head.capacity // 8
            expected = columns_at + BITS * width
            sound = head.root == str(root) and head.capacity % 8 == 0 and 0 <= head.files <= head.capacity
            if not sound or os.fstat(source.fileno()).st_size != expected or len(body) != fixed:
                return None
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
    cut = head.files * IDENTITY.itemsize
    paths = body[cut + head.files :].split(b"\0") if head.files else []
    if len(paths) != head.files:
        return None
    return Tables(
        paths=paths,
        identities=np.frombuffer(body[:cut], IDENTITY).copy(),
        flags=np.frombuffer(body[cut : cut + head.files], np.uint8).copy(),
        columns=np.memmap(file, np.uint8, "c", columns_at, (BITS, width)),
    )
