"""Matches, files and counts as JSON, batch by batch.  A million of them pass here: see `Matches`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import msgspec

from ripwire.protocol.messages.common import WirePosition, WireRange
from ripwire.protocol.messages.grep import GrepParams, WireContextLine, WireCount, WireFile, WireMatch
from ripwire.protocol.to_wire import clipping, positions, uris
from ripwire.services import raw_lines
from ripwire.services.answers import ContextLine, CountEntry, FileEntry, Match, MatchRows, Source
from ripwire.services.modes import OutputMode

_encode = msgspec.json.Encoder().encode
_BUFFER = Source.BUFFER
_ROW = b'%b,"ranges":[{"start":{"line":%b,"character":%b},"end":{"line":%b,"character":%b}}],"text":"%b"}'
"""The rest of a `WireMatch` whose line is ASCII and has one match."""
_NUMBERS = 1 << 13


@attrs.define(eq=False)
class Names:
    """URI and shown path of entries.  Neighbours are mostly of one file, so the last one is kept.

    `roots` are the client's: a path is shown from there, so that it can be named in the next request,
    whatever part of the root was searched.
    """

    roots: Sequence[Path] = ()
    _root: Path | None = None
    _path: bytes | None = None
    _uri: str = ""
    _before: str = ""
    _names: tuple[str, str] = ("", "")

    def of(self, root: Path, path: bytes) -> tuple[str, str]:
        if path != self._path or root is not self._root:
            if root is not self._root:
                self._enter(root)
            relative = path.replace(b"\\", b"/") if os.sep == "\\" else path
            self._path = path
            self._names = (
                self._uri + uris.quoted(relative),
                self._before + relative.decode("utf-8", "replace"),
            )
        return self._names

    def _enter(self, root: Path) -> None:
        self._root, self._uri = root, uris.of_path(root).rstrip("/") + "/"
        home = next((home for home in self.roots if root.is_relative_to(home)), root)
        below = "" if root == home else root.relative_to(home).as_posix() + "/"
        self._before = uris.display(below)


class Numbers(dict[int, bytes]):
    """A number → its digits.  Most files have the same lines and columns."""

    def __init__(self, plus: int = 0) -> None:
        super().__init__()
        self._plus = plus

    def __missing__(self, number: int) -> bytes:
        digits = b"%d" % (number + self._plus)
        if len(self) < _NUMBERS:
            self[number] = digits
        return digits


@attrs.define(eq=False)
class Matches:
    """Encodes batches of matches for one request."""

    encoding: str
    max_line: int = 500
    names: Names = attrs.field(factory=Names)
    clipped: int = 0
    """Lines cut so far."""
    _lines: Numbers = attrs.field(factory=lambda: Numbers(-1))
    _columns: Numbers = attrs.field(factory=Numbers)

    def __call__(self, batch: Sequence[Match | MatchRows]) -> bytes:
        parts, single = list[bytes](), list[Match]()
        longest = self.max_line or 1 << 62
        for item in batch:
            if isinstance(item, Match):
                single.append(item)
            elif item.source is _BUFFER or longest < raw_lines.LONGEST:
                single += item.matches()
            else:
                if single:
                    parts.append(self._each(single))
                    single = []
                parts += self._rows(item)
        if single:
            parts.append(self._each(single))
        return b"[%b]" % b",".join(parts)

    def _rows(self, found: MatchRows) -> list[bytes]:
        """Rows are JSON but for what stands around them: 0.6 µs a match."""
        uri, path = self.names.of(found.root, found.path)
        head = b'{"uri":%b,"path":%b,"line":' % (_encode(uri), _encode(path))
        form, lines, columns = head.replace(b"%", b"%%") + _ROW, self._lines, self._columns
        return [
            form % (at := lines[line], at, columns[start], at, columns[end], text)
            for line, start, end, text in found.rows
        ]

    def _each(self, batch: Sequence[Match]) -> bytes:
        """Most matches are one short ASCII line with one span: those take the first branch, 0.7 µs each.

        Written flat, without a call for each match: with a million of them each call costs 0.1 s.
        """
        longest, wire = self.max_line or 1 << 62, []
        root, last, uri, path = None, None, "", ""
        for match in batch:
            text, line = match.text, match.line - 1
            if match.path is not last or match.root is not root:
                root, last = match.root, match.path
                uri, path = self.names.of(root, last)
            if len(text) <= longest and text.isascii() and "\n" not in text:
                ranges = []
                for start, end in match.spans:
                    ranges.append(WireRange(WirePosition(line, start), WirePosition(line, end)))
                found = WireMatch(uri, path, line, ranges, text)
            else:
                found = WireMatch(uri, path, line, self._ranges(match), text)
                self._clip(found, match)
            if match.before or match.after or match.lossy or match.source is _BUFFER:
                self._adorn(found, match)
            wire.append(found)
        return _encode(wire)[1:-1]

    def _ranges(self, match: Match) -> list[WireRange]:
        return positions.ranges(match.text, match.line - 1, match.spans, self.encoding)

    def _clip(self, found: WireMatch, match: Match) -> None:
        longest = self.max_line
        if not longest or all(len(line) <= longest for line in match.text.split("\n")):
            return
        clipped = clipping.clip(match.text, next(iter(match.spans), (0, 0)), longest, self.encoding)
        found.text, found.text_start, found.clipped = clipped.text, clipped.start, True
        self.clipped += 1

    def _adorn(self, found: WireMatch, match: Match) -> None:
        found.before, found.after = self._context(match.before), self._context(match.after)
        found.source, found.lossy = match.source.value, match.lossy

    def _context(self, lines: Sequence[ContextLine]) -> list[WireContextLine]:
        return [WireContextLine(line.line - 1, self._short(line.text)) for line in lines]

    def _short(self, text: str) -> str:
        if not self.max_line or len(text) <= self.max_line:
            return text
        self.clipped += 1
        return text[: self.max_line] + clipping.ELLIPSIS


@attrs.define(eq=False)
class Parts:
    """Encodes batches of matches for `onlyMatching`: one entry for each match, and no more of its line."""

    encoding: str
    names: Names = attrs.field(factory=Names)
    clipped: int = 0

    def __call__(self, batch: Sequence[Match | MatchRows]) -> bytes:
        return _encode([part for match in _matches(batch) for part in self._parts(match)])

    def _parts(self, match: Match) -> Iterator[WireMatch]:
        names, data = self.names.of(match.root, match.path), match.text.encode()
        found = positions.ranges(match.text, match.line - 1, match.spans, self.encoding)
        for range_, (start, end) in zip(found, match.spans, strict=True):
            yield WireMatch(
                *names,
                range_.start.line,
                [range_],
                data[start:end].decode("utf-8", "replace"),
                text_start=range_.start.character,
                source=match.source.value,
                lossy=match.lossy,
            )


def _matches(batch: Sequence[Match | MatchRows]) -> Iterator[Match]:
    for item in batch:
        yield from item.matches() if isinstance(item, MatchRows) else (item,)


@attrs.define(eq=False)
class Files:
    """Encodes batches of files for one request."""

    names: Names = attrs.field(factory=Names)
    clipped: int = 0

    def __call__(self, batch: Sequence[FileEntry]) -> bytes:
        return _encode([self._file(entry) for entry in batch])

    def _file(self, entry: FileEntry) -> WireFile:
        modified = None if entry.mtime_ns is None else entry.mtime_ns / 1e9
        return WireFile(*self.names.of(entry.root, entry.path), modified, entry.source.value)


@attrs.define(eq=False)
class Counts:
    """Encodes batches of counts for one request."""

    names: Names = attrs.field(factory=Names)
    clipped: int = 0

    def __call__(self, batch: Sequence[CountEntry]) -> bytes:
        return _encode([self._count(entry) for entry in batch])

    def _count(self, entry: CountEntry) -> WireCount:
        return WireCount(
            *self.names.of(entry.root, entry.path), entry.lines, entry.matches, entry.source.value
        )


Encoder = Matches | Parts | Files | Counts


def of_grep(params: GrepParams, roots: Sequence[Path], encoding: str) -> Encoder:
    """The encoder of the mode that was asked for."""
    names = Names(roots)
    match params.output_mode:
        case OutputMode.CONTENT if params.only_matching:
            return Parts(encoding, names)
        case OutputMode.CONTENT:
            return Matches(encoding, params.max_line_length, names)
        case OutputMode.FILES:
            return Files(names)
        case OutputMode.COUNT:
            return Counts(names)
