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
from ripwire.services.file_lists import FileList, FileLists
from ripwire.services.index import store
from ripwire.services.index.store import Tables
from ripwire.services.index.table import Table
from ripwire.services.watch.tree import Changes

LISTING_S = 120.0
MOST_DIRTY = 400
"""More changed files than this are not read while a search waits."""
STALE_SHARE = 10
"""A stored index of which more than a tenth has changed is built anew."""

log = logging.getLogger(__name__)


@attrs.frozen
class Built:
    table: Table
    changes: Changes
    """What has changed since the table was read."""


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
        listed = await self.lists.fresh(root, LISTING_S)
        if len(listed.paths) < self.least_files:
            return f"fewer than {self.least_files} files"
        if listed.tree is None or not listed.tree.trusted:
            return "no file events here"
        changes = listed.tree.reader()
        changes.clear()
        table = await self._table(listed)
        if table is None:
            listed.tree.forget(changes)
            return "not built: the builder left nothing usable"
        return Built(table, changes)

    async def _table(self, listed: FileList) -> Table | None:
        """The stored one with what has changed read again, or a new one."""
        file = store.file_of(self.folder, listed.root)
        tables = await asyncio.to_thread(store.read, file, listed.root)
        if tables is not None:
            table, changed = await asyncio.to_thread(_loaded, listed.root, tables)
            if len(changed) <= max(MOST_DIRTY, len(tables.paths) // STALE_SHARE):
                await asyncio.to_thread(table.refresh, changed)
                return table
        await self._run(listed.root, listed.paths, file)
        tables = await asyncio.to_thread(store.read, file, listed.root)
        if tables is None:
            return None
        table, changed = await asyncio.to_thread(_loaded, listed.root, tables)
        await asyncio.to_thread(table.refresh, changed)
        return table

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


def _loaded(root: Path, tables: Tables) -> tuple[Table, list[bytes]]:
    table = Table.of(root, tables)
    return table, table.changed_since(tables)
