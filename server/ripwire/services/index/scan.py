"""Reading one file for the index: its identity, what is in it, and how it may be handed to rg."""

from __future__ import annotations

import os
import stat
import time

import attrs

from ripwire.services.index.store import ALWAYS, APART, PLAIN

RACY_NS = 50_000_000
"""A file that changed within 50 ms before it was read may change again within the same clock tick."""
LARGEST = 1 << 26
"""Larger files are not read: they are always candidates."""
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
Identity = tuple[int, int, int, int]
UNKNOWN: Identity = (0, 0, 0, -1)


@attrs.frozen
class Scanned:
    identity: Identity
    flag: int
    data: bytes | None = None
    """None where the flag is ALWAYS."""
    inode: int | None = None
    """Of a file with several names: the others become candidates too."""


UNREADABLE = Scanned(UNKNOWN, ALWAYS)


def identity(status: os.stat_result) -> Identity:
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size


def scan(path: bytes, folder: int) -> Scanned | None:
    """None when there is no such regular file (any more).  `folder`: a descriptor of the root."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        # Not to be read by us: rg shall say so itself whenever this file might matter.
        return UNREADABLE
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            return None
        racy = time.time_ns() - status.st_ctime_ns < RACY_NS
        known = UNKNOWN if racy else identity(status)
        if status.st_nlink > 1 or status.st_size > LARGEST:
            # Another name of the same file may be written to without an event here.
            return Scanned(known, ALWAYS, inode=status.st_ino if status.st_nlink > 1 else None)
        return _of_content(known, _read(fd, status.st_size))
    except OSError:
        return UNREADABLE
    finally:
        os.close(fd)


def _of_content(known: Identity, data: bytes) -> Scanned:
    if data.startswith(_BYTE_ORDER_MARKS):
        return Scanned(known, ALWAYS)  # rg reads it in another encoding
    return Scanned(known, APART if b"\0" in data else PLAIN, data)


def _read(fd: int, size: int) -> bytes:
    """All of it; one call for a file that is as long as it said."""
    data = os.read(fd, size + 1)
    if len(data) == size:
        return data
    while more := os.read(fd, 1 << 20):
        data += more
    return data
