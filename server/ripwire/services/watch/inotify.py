"""Linux's file events, a few lines of ctypes: watch folders, read what is queued, no thread, no callback.

The kernel queues an event inside the writer's own system call, so reading the queue empty before a query
leaves no stale window on a local file system.  Memory-mapped writers raise no event.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import struct
import sys
from collections.abc import Iterator

import attrs

MODIFY, ATTRIB, CLOSE_WRITE = 0x2, 0x4, 0x8
MOVED_FROM, MOVED_TO, CREATE, DELETE = 0x40, 0x80, 0x100, 0x200
DELETE_SELF, MOVE_SELF = 0x400, 0x800
OVERFLOW, IGNORED = 0x4000, 0x8000
IS_FOLDER = 0x40000000
ONLY_FOLDERS, DO_NOT_FOLLOW = 0x01000000, 0x02000000
CHANGES = MODIFY | ATTRIB | CLOSE_WRITE | MOVED_FROM | MOVED_TO | CREATE | DELETE | DELETE_SELF | MOVE_SELF
"""Not OPEN or ACCESS: rg's own reads must not wake us."""
_HEADER = struct.Struct("iIII")


class WatchLimitError(OSError):
    """The user's or the system's number of watches is used up."""


@attrs.frozen
class Event:
    watch: int
    mask: int
    name: bytes


class Inotify:
    """One queue.  `OSError` where there is no inotify."""

    def __init__(self) -> None:
        if sys.platform != "linux":
            raise OSError(errno.ENOSYS, "inotify is Linux's")
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.fd < 0:
            raise _error()

    def add(self, folder: bytes, *, follow: bool = False) -> int:
        """The watch's number; the same folder again gives the same number."""
        mask = CHANGES | ONLY_FOLDERS | (0 if follow else DO_NOT_FOLLOW)
        number: int = self._libc.inotify_add_watch(self.fd, folder, mask)
        if number < 0:
            raise _error()
        return number

    def remove(self, watch: int) -> None:
        """Of a folder that is gone the kernel has removed it already."""
        self._libc.inotify_rm_watch(self.fd, watch)

    def drain(self) -> Iterator[Event]:
        """All that is queued now."""
        while True:
            try:
                data = os.read(self.fd, 1 << 18)
            except BlockingIOError:
                return
            at = 0
            while at < len(data):
                watch, mask, _, length = _HEADER.unpack_from(data, at)
                name = data[at + _HEADER.size : at + _HEADER.size + length].rstrip(b"\0")
                at += _HEADER.size + length
                yield Event(watch, mask, name)

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def _error() -> OSError:
    number = ctypes.get_errno()
    kind = WatchLimitError if number in (errno.ENOSPC, errno.EMFILE) else OSError
    return kind(number, os.strerror(number))
