"""What a client's own watcher says of one root, until it is looked at."""

from __future__ import annotations

import os
from pathlib import Path

import attrs

from ripwire.rg import ignores

MANY = 2000
"""More changed files than this are found by listing all anew."""


@attrs.define(eq=False)
class Marks:
    root: Path
    _paths: set[bytes] = attrs.field(factory=set)
    many: bool = False
    """Too much to look at one by one, or other rules of what is listed."""

    def __bool__(self) -> bool:
        return bool(self._paths) or self.many

    @property
    def first(self) -> bool:
        """Whether what was added last is the beginning of a batch."""
        return len(self._paths) == 1 and not self.many

    def add(self, path: Path) -> None:
        if path.name in ignores.NAMES:
            self.many = True
        elif not any(part.startswith(".") for part in path.parts):
            self._paths.add(os.fsencode(path))
        if len(self._paths) > MANY:
            self._paths.clear()
            self.many = True

    def take(self) -> set[bytes]:
        taken, self._paths = self._paths, set()
        return taken

    def clear(self) -> None:
        self._paths.clear()
        self.many = False
