"""rg's records become entries: lines with their context, files, or counts.

One assembler serves one target; it knows the root and which files to leave out (those whose unsaved text
is searched instead).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import attrs

from ripwire.rg import events
from ripwire.rg.gate import file_path
from ripwire.services.answers import ContextLine, CountEntry, Entry, FileEntry, Match, Packed, Source


@attrs.frozen(kw_only=True)
class Place:
    """Where a target's files are said to be: the real root, though copies may have been searched."""

    root: Path
    source: Source = Source.DISK
    skip: frozenset[bytes] = frozenset()


class Assembler(Protocol):
    """`rest` is what was still open when the run ended early: it was found, so it is given."""

    def feed(self, records: Sequence[events.Given]) -> Sequence[Packed]: ...

    def rest(self) -> list[Entry]: ...


@attrs.define(eq=False)
class Lines:
    """Content mode.  A match is given once its context behind it is complete."""

    place: Place
    before: int = 0
    after: int = 0
    _path: bytes = b""
    _skipping: bool = False
    _pending: list[Match] = attrs.field(factory=list)
    _seen: deque[ContextLine] = attrs.field(factory=deque)

    def feed(self, records: Sequence[events.Given]) -> list[Entry]:
        if not (self.before or self.after):
            return self._bare(records)
        given: list[Entry] = []
        for record in records:
            if isinstance(record, events.Begin):
                self._begin(record)
                self._seen.clear()
            elif isinstance(record, events.End):
                given += self._pending
                self._pending = []
            elif isinstance(record, events.Match) and not self._skipping:
                given += self._with_context(match_of(self.place, self._path, record.data))
            elif isinstance(record, events.Context) and not self._skipping:
                given += self._context(record.data)
        return given

    def _begin(self, record: events.Begin) -> None:
        self._path = file_path(record.data.path)
        self._skipping = self._path in self.place.skip

    def _bare(self, records: Sequence[events.Given]) -> list[Entry]:
        """Without context.  Most matches are an ASCII line with a plain end: those are made right here,
        0.5 µs each, because a million of them pass.
        """
        given: list[Entry] = []
        place, path = self.place, self._path
        root, source = place.root, place.source
        for record in records:
            if type(record) is events.Match:
                if self._skipping:
                    continue
                data = record.data
                text = data.lines.text
                if text is not None and text.isascii() and text[-1:] == "\n" and text[-2:-1] != "\r":
                    spans = [(sub.start, sub.end) for sub in data.submatches]
                    if spans and spans[-1][1] < len(text):
                        line = data.line_number
                        given.append(Match(root, path, line, text[:-1], spans, (), (), source))
                        continue
                given.append(match_of(place, path, data))
            elif type(record) is events.Begin:
                self._begin(record)
                path = self._path
        return given

    def rest(self) -> list[Entry]:
        left, self._pending = self._pending, []
        return list(left)

    def _with_context(self, match: Match) -> list[Match]:
        match.before = [line for line in self._seen if line.line >= match.line - self.before]
        done, self._pending = self._pending, [match]
        return done

    def _context(self, line: events.Line) -> list[Match]:
        context = ContextLine(line.line_number, _text(line)[0])
        self._seen.append(context)
        while len(self._seen) > self.before:
            self._seen.popleft()
        if not self._pending:
            return []
        match = self._pending[0]
        last = match.line + match.text.count("\n")
        if context.line <= last + self.after:
            match.after = [*match.after, context]
        if len(match.after) < self.after:
            return []
        done, self._pending = self._pending, []
        return done


@attrs.define(eq=False)
class Files:
    """filesWithMatches mode: a file at its first match, and once though a repeated run begins it again."""

    place: Place
    _open: bytes | None = None
    _resumed: bytes | None = None

    def feed(self, records: Sequence[events.Given]) -> list[Entry]:
        given = list[Entry]()
        for record in records:
            if isinstance(record, events.End):
                self._open = None
            elif isinstance(record, events.Begin):
                path = file_path(record.data.path)
                self._resumed, self._open = self._open or self._resumed, path
                if path != self._resumed and path not in self.place.skip:
                    given.append(FileEntry(self.place.root, path, source=self.place.source))
        return given

    def rest(self) -> list[Entry]:
        return []


@attrs.define(eq=False)
class Counts:
    """Count mode: lines and single matches of each file, from its `end` record, or as far as the run went."""

    place: Place
    _open: bytes | None = None
    _lines: int = 0
    _matches: int = 0

    def feed(self, records: Sequence[events.Given]) -> list[Entry]:
        given = list[Entry]()
        for record in records:
            if isinstance(record, events.Match):
                self._lines += 1
                self._matches += max(1, len(record.data.submatches))
            elif isinstance(record, events.End):
                stats, self._open = record.data.stats, None
                given += self._count(file_path(record.data.path), stats.matched_lines, stats.matches)
            elif isinstance(record, events.Begin):
                self._open, self._lines, self._matches = file_path(record.data.path), 0, 0
        return given

    def rest(self) -> list[Entry]:
        path, self._open = self._open, None
        return [] if path is None else self._count(path, self._lines, self._matches)

    def _count(self, path: bytes, lines: int, matches: int) -> list[Entry]:
        if path in self.place.skip or not lines:
            return []
        return [CountEntry(self.place.root, path, lines, matches, self.place.source)]


def match_of(place: Place, path: bytes, line: events.Line) -> Match:
    text, lossy = _text(line)
    spans: Sequence[tuple[int, int]] = [(sub.start, sub.end) for sub in line.submatches] or ((0, 0),)
    if lossy:
        spans = _through_replacement(line, spans)
    if not text.isascii():
        spans = _on_boundaries(text.encode(), spans)
    elif spans[-1][1] > len(text):
        spans = [(min(start, len(text)), min(end, len(text))) for start, end in spans]
    return Match(place.root, path, line.line_number, text, spans, (), (), place.source, lossy)


def _text(line: events.Line) -> tuple[str, bool]:
    """(without its line end, whether bad bytes were replaced)."""
    text, lossy = line.lines.text, False
    if text is None:
        text, lossy = line.lines.raw().decode("utf-8", "replace"), True
    if text.endswith("\r\n"):
        return text[:-2], lossy
    return (text.removesuffix("\n")), lossy


def _through_replacement(line: events.Line, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Offsets in the raw bytes become offsets in the UTF-8 of the replaced text."""
    raw = line.lines.raw()

    def moved(offset: int) -> int:
        return len(raw[:offset].decode("utf-8", "replace").encode())

    return [(moved(start), moved(end)) for start, end in spans]


def _on_boundaries(text: bytes, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Within the text, and never inside of a character: a start moves left, an end right."""

    def inside(offset: int) -> bool:
        return 0 < offset < len(text) and text[offset] & 0xC0 == 0x80  # noqa: PLR2004 - UTF-8's 10xxxxxx

    moved = []
    for start, end in spans:
        first, last = min(start, len(text)), min(end, len(text))
        while inside(first):
            first -= 1
        while inside(last):
            last += 1
        moved.append((first, last))
    return moved
