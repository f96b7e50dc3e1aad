"""Between an attempt and its taker: the post-filter, the counts, and what is final already.

When a starved run is repeated, what the first run has given is not given again: files whose `end` was
seen are skipped, and of the one file that was open the lines up to the last one given.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import attrs

from ripwire.rg.attempt import TakePaths, TakeRecords
from ripwire.rg.events import Begin, Context, End, Given, Match, RawMatch, Text
from ripwire.rg.postfilter import Keep
from ripwire.rg.stderr import NOTES
from ripwire.rg.verdict import Stop

REMEMBERED = 100_000
"""Files remembered for a retry.  Threads are started in the first milliseconds, long before so many."""

NAMED = 15_000
"""Files that a report names as those that matched."""


def file_path(text: Text) -> bytes:
    """As the file system spells it, relative to the root, without the leading dot and separator."""
    raw = text.raw()
    return raw[2:] if raw[:2] in (b"./", b".\\") else raw


@attrs.define(eq=False)
class RecordGate:
    """Called with records; `found`, `matches`, `files` say what passed."""

    take: TakeRecords
    keep: Keep | None
    found: bool = False
    """rg itself gave a match, whether or not our filter kept it."""
    matches: int = 0
    files: int = 0
    cut_at_nul: list[str] = attrs.field(factory=list)
    _final: set[bytes] = attrs.field(factory=set)
    _open: bytes | None = None
    _last_line: int = 0
    _skipping: bool = False
    _resume: tuple[bytes, int] | None = None
    _second: bool = False

    @property
    def kept(self) -> bool:
        return self.matches > 0

    @property
    def matched(self) -> frozenset[bytes] | None:
        """Every file that was given, when all of them came to their end and are few enough to name."""
        return frozenset(self._final) if len(self._final) == self.files <= NAMED else None

    @property
    def may_retry(self) -> bool:
        return not self._second and len(self._final) < REMEMBERED

    def begin_again(self) -> None:
        if self._open is not None:
            self._resume = (self._open, self._last_line)
            self.files -= 1
        self.found, self._open, self._second = False, None, True

    async def __call__(self, records: Sequence[Given]) -> Stop | None:
        plain = self.keep is None and not self._second
        passed = self._all(records) if plain else self._pass(records)
        return await self.take(passed) if passed else None

    def _all(self, records: Sequence[Given]) -> Sequence[Given]:
        """Nothing is left out: only count.  0.1 µs a record instead of 0.3; a million of them pass here."""
        kinds = [type(record) for record in records]
        matches = kinds.count(RawMatch) or kinds.count(Match)
        self.matches += matches
        self.found = self.found or matches > 0
        for at in [at for at, kind in enumerate(kinds) if kind is Begin or kind is End]:
            if kinds[at] is Begin:
                self._begin(records[at])
            else:
                self._end(records[at])
        if isinstance(last := records[-1], RawMatch | Match | Context):
            self._last_line = last.data.line_number
        return records

    def _pass(self, records: Sequence[Given]) -> list[Given]:
        passed = []
        for record in records:
            kind = type(record)
            if kind is Match or kind is RawMatch:
                self.found = True
                if not self._skipping and self._is_new(record):
                    self.matches += 1
                    passed.append(record)
            elif kind is Begin:
                self._begin(record)
                if not self._skipping:
                    passed.append(record)
            elif kind is End:
                if not self._skipping:
                    passed.append(record)
                self._end(record)
            elif kind is Context and not self._skipping and self._is_new(record):
                passed.append(record)
        return passed

    def _is_new(self, record: Given) -> bool:
        assert isinstance(record, RawMatch | Match | Context)
        line = record.data.line_number
        if self._resume is not None and self._resume[0] == self._open and line <= self._resume[1]:
            return False
        self._last_line = line
        return True

    def _begin(self, record: Given) -> None:
        assert isinstance(record, Begin)
        path = file_path(record.data.path)
        self._open, self._last_line = path, 0
        unwanted = self.keep is not None and not self.keep(path)
        self._skipping = unwanted or (self._second and path in self._final)
        if not self._skipping:
            self.files += 1

    def _end(self, record: Given) -> None:
        assert isinstance(record, End)
        if not self._skipping and self._open is not None:
            if len(self._final) < REMEMBERED:
                self._final.add(self._open)
            if record.data.binary_offset is not None and len(self.cut_at_nul) < NOTES:
                self.cut_at_nul.append(os.fsdecode(self._open))
        self._open, self._skipping = None, False


@attrs.define(eq=False)
class PathGate:
    """The same for listings: what was listed once is not listed again."""

    take: TakePaths
    keep: Keep | None
    found: bool = False
    files: int = 0
    matches: int = 0
    cut_at_nul: list[str] = attrs.field(factory=list)
    _given: set[bytes] = attrs.field(factory=set)
    _second: bool = False

    @property
    def kept(self) -> bool:
        return self.files > 0

    @property
    def may_retry(self) -> bool:
        return not self._second and len(self._given) < REMEMBERED

    def begin_again(self) -> None:
        self._second, self.found = True, False

    async def __call__(self, paths: list[bytes]) -> Stop | None:
        self.found = True
        if self.keep is not None:
            paths = [path for path in paths if self.keep(path)]
        if self._second:
            paths = [path for path in paths if path not in self._given]
        elif len(self._given) < REMEMBERED:
            self._given.update(paths)
        self.files += len(paths)
        return await self.take(paths) if paths else None
