"""One file's content, searched with Python's `re`, as ripgrep's records.  Knows no folders."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

import attrs

from ripwire.rg import encodings
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
from ripwire.rg.fallback import lines
from ripwire.rg.fallback.python_walk import Order

LARGEST = 64 << 20
"""Bytes; a larger file is told as unreadable, for all of it would be in memory."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_RUSTS_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\[xu]\{([0-9A-Fa-f]{1,6})\}")
_END_OF_TEXT = re.compile(r"(?<!\\)((?:\\\\)*)\\z")

Span = tuple[int, int]


def read(path: Path) -> bytes:
    if path.stat().st_size > LARGEST:
        raise OSError(27, "File too large for the Python walk")
    return path.read_bytes()


@attrs.frozen
class Block:
    """Lines `first` to `last`, from 0, that hold the matches `spans` (into the whole text)."""

    first: int
    last: int
    spans: tuple[Span, ...]


@attrs.frozen
class Search:
    """A compiled order."""

    pattern: re.Pattern[str]
    order: Order

    @classmethod
    def of(cls, order: Order) -> Search:
        """`re.error` for a bad pattern, `LookupError` for an encoding nobody knows."""
        if order.encoding is not None:
            try:
                codecs.lookup(encodings.known_name(order.encoding))
            except LookupError:
                raise LookupError(f"unknown encoding: {order.encoding}") from None
        assert order.pattern is not None
        flags = re.MULTILINE | (re.IGNORECASE if order.ignore_case else 0)
        flags |= re.DOTALL if order.multiline else 0
        return cls(re.compile(translated(order.pattern, fixed=order.fixed, word=order.word), flags), order)

    def records(self, path: str, content: bytes) -> tuple[list[Record], int]:
        """`begin … end` and the number of matches; nothing when there is none."""
        text, cut = self._text(content)
        if not text:
            return [], 0
        starts = [0, *(found.end() for found in re.finditer("\n", text))]
        if starts[-1] == len(text):
            starts.pop()  # the last line ends with a newline
        blocks = list(self._blocks(text, starts))[: self.order.max_count]
        if not blocks:
            return [], 0
        matches = sum(max(1, len(block.spans)) for block in blocks)
        place = Place(_encoded(path))
        shown = self._shown(place.path, text, starts, blocks)
        end = End(FileEnd(place.path, cut, FileStats(len(blocks), matches)))
        return [Begin(place), *shown, end], matches

    def _text(self, content: bytes) -> tuple[str, int | None]:
        """Decoded; with the place of the NUL byte that ended it."""
        for bom, name in _BOMS:
            if content.startswith(bom):
                return content[len(bom) :].decode(name, "replace"), None
        if self.order.encoding is not None and self.order.encoding != "auto":
            return content.decode(encodings.known_name(self.order.encoding), "replace"), None
        cut = None if self.order.binary else content.find(b"\0")
        if cut is not None and cut >= 0:
            content = content[: content.rfind(b"\n", 0, cut) + 1]
        return content.decode("utf-8", "surrogateescape"), cut if cut is not None and cut >= 0 else None

    def _blocks(self, text: str, starts: list[int]) -> Iterator[Block]:
        return self._over_lines(text, starts) if self.order.multiline else self._in_lines(text, starts)

    def _in_lines(self, text: str, starts: list[int]) -> Iterator[Block]:
        for number, (start, stop) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
            line = text[start:stop].rstrip("\n").removesuffix("\r")
            spans = tuple(
                (start + found.start(), start + found.end()) for found in self.pattern.finditer(line)
            )
            if spans:
                yield Block(number, number, spans)

    def _over_lines(self, text: str, starts: list[int]) -> Iterator[Block]:
        """Matches that share a line are one block."""
        held: Block | None = None
        for found in self.pattern.finditer(text):
            span = found.span()
            first = bisect_right(starts, span[0]) - 1
            last = bisect_right(starts, max(span[0], span[1] - 1)) - 1
            if held is not None and first <= held.last:
                held = Block(held.first, max(last, held.last), (*held.spans, span))
                continue
            if held is not None:
                yield held
            held = Block(first, last, (span,))
        if held is not None:
            yield held

    def _shown(self, path: Text, text: str, starts: list[int], blocks: list[Block]) -> Iterator[Record]:
        """The blocks with their context; a line is shown once."""
        done = 0
        ends = [*starts[1:], len(text)]
        for at, block in enumerate(blocks):
            for number in range(max(done, block.first - self.order.before), block.first):
                yield Context(_line(path, text, (starts[number], ends[number]), number, ()))
            yield Match(_line(path, text, (starts[block.first], ends[block.last]), block.first, block.spans))
            following = blocks[at + 1].first if at + 1 < len(blocks) else len(starts)
            done = min(block.last + 1 + self.order.after, following)
            for number in range(block.last + 1, done):
                yield Context(_line(path, text, (starts[number], ends[number]), number, ()))


def translated(pattern: str, *, fixed: bool, word: bool) -> str:
    """The pattern in Python's words.  Both dialects share nearly all; `docs/fallback.md` has the rest."""
    if fixed:
        pattern = re.escape(pattern)
    else:
        pattern = _RUSTS_ESCAPE.sub(lambda found: found[1] + re.escape(chr(int(found[2], 16))), pattern)
        pattern = _END_OF_TEXT.sub(r"\1\\Z", pattern)
    return rf"(?<!\w)(?:{pattern})(?!\w)" if word else pattern


def _line(path: Text, text: str, lines_span: Span, number: int, spans: tuple[Span, ...]) -> Line:
    start, stop = lines_span
    submatches = [
        Submatch(len(_bytes(text[start:left])), len(_bytes(text[start:right]))) for left, right in spans
    ]
    return Line(path, lines.text(_bytes(text[start:stop])), number + 1, submatches)


def _encoded(path: str) -> Text:
    return lines.text(path.encode("utf-8", "surrogateescape"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
