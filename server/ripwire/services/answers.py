"""What services give back: entries for the sink or the answer, and the answer around them.

Entries are `msgspec` structs because there may be a million; positions are byte offsets into the
UTF-8 line, as rg counts them; the doors convert them.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs
import msgspec

from ripwire.rg.outcome import Coverage, Outcome


class Source(enum.StrEnum):
    DISK = "disk"
    BUFFER = "buffer"


class ContextLine(msgspec.Struct, frozen=True, gc=False):
    line: int
    """From 1."""
    text: str


class Match(msgspec.Struct, gc=False):
    """One matching line (the first line of it, for a multiline match, decides `line`)."""

    root: Path
    path: bytes
    """Relative to `root`, as the file system spells it."""
    line: int
    """From 1."""
    text: str
    """The whole matched text without its line end; bad bytes are U+FFFD.  Not clipped: the doors clip."""
    spans: Sequence[tuple[int, int]]
    """Byte offsets into the UTF-8 of `text`, [start, end), on character boundaries."""
    before: Sequence[ContextLine] = ()
    after: Sequence[ContextLine] = ()
    source: Source = Source.DISK
    lossy: bool = False
    """The line was not UTF-8."""


Row = tuple[int, int, int, bytes]
"""Line, from 1; span, in bytes; the text as JSON, without its quotes."""


class MatchRows(msgspec.Struct, gc=False):
    """Plain matches of one file, whose text nobody has read: short ASCII lines with one match each.

    Most lines are so, and a door that writes JSON splices them into its answer.
    """

    root: Path
    path: bytes
    rows: list[Row]
    source: Source = Source.DISK

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, start: int, stop: int | None = None) -> MatchRows:
        return MatchRows(self.root, self.path, self.rows[start:stop], self.source)

    def matches(self) -> list[Match]:
        """Each for itself."""
        texts = _TEXTS.decode(b'["%b"]' % b'","'.join([row[3] for row in self.rows]))
        return [
            Match(self.root, self.path, line, text, [(start, end)], (), (), self.source)
            for (line, start, end, _), text in zip(self.rows, texts, strict=True)
        ]


_TEXTS = msgspec.json.Decoder(list[str])


class FileEntry(msgspec.Struct, gc=False):
    root: Path
    path: bytes
    mtime_ns: int | None = None
    source: Source = Source.DISK


class CountEntry(msgspec.Struct, gc=False):
    root: Path
    path: bytes
    lines: int
    """Matching lines."""
    matches: int
    """Single matches; a line may hold several."""
    source: Source = Source.DISK


Entry = Match | FileEntry | CountEntry
Packed = Entry | MatchRows
"""What sinks take: a million matches that stand together cost a tenth (`packed.py` counts them)."""
Sink = Callable[[Sequence[Packed]], Awaitable[None]]
"""Takes a batch and returns when the client has room for more.  Batches are never empty."""


@attrs.frozen(kw_only=True)
class Answer:
    """Of grep, glob and files.  `entries` is empty when a sink took them."""

    entries: Sequence[Entry]
    outcome: Outcome
    coverage: Coverage
    total: int
    """Of the whole search in the unit of the mode: lines, files, or files in count mode."""
    total_exact: bool
    total_matches: int | None = None
    """Count mode: matching lines in all files, whatever the page shows."""
    next_offset: int | None = None
    cursor: str | None = None
    sample: bool = False
    """Stopped at the limit of an unordered first page: another run may show others."""
    drift: bool = False
    """A cursor's tree changed since its first page."""
