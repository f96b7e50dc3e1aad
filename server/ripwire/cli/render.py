"""Matches, files and counts as ripgrep prints them, in bytes: names need not be UTF-8.  Knows no option."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import attrs
import msgspec

from ripwire.cli.names import Names
from ripwire.protocol.messages.grep import WireContextLine, WireCount, WireFile, WireMatch

ELLIPSIS = len("…".encode())


@attrs.frozen
class Colours:
    """ripgrep's own: names magenta, numbers green, matches bold red."""

    name: tuple[bytes, bytes] = (b"", b"")
    number: tuple[bytes, bytes] = (b"", b"")
    match: tuple[bytes, bytes] = (b"", b"")


PLAIN = Colours()
RESET = b"\x1b[0m"
COLOURED = Colours((b"\x1b[35m", RESET), (b"\x1b[32m", RESET), (b"\x1b[1;31m", RESET))


def colours(wish: str, stream: BinaryIO) -> Colours:
    """`always` and `never` win over the environment, and that over what the stream is."""
    if wish != "auto":
        return COLOURED if wish == "always" else PLAIN
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return COLOURED if stream.isatty() and not dull else PLAIN


class BareLine(msgspec.Struct, gc=False):
    """As much of a match as a pipe shows of it; the rest of the wire's match is not even decoded."""

    uri: str
    line: int
    text: str


@attrs.define(kw_only=True)
class Printer:
    """Writes batches as they come; remembers where it is for headings and the `--` between groups."""

    names: Names
    colours: Colours = PLAIN
    heading: bool = False
    """The name of a file once above its lines, not before each."""
    filenames: bool = True
    numbers: bool = False
    column: bool = False
    only_matching: bool = False
    context: bool = False
    out: BinaryIO = attrs.field(factory=lambda: sys.stdout.buffer)
    _file: bytes | None = None
    _last: int = -1

    @property
    def bare(self) -> bool:
        """Only names, numbers and lines are printed: `lines` will do."""
        return self.colours is PLAIN and not (
            self.heading or self.column or self.only_matching or self.context
        )

    def lines(self, batch: Iterable[BareLine]) -> None:
        """The way of pipes, where a million lines may pass: a fifth of the time of `matches`."""
        parts, uri, prefix = [], "", ""
        for found in batch:
            if found.uri != uri:
                uri, prefix = found.uri, self._name_before(found.uri)
            for number, text in enumerate(found.text.split("\n"), found.line + 1):
                parts.append(f"{prefix}{number}:{text}\n" if self.numbers else f"{prefix}{text}\n")
        self.out.write("".join(parts).encode("utf-8", "surrogateescape"))
        self.out.flush()

    def _name_before(self, uri: str) -> str:
        return self.names.of(uri).decode("utf-8", "surrogateescape") + ":" if self.filenames else ""

    def matches(self, batch: Iterable[WireMatch]) -> None:
        self.out.write(b"".join(part for match in batch for part in self._match(match)))
        self.out.flush()

    def files(self, batch: Iterable[WireFile]) -> None:
        self.out.write(b"".join(_painted(self.colours.name, self.names.of(f.uri)) + b"\n" for f in batch))
        self.out.flush()

    def counts(self, batch: Iterable[WireCount]) -> None:
        for count in batch:
            name = _painted(self.colours.name, self.names.of(count.uri)) + b":" if self.filenames else b""
            self.out.write(b"%b%d\n" % (name, count.lines))
        self.out.flush()

    def _match(self, match: WireMatch) -> Iterator[bytes]:
        first = min([match.line, *(line.line for line in match.before)])
        yield from self._arrive(self.names.of(match.uri), first)
        yield from self._around(match.before)
        shift = _shift(match)
        for number, text, spans in _lines(match, shift):
            yield from self._line(number, text, spans, shift if number == match.line else 0)
        yield from self._around(match.after)

    def _arrive(self, name: bytes, line: int) -> Iterator[bytes]:
        """What stands between two files, and between two groups of lines that do not touch."""
        if name != self._file:
            apart = self._file is not None
            self._file, self._last = name, -1
            if self.heading:
                yield b"\n" if apart else b""
                yield _painted(self.colours.name, name) + b"\n" if self.filenames else b""
            elif self.context and apart:
                yield b"--\n"
        elif self.context and line > self._last + 1:
            yield b"--\n"

    def _around(self, lines: Sequence[WireContextLine]) -> Iterator[bytes]:
        for line in lines:
            if line.line > self._last:  # else the match before it has shown it
                yield self._prefix(line.line, b"-", None) + line.text.encode() + b"\n"
                self._last = line.line

    def _line(
        self, number: int, text: bytes, spans: Sequence[tuple[int, int]], shift: int
    ) -> Iterator[bytes]:
        self._last = number
        if self.only_matching:
            for start, end in spans:
                shown = _painted(self.colours.match, text[start:end])
                yield self._prefix(number, b":", start - shift) + shown + b"\n"
            return
        start = spans[0][0] - shift if spans else 0
        yield self._prefix(number, b":", start) + _highlighted(text, spans, self.colours.match) + b"\n"

    def _prefix(self, number: int, mark: bytes, start: int | None) -> bytes:
        parts = []
        if self.filenames and not self.heading:
            parts.append(_painted(self.colours.name, self._file or b"") + mark)
        if self.numbers:
            parts.append(_painted(self.colours.number, b"%d" % (number + 1)) + mark)
        if self.column and start is not None:
            parts.append(b"%d:" % (start + 1))
        return b"".join(parts)


def _shift(match: WireMatch) -> int:
    """From a column of the document to a byte of `text`, which may begin further right, with an ellipsis."""
    if not match.text_start:
        return 0
    return (ELLIPSIS if match.clipped else 0) - match.text_start


def _lines(match: WireMatch, shift: int) -> Iterator[tuple[int, bytes, list[tuple[int, int]]]]:
    """(number, text, spans in bytes) of each line of a match; most have one."""
    for number, line in enumerate(match.text.encode().split(b"\n"), match.line):
        spans, moved = [], shift if number == match.line else 0
        for found in match.ranges:
            if found.start.line <= number <= found.end.line:
                start = found.start.character + moved if found.start.line == number else 0
                end = found.end.character + moved if found.end.line == number else len(line)
                spans.append((start, end))
        yield number, line, spans


def _highlighted(text: bytes, spans: Sequence[tuple[int, int]], colour: tuple[bytes, bytes]) -> bytes:
    if not colour[0]:
        return text
    parts, done = [], 0
    for start, end in spans:
        parts += [text[done:start], _painted(colour, text[start:end]) if end > start else b""]
        done = max(done, end)
    return b"".join([*parts, text[done:]])


def _painted(colour: tuple[bytes, bytes], text: bytes) -> bytes:
    return colour[0] + text + colour[1]
