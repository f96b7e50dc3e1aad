"""What one reader of a watched tree has not looked at yet.

Each reader has a memory of its own, fed from the one queue of its tree, so readers do not take news from
each other.  A reader that never asks costs a bounded set and, once that is full, a full look.
"""

from __future__ import annotations

import os
from collections.abc import Collection

import attrs

MOST = 20_000
"""Paths that are remembered for a reader; with more it has to look at everything."""


@attrs.define(eq=False)
class Changes:
    """Paths are relative to the root, as the file system spells them."""

    files: set[bytes] = attrs.field(factory=set)
    folders: set[bytes] = attrs.field(factory=set)
    """New or moved here: what is in them has to be listed, and is not what lay there before."""
    gone: set[bytes] = attrs.field(factory=set)
    """Folders that were removed or moved away."""
    relist: bool = True
    """Other files may be listed: ignore rules changed, events were lost, or nothing was read yet."""
    lost: bool = True
    """Any file may have changed: events were lost, or nothing was read yet."""

    @property
    def empty(self) -> bool:
        return not (self.files or self.folders or self.gone)

    def clear(self) -> None:
        self.files.clear()
        self.folders.clear()
        self.gone.clear()
        self.relist = self.lost = False

    def take(self) -> Changes:
        """All of it, which is then no longer here."""
        taken = attrs.evolve(self)
        self.files, self.folders, self.gone = set(), set(), set()
        self.relist = self.lost = False
        return taken

    def lose(self) -> None:
        """Nothing is known any more."""
        self.clear()
        self.relist = self.lost = True

    def bound(self) -> None:
        """Called now and then: with too much to remember, nothing is."""
        if len(self.files) + len(self.folders) + len(self.gone) > MOST:
            self.lose()

    def among(self, known: Collection[bytes]) -> set[bytes]:
        """Those of the known files whose content, times or mode may be other than they were."""
        if self.lost:
            return set(known)
        if not self.folders and not self.gone:
            return {path for path in self.files if path in known}
        moved = self.folders | self.gone
        return {path for path in known if path in self.files or _lies_in(path, moved)}


def _lies_in(path: bytes, folders: set[bytes]) -> bool:
    """By the folders on its way up: a handful of look-ups, however many folders there are."""
    folder = os.path.dirname(path)  # noqa: PTH120 - bytes, and a million of them
    while folder:
        if folder in folders:
            return True
        folder = os.path.dirname(folder)  # noqa: PTH120
    return False
