"""Whether file events of a folder can be believed: local file systems, yes; network, overlay and FUSE, no."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
RELIABLE = frozenset({"ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "f2fs", "zfs", "bcachefs", "reiserfs"})
"""Where every writer is this kernel."""
COUNTING = frozenset({"ext2", "ext3", "ext4", "xfs", "tmpfs", "f2fs"})
"""Where a folder has two links and one for each folder in it (one alone: more than can be counted)."""


def events_are_reliable(folder: Path) -> bool:
    """Of the folder and of what is mounted below it.  False also where it cannot be found out."""
    return sys.platform == "linux" and kinds_of(folder) <= RELIABLE


def kinds_of(folder: Path) -> frozenset[str]:
    """The file systems' names as the kernel gives them: of the folder, and of all that is mounted below."""
    return frozenset(kind for _, kind, _ in _mounts(folder)) or frozenset({"unknown"})


class Mounts:
    """What is mounted at, above and below a folder.  The kernel tells that something was mounted anywhere.

    No event of a watched folder says that another file system lies over it now.  `OSError` where there is
    no list of mounts; asking costs 2 µs.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fd = os.open(MOUNTS, os.O_RDONLY | os.O_CLOEXEC)
        self._poll = select.poll()
        self._poll.register(self._fd, select.POLLERR | select.POLLPRI)
        self._had = _mounts(folder)

    def changed(self) -> bool:
        """Here, since it was last asked."""
        if not self._poll.poll(0):
            return False
        had, self._had = self._had, _mounts(self._folder)
        return had != self._had

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _mounts(folder: Path) -> frozenset[tuple[str, str, str]]:
    """(mount point, kind, number of the mount): the longest one above, and all below."""
    real = os.path.realpath(folder)
    best: tuple[str, str, str] | None = None
    below: set[tuple[str, str, str]] = set()
    try:
        lines = MOUNTS.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return frozenset()
    for line in lines:
        fields, _, rest = line.partition(" - ")
        number, point = fields.split()[0], fields.split()[4].encode().decode("unicode_escape")
        mount = point, rest.split()[0], number
        if real == point or real.startswith(point.rstrip("/") + "/"):
            best = mount if best is None or len(point) >= len(best[0]) else best
        elif point.startswith(real.rstrip("/") + "/"):
            below.add(mount)
    return frozenset(below | ({best} if best else set()))
