"""What decides about a watched tree and lies outside of it, so that no watch tells of it."""

from __future__ import annotations

import os
from pathlib import Path

import attrs

from ripwire.rg import gitconfig, ignores

Identity = tuple[int, int, int, int]


@attrs.define
class Outside:
    """Looked at before every answer: some 20 `stat` calls, 60 µs."""

    root: Path
    _place: tuple[int, int] | None
    _files: tuple[str, ...]
    _rules: tuple[Identity | None, ...]

    @classmethod
    def of(cls, root: Path) -> Outside:
        files = _files(root)
        return cls(root, _place_of(root), files, tuple(map(_identity, files)))

    @property
    def is_another_folder(self) -> bool:
        """What the root's name leads to is not what it led to."""
        return self._place != _place_of(self.root)

    def rules_changed(self) -> bool:
        """Since this was last asked."""
        if self._rules == tuple(map(_identity, self._files)):
            return False
        self._files = _files(self.root)
        self._rules = tuple(map(_identity, self._files))
        return True


def _place_of(root: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(root)  # noqa: PTH116 - before every answer: half the time
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _files(root: Path) -> tuple[str, ...]:
    """Ignore files above the root, git's private ones, the user's own and what names it: there or not."""
    files = [f"{folder}/{name}" for folder in root.parents for name in ignores.NAMES]
    files += [f"{folder}/.git/info/exclude" for folder in (root, *root.parents)]
    return (*files, *map(str, gitconfig.users_files()))


def _identity(file: str) -> Identity | None:
    try:
        status = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size
