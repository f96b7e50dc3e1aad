"""Whether file events of a folder can be believed: local file systems, yes; network, overlay and FUSE, no."""

from __future__ import annotations

import os
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
    """The file systems' names as the kernel gives them: the longest mount point above, and all below."""
    real = os.path.realpath(folder)
    best, kinds = -1, {"unknown"}
    below: set[str] = set()
    try:
        lines = MOUNTS.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return frozenset(kinds)
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point, kind = fields.split()[4].encode().decode("unicode_escape"), rest.split()[0]
        if (real == point or real.startswith(point.rstrip("/") + "/")) and len(point) >= best:
            best, kinds = len(point), {kind}
        elif point.startswith(real.rstrip("/") + "/"):
            below.add(kind)
    return frozenset(kinds | below)
