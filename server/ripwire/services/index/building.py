"""Making an index: from what was stored, or by a process of its own at low priority.

Every change from before the builder starts is remembered, so what it reads too early is read again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

import attrs

from ripwire.rg.priority import Priority
from ripwire.rg.process import Children
from ripwire.services.file_lists import FileLists
from ripwire.services.following import Follower, News
from ripwire.services.index import store
from ripwire.services.index.table import Table

LISTING_S = 120.0
MOST_DIRTY = 400
"""More changed files than this are not read while a search waits."""
STALE_SHARE = 10
"""A stored index of which more than a tenth has changed is built anew."""

log = logging.getLogger(__name__)


@attrs.frozen
class Built:
    table: Table
    follower: Follower
    """Whose next news is of what has changed since the table was read."""


@attrs.define(eq=False)
class Builder:
    children: Children
    lists: FileLists
    folder: Path
    least_files: int

    async def build(self, root: Path) -> Built | str:
        """The index, or why there is none, in words for a status page."""
        if getattr(sys, "frozen", False):
            return "a one-file program has no builder"
        follower = Follower(self.lists, root)
        try:
            built = await self._stored(follower) or await self._new(follower)
        except BaseException:
            follower.leave()
            raise
        if isinstance(built, str):
            follower.leave()
            return built
        return Built(built, follower)

    async def _stored(self, follower: Follower) -> Table | None:
        """What was kept, with what has changed read again; None when there is none, or too much is different.

        The files are looked at while rg lists them: the folders are watched before both.
        """
        tables = await asyncio.to_thread(store.read, store.file_of(self.folder, follower.root), follower.root)
        if tables is None:
            return None
        await follower.begin(tables.paths)
        table = Table.of(follower.root, tables)
        looking = asyncio.create_task(asyncio.to_thread(table.changed_since, tables))
        try:
            news = await follower.news(LISTING_S)
        finally:
            await asyncio.wait({looking})
        if self._unfit(news) or news.everything:
            return None
        stale = news.among(table.slots).union(looking.result(), set(news.paths).difference(table.slots))
        most = max(MOST_DIRTY, len(tables.paths) // STALE_SHARE)
        return table if len(stale) <= most and await asyncio.to_thread(table.refresh, stale) else None

    async def _new(self, follower: Follower) -> Table | str:
        news = await follower.news(LISTING_S)
        if why := self._unfit(news):
            return why
        file = store.file_of(self.folder, follower.root)
        await self._run(follower.root, news.paths, file)
        tables = await asyncio.to_thread(store.read, file, follower.root)
        if tables is None:
            return "not built: the builder left nothing usable"
        table = Table.of(follower.root, tables)
        await asyncio.to_thread(table.refresh, await asyncio.to_thread(table.changed_since, tables))
        return table

    def _unfit(self, news: News) -> str | None:
        if len(news.paths) < self.least_files:
            return f"fewer than {self.least_files} files"
        return f"no file events: {news.unwatched}" if news.unwatched is not None else None

    async def _run(self, root: Path, paths: list[bytes], file: Path) -> None:
        """One process at nice 19; it is ended with us like every child."""
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="ripwire-") as folder:
            listed = Path(folder) / "list"
            await asyncio.to_thread(listed.write_bytes, b"\0".join(paths))
            module = ["-P", "-m", "ripwire.services.index.worker"]
            argv = [sys.executable, *module, str(root), str(listed), str(file)]
            async with self.children.running(
                Path(argv[0]), argv, Path(folder), priority=Priority(low=True)
            ) as child:
                status = await child.wait()
        if status != 0:
            raise OSError(status, os.fsdecode(bytes(child.stderr.kept))[-300:] or "the builder failed")
        log.info("index of %d files built in %.1f s", len(paths), time.perf_counter() - began)
