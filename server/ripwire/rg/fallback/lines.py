"""What grep-like programs print, as ripgrep's records.

Both programs are told to mark matches with one unusual colour, so the spans are the program's own and no
second regex engine is asked.  A file that holds that very escape sequence would be shown without it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import attrs

from ripwire.rg.events import (
    Begin,
    Context,
    End,
    FileEnd,
    FileStats,
    Line,
    Match,
    Place,
    Record,
    Submatch,
    Text,
)

COLOUR = "1;38;2;1;2;3"
_START, _END = b"\x1b[" + COLOUR.encode() + b"m", b"\x1b[m"
_NUMBERED = re.compile(rb"(\d+)([:-])(.*)", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


@attrs.define(eq=False)
class FileRecords:
    """Numbered lines of one file after another, as `begin … end`."""

    max_count: int | None = None
    _path: bytes | None = None
    _matched: int = 0
    _matches: int = 0

    def line(self, path: bytes, numbered: bytes) -> Iterator[Record]:
        """`12:text` is a match, `12-text` is context."""
        if (found := _NUMBERED.fullmatch(numbered)) is None:
            raise ValueError(f"not a numbered line: {numbered[:80]!r}")
        if path != self._path:
            yield from self.close()
            yield Begin(Place(text(path)))
            self._path, self._matched, self._matches = path, 0, 0
        number, kind, marked = found.groups()
        plain, spans = unmarked(marked)
        line = Line(text(path), text(plain + b"\n"), int(number), spans)
        if kind == b"-":
            yield Context(line)
        elif self.max_count is None or self._matched < self.max_count:
            self._matched += 1
            self._matches += max(1, len(spans))
            yield Match(line)

    def close(self) -> Iterator[Record]:
        if self._path is not None:
            yield End(FileEnd(text(self._path), None, FileStats(self._matched, self._matches)))
        self._path = None


@attrs.define(eq=False)
class GrepLines:
    """`grep -rnHZ`: path, NUL, number, colon, text."""

    records: FileRecords
    tail: bytes = b""
    _held: bytes = b""

    def feed(self, chunk: bytes, *, last: bool = False) -> list[Record]:
        *whole, self.tail = (self.tail + chunk).split(b"\n")
        found: list[Record] = []
        for line in whole:
            # A newline inside a path leaves the path's first part as a line of its own.
            path, nul, numbered = (self._held + line).partition(b"\0")
            self._held = b""
            if nul:
                found += self.records.line(path.removeprefix(b"./"), numbered)
            elif line != b"--":
                self._held = path + b"\n"
        if last:
            found += self.records.close()
        return found


@attrs.define(eq=False)
class GitLines:
    """`git grep --heading --break -n`: a path, its numbered lines, an empty line."""

    records: FileRecords
    tail: bytes = b""
    _path: bytes | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> list[Record]:
        *whole, self.tail = (self.tail + chunk).split(b"\n")
        found: list[Record] = []
        for line in whole:
            if not line:
                self._path = None
            elif self._path is None:
                self._path = unquoted(line)
            elif line != b"--":
                found += self.records.line(self._path, line)
        if last:
            found += self.records.close()
        return found


def unmarked(marked: bytes) -> tuple[bytes, list[Submatch]]:
    """The line as it is in the file, and where the marks stood."""
    plain, spans = bytearray(), []
    first, *pieces = marked.split(_START)
    plain += first
    for piece in pieces:
        inside, _, rest = piece.partition(_END)
        spans.append(Submatch(len(plain), len(plain) + len(inside)))
        plain += inside + rest
    return bytes(plain), spans


def unquoted(path: bytes) -> bytes:
    """Git writes a path with a quote, a backslash or a control character as a C string."""
    if not (path.startswith(b'"') and path.endswith(b'"') and len(path) > 1):
        return path
    return _ESCAPE.sub(_letter, path[1:-1])


def _letter(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8)]) if escape.isdigit() and len(escape) > 1 else _LETTERS.get(escape, escape)


def text(raw: bytes) -> Text:
    try:
        return Text(text=raw.decode())
    except UnicodeDecodeError:
        return Text(base64=base64.b64encode(raw).decode())
