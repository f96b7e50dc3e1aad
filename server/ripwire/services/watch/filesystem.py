"""Whether file events of a folder can be believed: local file systems, yes; network, overlay and FUSE, no."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
RELIABLE = frozenset({"ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "f2fs", "zfs", "bcachefs", "reiserfs"})
"""Where every writer is this kernel."""


def events_are_reliable(folder: Path) -> bool:
    """False also where it cannot be found out."""
    return sys.platform == "linux" and kind_of(folder) in RELIABLE


def kind_of(folder: Path) -> str | None:
    """The file system's name as the kernel gives it: that of the longest mount point above the folder."""
    real = os.path.realpath(folder)
    best, kind = -1, None
    try:
        lines = MOUNTS.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point = fields.split()[4].encode().decode("unicode_escape")
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= best:
            best, kind = len(point), rest.split()[0]
    return kind
