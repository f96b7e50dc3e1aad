"""The files of a root, kept warm: listed once by rg, then kept right by file events.

Where events cannot be had (other systems, network folders, no watches left) a list is walked again on
request, at most every two seconds.  Lists are bounded in number and go with `clear()`.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import attrs

from ripwire.errors import Kind
from ripwire.rg import ignores
from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Engine, Report
from ripwire.rg.query import ListQuery
from ripwire.rg.verdict import Stop
from ripwire.services.threads import joined
from ripwire.services.watch.changes import Changes
from ripwire.services.watch.filesystem import events_are_reliable
from ripwire.services.watch.tree import WatchedTree

ROOTS = 16
"""Lists kept at once; the one not used for longest goes first."""
WALK_AGAIN_S = 2.0
MANY_CHANGES = 2000
"""More changed paths than this are cheaper walked than looked at one by one."""


@attrs.define(eq=False)
class FileList:
    """`paths`: sorted, relative to `root`, as rg lists them by default; put in place whole, never changed.

    `generation` is another number for every list that was ever made.
    """

    root: Path
    paths: list[bytes] = attrs.field(factory=list)
    generation: int = 0
    report: Report = attrs.field(factory=Report)
    expected: list[bytes] | None = None
    """Files whose folders are watched already, before the first listing; of use to that alone."""
    tree: WatchedTree | None = None
    changes: Changes | None = None
    listed_at: float = 0.0
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)

    def __contains__(self, path: bytes) -> bool:
        at = bisect_left(self.paths, path)
        return at < len(self.paths) and self.paths[at] == path


@attrs.define(eq=False)
class FileLists:
    engine: Engine
    _lists: OrderedDict[Path, FileList] = attrs.field(factory=OrderedDict)
    _numbers: Iterator[int] = attrs.field(factory=lambda: itertools.count(1))

    async def fresh(self, root: Path, timeout_s: float) -> FileList:
        """The list as the tree is now.  `Failure` when it could not be made."""
        kept = self._kept(root)
        async with kept.lock:
            if kept.tree is not None:
                kept.tree.drain()
                if kept.tree.over:
                    _let_go(kept)
            try:
                if self._is_stale(kept):
                    await self._list(kept, timeout_s)
                elif kept.changes is not None and not kept.changes.empty:
                    await self._apply(kept, timeout_s)
            except BaseException:
                # Ended in the middle: what it had taken note of is in no list.
                _distrust(kept)
                raise
        return kept

    async def expect(self, root: Path, paths: list[bytes]) -> WatchedTree | None:
        """Watch the folders of files that the root had before; the list itself is still to be made."""
        kept = self._kept(root)
        async with kept.lock:
            self._open(kept)
            if kept.tree is not None:
                await joined(kept.tree.watch_folders_of, paths)
                kept.expected = paths
            return kept.tree

    def peek(self, root: Path) -> FileList | None:
        """The list as it was last made, if there is one."""
        return self._lists.get(root)

    def clear(self) -> None:
        for kept in self._lists.values():
            _let_go(kept)
        self._lists.clear()

    def __len__(self) -> int:
        return sum(len(kept.paths) for kept in self._lists.values())

    def _kept(self, root: Path) -> FileList:
        kept = self._lists.setdefault(root, FileList(root))
        self._lists.move_to_end(root)
        while len(self._lists) > ROOTS:
            _, old = self._lists.popitem(last=False)
            _let_go(old)
        return kept

    def _is_stale(self, kept: FileList) -> bool:
        if kept.tree is not None and kept.tree.trusted and kept.changes is not None:
            many = len(kept.changes.files) + len(kept.changes.folders) > MANY_CHANGES
            return kept.changes.relist or many
        return not kept.paths or time.monotonic() - kept.listed_at > WALK_AGAIN_S

    async def _list(self, kept: FileList, timeout_s: float) -> None:
        """List, watch what was not watched yet, and list again if that has changed: nothing falls between."""
        self._open(kept)
        for _ in range(2):
            if kept.changes is not None:
                kept.changes.clear()
            expected, kept.expected = kept.expected, None
            began = time.time_ns()
            await self._walk(kept, timeout_s)
            if kept.tree is None or kept.paths == expected:
                return
            # Folders that were not watched while rg walked may have changed meanwhile.
            if not await joined(kept.tree.watch_folders_of, kept.paths, began):
                return

    def _open(self, kept: FileList) -> None:
        if kept.tree is None and events_are_reliable(kept.root):
            try:
                kept.tree = WatchedTree.open(kept.root)
            except OSError:
                return
            kept.changes = kept.tree.reader()

    async def _walk(self, kept: FileList, timeout_s: float) -> None:
        found: list[bytes] = []

        async def take(paths: list[bytes]) -> Stop | None:
            found.extend(paths)
            return None

        query = ListQuery(root=kept.root)
        report = await self.engine.list_files(query, take, Deadline.after(timeout_s))
        if report.failure is not None:
            raise report.failure
        kept.paths = await asyncio.to_thread(sorted, found)
        kept.report, kept.listed_at = report, time.monotonic()
        kept.generation = next(self._numbers)

    async def _apply(self, kept: FileList, timeout_s: float) -> None:
        """What changed is listed anew by rg, in the few folders where it lies; the rest stays."""
        assert kept.changes is not None
        changes = kept.changes
        unknown = {path for path in changes.files if path not in kept or not _is_file(kept.root, path)}
        folders = {folder for folder in changes.folders if _is_listed(kept.root, folder)}
        gone = changes.gone | changes.folders
        changes.clear()
        if not unknown and not folders and not gone:
            return  # known files that only have new content
        touched = {os.path.dirname(path) for path in unknown}  # noqa: PTH120 - bytes
        touched = {folder for folder in touched if _is_listed(kept.root, folder)}
        fresh = await self._list_some(kept.root, tuple(touched), 1, timeout_s)
        below = await self._list_some(kept.root, tuple(folders), None, timeout_s)
        paths = await asyncio.to_thread(_merged, kept.paths, touched, gone, fresh | below)
        if paths != kept.paths:
            kept.paths, kept.generation = paths, next(self._numbers)
        if kept.tree is not None and below:
            await joined(kept.tree.watch_folders_of, below)

    async def _list_some(
        self, root: Path, folders: tuple[bytes, ...], depth: int | None, timeout_s: float
    ) -> set[bytes]:
        """Rg's list of a few folders; one that is gone meanwhile holds nothing."""
        fresh: set[bytes] = set()

        async def take(paths: list[bytes]) -> Stop | None:
            fresh.update(paths)
            return None

        if folders:
            query = ListQuery(root=root, folders=folders, max_depth=depth)
            report = await self.engine.list_files(query, take, Deadline.after(timeout_s))
            if report.failure is not None and report.failure.kind is not Kind.UNREADABLE:
                raise report.failure
        return fresh


def _merged(paths: list[bytes], touched: set[bytes], gone: set[bytes], fresh: set[bytes]) -> list[bytes]:
    """Without what lay directly in a touched folder or below a gone one, with what rg lists there now."""
    below = tuple(folder + b"/" for folder in gone)
    kept = [
        path
        for path in paths
        if os.path.dirname(path) not in touched and not path.startswith(below)  # noqa: PTH120
    ]
    kept += fresh
    return sorted(set(kept))


def _is_file(root: Path, path: bytes) -> bool:
    return os.path.isfile(os.path.join(os.fsencode(root), path))  # noqa: PTH113, PTH118 - bytes


def _is_listed(root: Path, folder: bytes) -> bool:
    """A folder that is there and that rg would walk into."""
    if not folder:
        return True
    place = PurePosixPath(os.fsdecode(folder))
    full = root / place
    return full.is_dir() and not full.is_symlink() and not ignores.is_passed_over(root, place)


def _distrust(kept: FileList) -> None:
    kept.listed_at = float("-inf")
    if kept.changes is not None:
        kept.changes.relist = True


def _let_go(kept: FileList) -> None:
    if kept.tree is not None:
        kept.tree.close()
    kept.tree, kept.changes, kept.listed_at = None, None, float("-inf")
