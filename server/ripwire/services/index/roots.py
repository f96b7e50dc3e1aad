"""The indexes of all roots: built after the first search, asked before each, never trusted blindly.

Before every answer the file list drains the kernel's events; files that changed are read again, and what
cannot be told exactly makes the search walk the tree.  `Bypass` says why, for the ledger.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.rg.attempt import Deadline
from ripwire.rg.process import NotStartedError
from ripwire.rg.query import Binary, Case, Filter, TextQuery
from ripwire.services.file_lists import FileLists
from ripwire.services.filtered_lists import FilteredLists, narrows
from ripwire.services.following import Follower, News
from ripwire.services.index import literals
from ripwire.services.index.building import MOST_DIRTY, Builder
from ripwire.services.index.door import Bypass, Candidates
from ripwire.services.index.narrowing import Narrowing, Searched
from ripwire.services.index.table import Table
from ripwire.services.threads import joined

SHARE = 0.2
"""Of the files: with more candidates a walk is as fast."""
MOST = 15_000
ARGUMENTS = 1_000_000
"""Bytes of names in one call; Linux allows 2 MB."""

log = logging.getLogger(__name__)


@attrs.define(eq=False)
class RootIndex:
    root: Path
    table: Table | None = None
    generation: int = -1
    follower: Follower | None = None
    narrowing: Narrowing = attrs.field(factory=Narrowing)
    dirty: set[bytes] = attrs.field(factory=set)
    """Told of and not read again yet."""
    building: asyncio.Task[None] | None = None
    state: str = "new"
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)


@attrs.define(eq=False)
class Indexes:
    lists: FileLists
    filtered: FilteredLists
    builder: Builder
    memory_cap: int
    _roots: OrderedDict[Path, RootIndex] = attrs.field(factory=OrderedDict)

    async def candidates(self, query: TextQuery, deadline: Deadline) -> Candidates | Bypass:
        """What rg has to look at for this query, or why everything."""
        why = self._unfit(query)
        if why is not None:
            return Bypass(why)
        index = self._roots.get(query.root)
        if index is None or index.table is None:
            return Bypass(index.state if index else "new")
        self._roots.move_to_end(query.root)
        branches = literals.required(query)
        if branches is None and index.narrowing.files(query) is None:
            return Bypass("no literal of three letters in the pattern", index.narrowing.begin(query))
        async with index.lock:
            if index.table is None:
                return Bypass(index.state)
            listed = await self._fresh(index, deadline)
            if isinstance(listed, Bypass):
                return listed
            chosen = await self._choose(index, listed, query, branches, deadline)
            return attrs.evolve(chosen, searched=index.narrowing.begin(query))

    def remember(self, root: Path, searched: Searched, matched: frozenset[bytes]) -> None:
        """A search has come to its end, and these are all the files that matched."""
        index = self._roots.get(root)
        if index is not None:
            index.narrowing.remember(searched, matched)

    def consider(self, root: Path) -> None:
        """A content search of `root` has just ended: build its index in the background, if it is worth it."""
        if root in self._roots:
            return
        index = RootIndex(root)
        self._roots[root] = index
        index.building = asyncio.create_task(self._build_quietly(index))

    def clear(self) -> None:
        for index in self._roots.values():
            if index.building is not None:
                index.building.cancel()
            self._let_go(index)
        self._roots.clear()

    async def close(self) -> None:
        """Return when no builder runs."""
        building = [index.building for index in self._roots.values() if index.building is not None]
        self.clear()
        if building:
            await asyncio.wait(building)

    def states(self) -> dict[str, str]:
        """Root → `ready`, `building`, or why it has no index."""
        return {str(root): index.state for root, index in self._roots.items()}

    @property
    def memory(self) -> int:
        return sum(index.table.memory for index in self._roots.values() if index.table is not None)

    def _unfit(self, query: TextQuery) -> str | None:
        if query.file is not None or query.files:
            return "files are named"
        if not narrows(query.filter, query.root):
            return "files outside of the list are asked for"
        if query.encoding is not None or query.binary is not Binary.SKIP:
            return "files are read in another way"
        return None

    async def _fresh(self, index: RootIndex, deadline: Deadline) -> News | Bypass:
        """The list as it is now, and a table that agrees with it."""
        assert index.follower is not None
        left = max(1.0, deadline.at - asyncio.get_running_loop().time())
        try:
            news = await index.follower.news(left)
        except Failure:
            return Bypass("the tree could not be listed")
        if news.unwatched is not None:
            # What happens from now on is not told: this table is of no use any more.
            self._rebuild(index)
            return Bypass(f"no file events: {news.unwatched}")
        if not await self._synchronised(index, news):
            self._rebuild(index)
            return Bypass("many files changed")
        return news if news.complete else Bypass("some folders could not be read")

    async def _synchronised(self, index: RootIndex, news: News) -> bool:
        """Whether the table agrees with the disk now; not when too much is different."""
        table, dirty = index.table, index.dirty
        assert table is not None
        dirty |= news.among(table.slots)
        if news.generation != index.generation:
            table.remove(news.gone(table.slots, dirty))
        index.narrowing.changed(dirty)
        if len(dirty) > MOST_DIRTY or (dirty and not await joined(table.refresh, frozenset(dirty))):
            return False
        dirty.clear()
        index.generation = news.generation
        return True

    async def _choose(
        self,
        index: RootIndex,
        listed: News,
        query: TextQuery,
        branches: literals.Branches | None,
        deadline: Deadline,
    ) -> Candidates | Bypass:
        table = index.table
        assert table is not None
        most = min(MOST, max(64, int(len(listed.paths) * SHARE)))
        narrowed = index.narrowing.files(query)
        folded = query.case is not Case.SENSITIVE
        slots = table.candidates(branches, narrowed, folded=folded, most=most)
        if slots is None:
            return Bypass("too common")
        allowed, covered = None, len(listed.paths)
        if query.filter != Filter():
            filtered = await self.filtered.of(index.root, listed, query.filter, deadline)
            if filtered is None:
                return Bypass("files outside of the list are asked for")
            allowed, covered = filtered.paths, len(filtered.paths)
        named: list[bytes] = []
        apart: list[bytes] = []
        for slot in slots:
            path = table.paths[slot]
            if path is not None and (allowed is None or path in allowed):
                (apart if table.is_apart(slot) else named).append(path)
        if sum(map(len, named)) + 8 * len(named) > ARGUMENTS:
            return Bypass("too common")
        return Candidates(tuple(named), tuple(apart), covered)

    def _rebuild(self, index: RootIndex) -> None:
        self._let_go(index)
        index.state = "building"
        index.building = asyncio.create_task(self._build_quietly(index))

    def _let_go(self, index: RootIndex) -> None:
        if index.follower is not None:
            index.follower.leave()
        index.table, index.follower, index.generation = None, None, -1
        index.dirty.clear()
        index.narrowing.clear()

    async def _build_quietly(self, index: RootIndex) -> None:
        """A builder that fails costs an index and nothing else."""
        index.state = "building"
        try:
            built = await self.builder.build(index.root)
        except (Failure, OSError, NotStartedError, TimeoutError) as exc:
            built = f"not built: {exc}"
            log.info("no index of a root: %s", exc)
        finally:
            index.building = None
        if isinstance(built, str):
            index.state = built
            return
        index.table, index.follower, index.state = built.table, built.follower, "ready"
        self._make_room(index)

    def _make_room(self, newest: RootIndex) -> None:
        for index in list(self._roots.values()):
            if self.memory <= self.memory_cap:
                return
            if index is not newest:
                self._let_go(index)
                index.state = "let go: others were used later"
        if self.memory > self.memory_cap:
            self._let_go(newest)
            newest.state = "larger than the setting index.maxBytes"
