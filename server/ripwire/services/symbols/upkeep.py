"""Keeps the trees: loads, builds and refreshes tables, in the background and only once asked.

Nothing is scanned before the first symbol request.  Then the table is loaded from the cache or built by
worker processes of low priority; requests meanwhile are answered without it.  Before each answer a tree
catches up with what its root's watcher says; where there is no watcher it is compared with the disk at
most every two seconds, and at once for files that a client names.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.services.file_lists import FileLists
from ripwire.services.following import Follower
from ripwire.services.symbols import catching_up
from ripwire.services.symbols.files import Scanned, ScannedFiles
from ripwire.services.symbols.kept import Kept
from ripwire.services.symbols.marks import Marks
from ripwire.services.symbols.present import Present, Told
from ripwire.services.symbols.tree import Tree
from ripwire.services.symbols.workshop import Workshop

TREES = 8
"""Roots whose tables stay in memory."""
CHECK_EVERY_S = 2.0
BATCH_S = 0.1
"""A client's events come in bursts; so long after the first of one they are looked at."""
FEW = 200
"""So many changed files are scanned here; more are the workers'."""
AGAIN_AFTER_S = 60.0
"""After a build that failed."""

log = logging.getLogger(__name__)


@attrs.define(eq=False, repr=False)
class Upkeep:
    """Owned by the backend.  `close()` returns when nothing of it runs any more."""

    lists: FileLists
    workshop: Workshop
    builds: bool = True
    """Off: tables are not built, only used when they are there."""
    files: ScannedFiles = attrs.field(init=False)
    _trees: OrderedDict[Path, Kept] = attrs.field(factory=OrderedDict)
    _tasks: set[asyncio.Task[None]] = attrs.field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.files = ScannedFiles(self.wanted)

    @property
    def wanted(self) -> frozenset[str]:
        """Kinds that tables usually leave out, from the settings."""
        return self.workshop.wanted

    async def tree(self, root: Path, *, within_s: float) -> Tree:
        """The tree, as fresh as it gets in that time.  Not `ready`: answer without a table."""
        kept = self._kept(root)
        if not kept.busy and self._due(kept):
            kept.task = self._spawn(self._freshen(kept))
        if kept.task is not None and kept.busy:
            await asyncio.wait({kept.task}, timeout=within_s)
        return kept.tree

    def changed(self, paths: Iterable[Path]) -> None:
        """A client saw these files change.  Where we have a watcher of our own it is not news."""
        for path in paths:
            for root, kept in self._trees.items():
                if path.is_relative_to(root) and kept.tree.ready and not kept.present.watched:
                    kept.marks.add(path.relative_to(root))
                    if kept.marks.first:
                        self._spawn(self._look_soon(kept))

    def replace(self, root: Path, path: bytes, scanned: Scanned | None) -> None:
        """A request found this file to be other than its tree says."""
        if root in self._trees:
            self._trees[root].tree.put(path, scanned)

    def peek(self, root: Path) -> Tree | None:
        """The tree if there is one already; nothing is begun."""
        kept = self._trees.get(root)
        return kept.tree if kept else None

    def trees(self) -> list[Tree]:
        """For the status page."""
        return [kept.tree for kept in self._trees.values()]

    def building(self) -> list[Path]:
        return [root for root, kept in self._trees.items() if kept.building]

    def clear(self) -> None:
        """Forget what can be had again."""
        self.files.clear()
        for root in [root for root, kept in self._trees.items() if not kept.busy and not kept.building]:
            self._forget(root)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks))
        for kept in self._trees.values():
            kept.present.leave()

    def _kept(self, root: Path) -> Kept:
        kept = self._trees.get(root)
        if kept is None:
            present = Present(Follower(self.lists, root), self.wanted)
            kept = self._trees[root] = Kept(Tree(root), present, Marks(root))
            self._forget_oldest()
        self._trees.move_to_end(root)
        return kept

    def _forget_oldest(self) -> None:
        idle = [root for root, kept in self._trees.items() if not kept.busy and not kept.building]
        for root in idle[: max(0, len(self._trees) - TREES)]:
            self._forget(root)

    def _forget(self, root: Path) -> None:
        self._trees.pop(root).present.leave()

    def _due(self, kept: Kept) -> bool:
        now = time.monotonic()
        if now < kept.not_before:
            return False
        if kept.present.watched or kept.marks or kept.behind:
            return True
        return now - kept.checked_at >= CHECK_EVERY_S

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _look_soon(self, kept: Kept) -> None:
        """So that the next request finds the work done.  Too many events are left for it to compare."""
        await asyncio.sleep(BATCH_S)
        while kept.busy and kept.task is not None:
            await asyncio.wait({kept.task})
        if kept.marks and not kept.marks.many:
            kept.task = asyncio.current_task()
            await self._freshen(kept)

    async def _freshen(self, kept: Kept) -> None:
        """Never raises: a request goes on without a table, and we try again later."""
        try:
            if kept.tree.store is not None:
                await self._catch_up(kept, kept.tree)
            elif not kept.building:
                await self._first_table(kept)
        except (Failure, OSError) as exc:
            self._failed(kept, exc)

    async def _first_table(self, kept: Kept) -> None:
        """The stored table, compared before anybody sees it, or a new one."""
        stored = None if kept.loaded else await self.workshop.stored(kept.tree.root)
        kept.loaded = True
        if stored is not None:
            fresh = Tree(kept.tree.root)
            fresh.adopt(stored)
            await self._catch_up(kept, fresh)
            kept.tree = fresh
        elif self.builds:
            kept.checked_at = time.monotonic()
            await kept.present.news()
            kept.behind = False
            self._build_behind(kept)

    async def _catch_up(self, kept: Kept, tree: Tree) -> None:
        began = time.monotonic()
        recent = began - kept.checked_at < CHECK_EVERY_S
        if kept.marks and not kept.marks.many and recent and not kept.behind:
            await self._look_at_marks(kept, tree)
            return
        kept.marks.clear()
        was_behind, kept.behind = kept.behind, True
        told = await kept.present.news()
        await self._apply(kept, tree, told, everything=told.everything or was_behind)
        kept.behind, kept.checked_at = False, began

    async def _apply(self, kept: Kept, tree: Tree, told: Told, *, everything: bool) -> None:
        stale, gone = told.stale, told.gone
        if everything:
            stale, gone = await asyncio.to_thread(catching_up.differences, tree, kept.present.paths)
        for path in gone:
            tree.put(path, None)
        await self._take(kept, tree, stale)

    async def _look_at_marks(self, kept: Kept, tree: Tree) -> None:
        taken = kept.marks.take()
        stale = await asyncio.to_thread(catching_up.named, tree, taken, kept.present.holds_symbols)
        if stale is None:
            kept.behind = True
            await self._catch_up(kept, tree)
        else:
            await self._take(kept, tree, stale)

    async def _take(self, kept: Kept, tree: Tree, stale: Iterable[bytes]) -> None:
        """Scan what is different; when that is too much, answers come without the table until it is new."""
        different = await asyncio.to_thread(catching_up.really_stale, tree, stale)
        if len(different) > FEW and self.builds:
            tree.outdated = True
        else:
            await self._scan(tree, different)
        if (tree.outdated or tree.wants_merge) and self.builds and not kept.building:
            self._build_behind(kept)

    async def _scan(self, tree: Tree, paths: Iterable[bytes]) -> None:
        for path, scanned in (await self.files.of(tree.root, paths)).items():
            tree.put(path, scanned)

    def _build_behind(self, kept: Kept) -> None:
        kept.build = self._spawn(self._build(kept, sorted(kept.present.paths)))

    async def _build(self, kept: Kept, paths: list[bytes]) -> None:
        """A new table.  What was looked at while it was made is looked at again."""
        kept.tree.touched.clear()
        try:
            store = await self.workshop.built(kept.tree.root, paths)
            touched = set(kept.tree.touched)
            kept.tree.adopt(store)
            await self._scan(kept.tree, await asyncio.to_thread(catching_up.really_stale, kept.tree, touched))
        except (Failure, OSError) as exc:
            self._failed(kept, exc)

    def _failed(self, kept: Kept, exc: Exception) -> None:
        kept.not_before = time.monotonic() + AGAIN_AFTER_S
        log.warning("no fresh symbol table for now: %s", exc)
