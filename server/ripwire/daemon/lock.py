"""One file, one holder: decides which process starts a daemon and which one is it.

The kernel drops the lock with its holder, so a lock is never stale, and nobody has to judge whether a
left-over socket still belongs to someone: only the holder may remove it.
"""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Lock:
    """Held from a successful `take` until `release` or the end of the process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._fd: int | None = None

    def take(self) -> bool:
        """True when this process holds the lock now.  Does not wait."""
        # The file is never removed: a second process could then lock another file of the same name.
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            _lock(fd)
        except OSError:
            os.close(fd)
            return False
        self._fd = fd
        return True

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def is_held(path: str) -> bool:
    """Whether a living process holds the lock."""
    try:
        fd = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        _lock(fd, shared=True)  # several that ask at once do not take each other for the holder
    except OSError:
        return True
    finally:
        os.close(fd)
    return False


def _lock(fd: int, *, shared: bool = False) -> None:
    if sys.platform == "win32":
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
