"""Which entries an answer shows: the first that come, or a page of all of them in order.

An unordered page stops the search one entry past its limit, so it is a sample unless the search had ended.
An ordered page lets the search run to its end and keeps only the entries that it may show, so totals are
exact and memory is bounded by the page.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

from ripwire.rg.verdict import Stop
from ripwire.services.answers import CountEntry, Entry, FileEntry, Match, Packed, Sink
from ripwire.services.packed import count, first, singly
from ripwire.services.threads import joined

RETAINED_CAP = 20_000_000
"""Bytes of entries that we hold; streamed ones are not held."""
ENTRY_BYTES = 200
"""What an entry costs beside its text, measured with 1 M of them."""

SMALL = 1000
"""Entries that are sorted at once: less than 3 ms."""

Key = tuple[Any, ...]


@attrs.define(eq=False)
class FirstCome:
    """Entries as they come, to the sink or kept, up to `limit` (None: all).  Only a sink takes rows."""

    limit: int | None
    sink: Sink | None
    entries: list[Entry] = attrs.field(factory=list)
    total: int = 0
    stopped: bool = False
    _retained: int = 0

    async def add(self, batch: Sequence[Packed]) -> Stop | None:
        size = count(batch)
        room = size if self.limit is None else max(0, self.limit - self.total)
        shown = batch if size <= room else first(batch, room)
        self.total += size
        if shown and self.sink is not None:
            await self.sink(shown)
        elif shown:
            entries = singly(shown)
            self.entries += entries
            self._retained += sum(map(_weight, entries))
        if self.limit is not None and self.total > self.limit:
            self.stopped = True
            return Stop.LIMIT
        return Stop.MAX_BUFFER if self._retained > RETAINED_CAP else None

    async def finish(self) -> None:
        """Order what is kept; the sink has had everything already.

        Entries of one file came together and in order, so files are sorted, not entries; many of them not
        in the event loop, which 10,000 files would hold for 30 ms.
        """
        small = len(self.entries) <= SMALL
        self.entries = _in_order(self.entries) if small else await joined(_in_order, self.entries)


@attrs.define(eq=False)
class Ordered:
    """The entries from `offset` (or behind the key `after`) on, at most `limit`, in the order of `key`."""

    limit: int | None
    sink: Sink | None
    key: Callable[[Entry], Key]
    offset: int = 0
    after: Key | None = None
    entries: list[Entry] = attrs.field(factory=list)
    total: int = 0
    total_lines: int = 0
    stopped: bool = False
    shown: int = 0
    last_key: Key | None = None
    """Of the last entry on the page: where a cursor goes on."""
    _retained: int = 0

    async def add(self, packed: Sequence[Packed]) -> Stop | None:
        batch = singly(packed)
        self.total += len(batch)
        self.total_lines += _lines(batch)
        if self.after is not None:
            batch = [entry for entry in batch if self.key(entry) > self.after]
        self.entries += batch
        self._retained += sum(map(_weight, batch))
        if self.limit is not None and len(self.entries) > 2 * (self.offset + self.limit) + 1000:
            self._trim()
        return Stop.MAX_BUFFER if self._retained > RETAINED_CAP else None

    def _trim(self) -> None:
        """Only the smallest can be on the page; one more tells that there is more."""
        assert self.limit is not None
        self.entries.sort(key=self.key)
        del self.entries[self.offset + self.limit + 1 :]
        self._retained = sum(map(_weight, self.entries))

    async def finish(self) -> None:
        if len(self.entries) <= SMALL:
            self.entries.sort(key=self.key)
        else:
            await joined(self.entries.sort, key=self.key)
        end = None if self.limit is None else self.offset + self.limit
        page = self.entries[self.offset : end]
        self.stopped = len(self.entries) > self.offset + len(page)
        self.entries = page
        self.shown = len(page)
        self.last_key = self.key(page[-1]) if page else None
        if self.sink is not None and page:
            await self.sink(page)
            self.entries = []


def _in_order(entries: list[Entry]) -> list[Entry]:
    files = [list(group) for _, group in itertools.groupby(entries, key=_file)]
    files.sort(key=lambda group: by_path(group[0]))
    return [entry for group in files for entry in group]


def _file(entry: Entry) -> tuple[Path, bytes]:
    return entry.root, entry.path


def by_path(entry: Entry) -> Key:
    """Path, then line: the order of an answer."""
    return (str(entry.root), entry.path, entry.line if isinstance(entry, Match) else 0)


class ByModified:
    """Newest first, then path and line; a file's time is asked once."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, bytes], int] = {}

    def __call__(self, entry: Entry) -> Key:
        return (-self.mtime_ns(entry), *by_path(entry))

    def mtime_ns(self, entry: Entry) -> int:
        place = (str(entry.root), entry.path)
        if place not in self._times:
            try:
                full = os.path.join(os.fsencode(entry.root), entry.path)  # noqa: PTH118 - bytes
                self._times[place] = os.stat(full).st_mtime_ns  # noqa: PTH116
            except OSError:
                self._times[place] = 0  # gone meanwhile: last
        if isinstance(entry, FileEntry):
            entry.mtime_ns = self._times[place]
        return self._times[place]


def _lines(batch: Sequence[Entry]) -> int:
    return sum(entry.lines if isinstance(entry, CountEntry) else 1 for entry in batch)


def _weight(entry: Entry) -> int:
    if not isinstance(entry, Match):
        return ENTRY_BYTES + len(entry.path)
    context = sum(len(line.text) for line in (*entry.before, *entry.after))
    return ENTRY_BYTES + len(entry.text) + context
