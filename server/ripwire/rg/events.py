"""The records of `rg --json`, decoded a chunk at a time into what we need of them.

`msgspec` reads whole chunks 8 times faster than the standard `json` reads lines; fields that nobody
needs (the text of each submatch, absolute offsets) are left out of the classes, which gives 23 % more.
"""

from __future__ import annotations

import base64

import attrs
import msgspec

TAIL_CAP = 1 << 26
"""Bytes of one unfinished record: a match in a 64 MiB line is not shown to anybody."""


class Text(msgspec.Struct, gc=False):
    """UTF-8 as `text`, anything else as base64 in `bytes`."""

    text: str | None = None
    base64: str | None = msgspec.field(default=None, name="bytes")

    def raw(self) -> bytes:
        return self.text.encode() if self.text is not None else base64.b64decode(self.base64 or "")


class Submatch(msgspec.Struct, gc=False):
    """Byte offsets into the UTF-8 line."""

    start: int
    end: int


class Line(msgspec.Struct, gc=False):
    """Of a match or of its context.  `lines` holds several lines for a multiline match."""

    path: Text
    lines: Text
    line_number: int
    submatches: list[Submatch] = []


class RawLine(msgspec.Struct, gc=False):
    """The same with its text as rg spelled it, and without its path: who passes it on need not read it."""

    lines: msgspec.Raw
    """`{"text":"…"}` or `{"bytes":"…"}`."""
    line_number: int
    submatches: list[Submatch] = []

    def read(self, path: Text) -> Line:
        return Line(path, msgspec.json.decode(self.lines, type=Text), self.line_number, self.submatches)


class Place(msgspec.Struct, gc=False):
    path: Text


class FileStats(msgspec.Struct, gc=False, frozen=True):
    matched_lines: int = 0
    matches: int = 0
    bytes_searched: int = 0


class FileEnd(msgspec.Struct, gc=False):
    path: Text
    binary_offset: int | None = None
    """Where a NUL byte ended the search of the file."""
    stats: FileStats = FileStats()


class Totals(msgspec.Struct, gc=False):
    bytes_searched: int = 0
    matched_lines: int = 0
    matches: int = 0
    searches: int = 0
    searches_with_match: int = 0


class SummaryData(msgspec.Struct, gc=False):
    stats: Totals


class Begin(msgspec.Struct, tag="begin", tag_field="type", gc=False):
    data: Place


class Match(msgspec.Struct, tag="match", tag_field="type", gc=False):
    data: Line


class RawMatch(msgspec.Struct, tag="match", tag_field="type", gc=False):
    data: RawLine


class Context(msgspec.Struct, tag="context", tag_field="type", gc=False):
    data: Line


class End(msgspec.Struct, tag="end", tag_field="type", gc=False):
    data: FileEnd


class Summary(msgspec.Struct, tag="summary", tag_field="type", gc=False):
    data: SummaryData


Record = Begin | Match | Context | End | Summary
RawRecord = Begin | RawMatch | Context | End | Summary
Given = Record | RawMatch
"""What a search gives: raw matches only to those who ask for them."""


_KNOWN = {"begin", "match", "context", "end", "summary"}


class _Tagged(msgspec.Struct):
    type: str


@attrs.define(eq=False)
class Decoder:
    """Chunks in, records out.  A half-written last line is never seen."""

    tail: bytes = b""
    broken: str | None = None
    """What was wrong with the first line that is no record; nothing after it is believed."""
    _records: msgspec.json.Decoder[Given] = attrs.field(factory=lambda: msgspec.json.Decoder(Record))

    @classmethod
    def of(cls, *, raw: bool) -> Decoder:
        return cls(records=msgspec.json.Decoder(RawRecord)) if raw else cls()

    def feed(self, chunk: bytes) -> list[Given]:
        """The records that this chunk completes; those before a line that is no record are kept."""
        cut = chunk.rfind(b"\n")
        if cut < 0:
            self.tail += chunk
            return []
        whole = self.tail + chunk[: cut + 1]
        self.tail = chunk[cut + 1 :]
        try:
            return self._records.decode_lines(whole)
        except msgspec.DecodeError:
            return self._one_by_one(whole)

    def _one_by_one(self, whole: bytes) -> list[Given]:
        """A record of a type that a newer rg knows is skipped; a broken one of ours is not."""
        found: list[Given] = []
        for line in filter(bytes.strip, whole.splitlines()):
            try:
                if msgspec.json.decode(line, type=_Tagged).type in _KNOWN:
                    found.append(self._records.decode(line))
            except msgspec.DecodeError as exc:
                self.broken = str(exc)
                break
        return found
