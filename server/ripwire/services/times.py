"""When the files of a root changed, kept once somebody has asked, so that the newest are told at once.

Times are looked at again when an event names their file, before each answer; files with several names are
looked at each time, because another name may lie elsewhere.  What events cannot vouch for is walked.
Roots are bounded in number and size, and go with `clear()`.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Report
from ripwire.rg.query import Filter
from ripwire.services.file_lists import FileLists
from ripwire.services.filtered_lists import FilteredLists
from ripwire.services.following import Follower, News
from ripwire.services.ranked import Order, Ranked
from ripwire.services.threads import joined

ROOTS = 4
MOST_FILES = 300_000
"""Of a root: 50 MB of times."""
MOST_LINKED = 2000
"""Files with several names: more are walked as fast."""
RANKINGS = 8
LISTING_S = 60.0


@attrs.frozen
class Newest:
    """`order`: (−mtime in ns, path), newest first, of at most as many as were asked for."""

    order: list[Order]
    total: int
    report: Report


@attrs.define(eq=False)
class RootTimes:
    follower: Follower
    times: dict[bytes, int] = attrs.field(factory=dict)
    """In ns; 0 for a file that is listed and cannot be looked at."""
    linked: set[bytes] = attrs.field(factory=set)
    generation: int = -1
    dirty: set[bytes] = attrs.field(factory=set)
    """Told of and not looked at yet."""
    rankings: OrderedDict[Filter, Ranked] = attrs.field(factory=OrderedDict)
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    warming: asyncio.Task[None] | None = None


@attrs.define(eq=False)
class FileTimes:
    lists: FileLists
    filtered: FilteredLists
    enabled: bool
    _roots: OrderedDict[Path, RootTimes] = attrs.field(factory=OrderedDict)

    def consider(self, root: Path, wanted: Filter) -> None:
        """The files of `root` have just been asked for by time: have them ready when they are again."""
        if not self.enabled or root in self._roots:
            return
        self._roots[root] = kept = RootTimes(Follower(self.lists, root))
        kept.warming = asyncio.create_task(self._warm(kept, wanted))
        while len(self._roots) > ROOTS:
            _let_go(self._roots.popitem(last=False)[1])

    async def newest(self, root: Path, wanted: Filter, most: int | None, deadline: Deadline) -> Newest | None:
        """As they are now; None where only a walk can tell."""
        kept = self._roots.get(root)
        if kept is None or (kept.warming is not None and not kept.warming.done()):
            return None
        self._roots.move_to_end(root)
        async with kept.lock:
            return await self._newest(kept, wanted, most, deadline)

    def clear(self) -> None:
        for kept in self._roots.values():
            _let_go(kept)
        self._roots.clear()

    async def close(self) -> None:
        """Return when nothing is looked at any more."""
        warming = [kept.warming for kept in self._roots.values() if kept.warming is not None]
        self.clear()
        if warming:
            await asyncio.wait(warming)

    async def _warm(self, kept: RootTimes, wanted: Filter) -> None:
        async with kept.lock:
            await self._newest(kept, wanted, 1, Deadline.after(LISTING_S))

    async def _newest(
        self, kept: RootTimes, wanted: Filter, most: int | None, deadline: Deadline
    ) -> Newest | None:
        try:
            news = await self._up_to_date(kept, deadline.at - asyncio.get_running_loop().time())
        except (Failure, OSError):
            return None  # the walk will say what is wrong
        if news is None:
            return None
        found = await self.filtered.of(kept.follower.root, news, wanted, deadline)
        if found is None:
            return None
        ranked = kept.rankings.setdefault(wanted, Ranked())
        if ranked.paths is not found.paths and not found.paths.issubset(kept.times):
            return None  # files that came while rg listed them
        kept.rankings.move_to_end(wanted)
        while len(kept.rankings) > RANKINGS:
            kept.rankings.popitem(last=False)
        ranked.narrow(found.paths, kept.times)
        return Newest(ranked.first(most, kept.times), len(found.paths), found.report)

    async def _up_to_date(self, kept: RootTimes, left_s: float) -> News | None:
        """Look again at what has changed since; None where that is not told."""
        news = await kept.follower.news(max(1.0, left_s))
        kept.dirty |= news.among(kept.times)
        if news.unwatched is not None or not news.complete or len(news.paths) > MOST_FILES:
            return None
        if news.generation != kept.generation:
            gone = news.gone(kept.times, kept.dirty)
            for path in gone:
                del kept.times[path]
            kept.linked.difference_update(gone)
        await _look(kept)
        kept.generation = news.generation
        return news if len(kept.linked) <= MOST_LINKED else None


async def _look(kept: RootTimes) -> None:
    """At what is dirty and what has several names; at everything when another file has got several."""
    had = frozenset(kept.linked)
    kept.dirty |= had
    while kept.dirty:
        for ranked in kept.rankings.values():
            ranked.changed(kept.dirty)
        everything = len(kept.dirty) == len(kept.times)
        await joined(_look_at, kept, frozenset(kept.dirty))
        everything = everything or kept.linked <= had
        kept.dirty = set() if everything else set(kept.times)


def _look_at(kept: RootTimes, paths: Iterable[bytes]) -> None:
    folder, stat = os.open(kept.follower.root, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)), os.stat
    try:
        for path in paths:
            try:
                status = stat(path, dir_fd=folder)
            except OSError:
                kept.times[path] = 0
                continue
            kept.times[path] = status.st_mtime_ns
            if status.st_nlink > 1:
                kept.linked.add(path)
    finally:
        os.close(folder)


def _let_go(kept: RootTimes) -> None:
    if kept.warming is not None:
        kept.warming.cancel()
    kept.follower.leave()
