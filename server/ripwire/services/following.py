"""Following a root: what has changed since one last asked, for whoever keeps something about its files.

The file list, the index, the times of files and the symbol table follow the same watched tree, so a root
is watched once and an idle one costs nothing.  A follower is asked, never told:

    follower = Follower(lists, root)
    news = await follower.news(timeout_s)       # the kernel's queue is read empty first
    if news.unwatched: ...                      # no events here: look yourself, `news.paths` is listed anew
    stale = news.among(known)                   # of your files (a set or dict), those to look at again
    if news.generation != generation: ...       # files came or went: compare with `news.paths`

What is looked at after `news()` returns is at least as new as the news.  The first news, and those after
lost events or a list that was let go meanwhile, name every file (`everything`).
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import attrs

from ripwire.rg.engine import Report
from ripwire.services.file_lists import FileList, FileLists
from ripwire.services.watch.changes import Changes
from ripwire.services.watch.tree import WatchedTree


@attrs.frozen(eq=False)
class News:
    """Since the follower last asked.  Frozen, so it stays true to one moment while the tree goes on."""

    paths: list[bytes]
    """All files now, sorted, relative to the root, as rg lists them by default; not to be changed."""
    generation: int
    """Of `paths`: another number, another list."""
    report: Report
    """Of the walk behind the list."""
    unwatched: str | None = None
    """Why there are no events to go by: everything may have changed, always."""
    _changes: Changes = attrs.field(factory=Changes)

    @property
    def complete(self) -> bool:
        """False when some folders could not be read."""
        return self.report.outcome.complete

    @property
    def everything(self) -> bool:
        """Every file may have changed."""
        return self._changes.lost

    def among(self, known: Collection[bytes]) -> set[bytes]:
        """Those of the known files that may be other than they were: content, times, mode, or all of it."""
        return self._changes.among(known)

    def gone(self, known: Collection[bytes], dirty: set[bytes]) -> list[bytes]:
        """Those of the known files that are no more.  `dirty` gets what is new and loses what is gone."""
        present = set(self.paths)
        dirty |= present.difference(known)
        dirty &= present
        return [path for path in known if path not in present]


@attrs.define(eq=False)
class Follower:
    lists: FileLists
    root: Path
    _tree: WatchedTree | None = None
    _changes: Changes = attrs.field(factory=Changes)

    async def begin(self, known: list[bytes]) -> None:
        """Watch the folders of these files, so that from now on they can be looked at before the first news.

        Where there are events the first news is then not everything, but what happened since.
        """
        tree = await self.lists.expect(self.root, known)
        if tree is not None:
            self._follow(tree)
            self._changes.clear()

    async def news(self, timeout_s: float) -> News:
        """`Failure` when the tree could not be listed; nothing is lost by that."""
        listed = await self.lists.fresh(self.root, timeout_s)
        # Nothing is awaited from here on: list and changes are of the same moment.
        unwatched = _why_unwatched(listed)
        if listed.tree is not self._tree:
            self._follow(listed.tree)
        return News(
            paths=listed.paths,
            generation=listed.generation,
            report=listed.report,
            unwatched=unwatched,
            changes=self._changes.take() if unwatched is None else Changes(),
        )

    def _follow(self, tree: WatchedTree | None) -> None:
        self.leave()
        self._tree = tree
        self._changes = tree.reader() if tree is not None else Changes()

    def leave(self) -> None:
        """Nothing is remembered for this follower any more; the next news is everything."""
        if self._tree is not None:
            self._tree.forget(self._changes)
        self._tree = None


def _why_unwatched(listed: FileList) -> str | None:
    if listed.tree is None:
        return "not a local file system"
    return None if listed.tree.trusted else listed.tree.why_not
