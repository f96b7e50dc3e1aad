r"""The open documents of one client: their text, kept by LSP's changes.

pygls's own copy splits lines as Python does, at form feeds and U+2028 too, which puts every later
change of such a document in the wrong place; LSP knows `\\n`, `\\r\\n` and `\\r` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from ripwire.protocol.messages.documents import ContentChange, Position, Range

_LINE_END = re.compile(r"\r\n|\n|\r")


@attrs.define(kw_only=True)
class Document:
    uri: str
    text: str
    version: int = 0
    language: str = ""


@attrs.define
class Documents:
    """By URI, exactly as the client spells it."""

    _open: dict[str, Document] = attrs.field(factory=dict)

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Document]:
        return iter(self._open.values())

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def put(self, document: Document) -> None:
        self._open[document.uri] = document

    def remove(self, uri: str) -> Document | None:
        return self._open.pop(uri, None)


def changed(text: str, change: ContentChange, encoding: str) -> str:
    """`text` after one change, whole or by range."""
    if change.range is None:
        return change.text
    start, end = _offsets(text, change.range, encoding)
    return text[:start] + change.text + text[end:]


def _offsets(text: str, range_: Range, encoding: str) -> tuple[int, int]:
    start = offset(text, range_.start, encoding)
    return start, max(start, offset(text, range_.end, encoding))


def offset(text: str, position: Position, encoding: str) -> int:
    """Index of `position` in `text`; past the end of a line means its end, past the last line the end."""
    begin = _line_start(text, position.line)
    if begin is None:
        return len(text)
    end = match.start() if (match := _LINE_END.search(text, begin)) else len(text)
    return begin + characters(text[begin:end], position.character, encoding)


def characters(line: str, units: int, encoding: str) -> int:
    """How many characters of `line` make `units` units of the encoding."""
    units = max(0, units)
    if encoding == "utf-32" or line.isascii():
        return min(units, len(line))
    codec, width = ("utf-8", 1) if encoding == "utf-8" else ("utf-16-le", 2)
    head = line.encode(codec, "surrogatepass")[: units * width]
    return len(head.decode(codec, "ignore"))


def _line_start(text: str, line: int) -> int | None:
    if line <= 0:
        return 0
    if "\r" not in text:  # the usual document: count by the C loop of str.find
        return _nth_line(text, line)
    for number, match in enumerate(_LINE_END.finditer(text), 1):
        if number == line:
            return match.end()
    return None


def _nth_line(text: str, line: int) -> int | None:
    start = 0
    for _ in range(line):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    return start
