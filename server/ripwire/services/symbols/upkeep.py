"""Keeps the trees: loads, builds and refreshes tables, in the background and only once asked.

Nothing is scanned before the first symbol request.  Then the table is loaded from the cache or built by a
worker process of low priority; requests meanwhile are answered without it.  A tree is compared with the
disk on request, at most every two seconds, and at once for files that a client's watcher names.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from pathlib import Path, PurePosixPath

import attrs

from ripwire.errors import Failure
from ripwire.rg import ignores
from ripwire.rg.engine import Engine
from ripwire.services.symbols import reading, rows, sources
from ripwire.services.symbols.files import Scanned, ScannedFiles
from ripwire.services.symbols.tree import Tree
from ripwire.services.symbols.workshop import Workshop

TREES = 8
"""Roots whose tables stay in memory."""
CHECK_EVERY_S = 2.0
FEW = 200
"""So many changed files are scanned here; more are the worker's."""
MANY_EVENTS = 2000
AGAIN_AFTER_S = 60.0
"""After a build that failed."""

log = logging.getLogger(__name__)


@attrs.define(eq=False, repr=False)
class Kept:
    """A tree with what is going on around it."""

    tree: Tree
    checked_at: float = float("-inf")
    not_before: float = float("-inf")
    task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self.task is not None and not self.task.done()


@attrs.define(eq=False, repr=False)
class Upkeep:
    """Owned by the backend.  `close()` returns when nothing of it runs any more."""

    engine: Engine
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
            kept.task = self._spawn(self._bring_up_to_date(kept))
        if kept.task is not None and kept.busy:
            await asyncio.wait({kept.task}, timeout=within_s)
        return kept.tree

    def changed(self, paths: Iterable[Path]) -> None:
        """Somebody saw these files change.  They are looked at when a request needs them."""
        for path in paths:
            for root, kept in self._trees.items():
                if path.is_relative_to(root):
                    kept.tree.marks.add(os.fsencode(path.relative_to(root)))
                    if len(kept.tree.marks) > MANY_EVENTS:
                        kept.checked_at = float("-inf")
                        kept.tree.marks.clear()

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
        return [root for root, kept in self._trees.items() if kept.busy and not kept.tree.ready]

    def clear(self) -> None:
        """Forget what can be had again."""
        self.files.clear()
        for root in [root for root, kept in self._trees.items() if not kept.busy]:
            del self._trees[root]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    def _kept(self, root: Path) -> Kept:
        kept = self._trees.get(root)
        if kept is None:
            kept = self._trees[root] = Kept(Tree(root))
            self._forget_oldest()
        self._trees.move_to_end(root)
        return kept

    def _forget_oldest(self) -> None:
        idle = [root for root, kept in self._trees.items() if not kept.busy]
        for root in idle[: len(self._trees) - TREES]:
            del self._trees[root]

    def _due(self, kept: Kept) -> bool:
        now = time.monotonic()
        if now < kept.not_before:
            return False
        return bool(kept.tree.marks) or now - kept.checked_at >= CHECK_EVERY_S

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _bring_up_to_date(self, kept: Kept) -> None:
        """Never raises: a request goes on without a table, and we try again later."""
        try:
            recent = time.monotonic() - kept.checked_at < CHECK_EVERY_S
            if kept.tree.ready and kept.tree.marks and recent:
                await self._look_at_marks(kept.tree)
            elif kept.tree.ready:
                await self._compare(kept, kept.tree)
            else:
                await self._first_table(kept)
            if kept.tree.wants_merge:
                await self._build(kept, await self._listed(kept.tree.root))
        except (Failure, OSError) as exc:
            kept.not_before = time.monotonic() + AGAIN_AFTER_S
            log.warning("no fresh symbol table for now: %s", exc)

    async def _first_table(self, kept: Kept) -> None:
        """The stored table, compared before anybody sees it, or a new one."""
        root = kept.tree.root
        stored = await self.workshop.stored(root)
        if stored is not None:
            fresh = Tree(root, marks=kept.tree.marks)
            fresh.adopt(stored)
            await self._compare(kept, fresh)
            kept.tree = fresh
        elif self.builds:
            began = time.monotonic()
            kept.tree.marks.clear()
            await self._build(kept, await self._listed(root))
            kept.checked_at = began

    async def _look_at_marks(self, tree: Tree) -> None:
        marks, tree.marks = tree.marks, set()
        inside = [path for path in marks if tree.key(path) is not None or self._listable(tree, path)]
        for path, scanned in (await self.files.of(tree.root, inside)).items():
            tree.put(path, scanned)

    def _listable(self, tree: Tree, path: bytes) -> bool:
        """A new file counts when ripgrep would list it."""
        place = PurePosixPath(os.fsdecode(path))
        hidden = any(part.startswith(".") for part in place.parts)
        known = rows.language_of(path) is not None
        return known and not hidden and not ignores.is_ignored(tree.root, place, is_file=True)

    async def _compare(self, kept: Kept, tree: Tree) -> None:
        """List the files and look at the key of each; a table that is far behind is built anew."""
        began = time.monotonic()
        tree.marks.clear()
        listed = await self._listed(tree.root)
        stale, gone = await asyncio.to_thread(_differences, tree, listed)
        for path in gone:
            tree.put(path, None)
        if len(stale) > FEW and self.builds:
            tree.adopt(await self.workshop.built(tree.root, listed))
        else:
            for path, scanned in (await self.files.of(tree.root, stale)).items():
                tree.put(path, scanned)
        kept.checked_at = began

    async def _listed(self, root: Path) -> list[bytes]:
        return await sources.listed(self.engine, root, self.wanted)

    async def _build(self, kept: Kept, listed: list[bytes]) -> None:
        if self.builds:
            kept.tree.adopt(await self.workshop.built(kept.tree.root, listed))


def _differences(tree: Tree, listed: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """(new or changed, gone), by a look at each file's key.  Runs in a thread."""
    known = dict(tree.known())
    base = os.fsencode(tree.root) + b"/"
    stale: list[bytes] = []
    for path in listed:
        key = reading.key_at(base + path)
        if key is not None and known.pop(path, None) != key:
            stale.append(path)
    return stale, list(known)
