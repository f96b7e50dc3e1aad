"""The one way in to the warm index: candidates for a query, or why there are none.

The index itself needs numpy (extra `index`), which costs 100 ms and 20 MB: it is imported after the first
content search, and without it every search simply walks the tree.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

from ripwire.config import Settings, cache_folder
from ripwire.rg.attempt import Deadline
from ripwire.rg.process import Children
from ripwire.rg.query import TextQuery
from ripwire.services.file_lists import FileLists
from ripwire.services.filtered_lists import FilteredLists


@attrs.frozen
class Bypass:
    """The tree is walked; `reason` goes into the ledger."""

    reason: str
    searched: Any = None
    """As in `Candidates`."""

    def __str__(self) -> str:
        return self.reason


@attrs.frozen
class Candidates:
    """`named` go to rg by name; `apart` (NUL bytes, several names, unreadable) must be walked."""

    named: tuple[bytes, ...]
    apart: tuple[bytes, ...]
    covered: int
    """Files that the answer speaks for."""
    searched: Any = None
    """To be given back when the search has ended: what it found serves the next keystroke."""


@attrs.define(eq=False)
class IndexDoor:
    settings: Settings
    children: Children
    lists: FileLists
    filtered: FilteredLists
    enabled: bool
    _indexes: Any = None
    _missing: str | None = None
    _waiting: list[Path] = attrs.field(factory=list)
    _opening: asyncio.Task[None] | None = None

    async def candidates(self, query: TextQuery, deadline: Deadline) -> Candidates | Bypass | None:
        """None where no index is wanted at all."""
        if not self.enabled:
            return None
        if self._indexes is None:
            return Bypass(self._missing or "new")
        found: Candidates | Bypass = await self._indexes.candidates(query, deadline)
        return found

    def remember(
        self, root: Path, chosen: Candidates | Bypass | None, matched: frozenset[bytes] | None
    ) -> None:
        """The search that `chosen` was for has ended, and these are all the files that matched."""
        if chosen is not None and chosen.searched is not None and matched is not None:
            self._indexes.remember(root, chosen.searched, matched)

    def consider(self, root: Path, files: int) -> None:
        """A content search of `root` has looked at so many files; an index may be built behind it."""
        if not self.enabled or self._missing is not None or files < self.settings.index_least_files:
            return
        if self._indexes is not None:
            self._indexes.consider(root)
            return
        self._waiting.append(root)
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())

    async def _open(self) -> None:
        """Import beside the loop: 100 ms of it are numpy's."""
        try:
            building = await asyncio.to_thread(import_module, "ripwire.services.index.building")
            roots = await asyncio.to_thread(import_module, "ripwire.services.index.roots")
        except ImportError:
            self._missing = "numpy is not installed"
            self._waiting.clear()
            return
        folder = cache_folder(self.settings) / "index"
        builder = building.Builder(self.children, self.lists, folder, self.settings.index_least_files)
        self._indexes = roots.Indexes(self.lists, self.filtered, builder, self.settings.index_max_bytes)
        for root in self._waiting:
            self._indexes.consider(root)
        self._waiting.clear()

    def states(self) -> dict[str, str]:
        """Root → `ready`, `building`, or why it has no index."""
        waiting = {str(root): "new" for root in self._waiting}
        return waiting | (self._indexes.states() if self._indexes is not None else {})

    @property
    def memory(self) -> int:
        """Bytes."""
        return int(self._indexes.memory) if self._indexes is not None else 0

    def clear(self) -> None:
        if self._indexes is not None:
            self._indexes.clear()

    async def close(self) -> None:
        if self._opening is not None:
            await asyncio.wait({self._opening})
            self._opening = None
        if self._indexes is not None:
            await self._indexes.close()
            self._indexes = None
