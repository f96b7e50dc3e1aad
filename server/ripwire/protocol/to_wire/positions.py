"""Byte offsets of a line to columns of the negotiated encoding: the one place where that happens."""

from __future__ import annotations

from collections.abc import Sequence

from ripwire.protocol.messages.common import WirePosition, WireRange


def ranges(text: str, line: int, spans: Sequence[tuple[int, int]], encoding: str) -> list[WireRange]:
    """Ranges of `spans`, which are bytes of the UTF-8 of `text`; `line` is zero-based."""
    if "\n" in text:
        return _over_lines(text, line, spans, encoding)
    if encoding == "utf-8" or text.isascii():  # columns are bytes
        return [WireRange(WirePosition(line, start), WirePosition(line, end)) for start, end in spans]
    return _along(text.encode(), line, spans, encoding)


def _along(data: bytes, line: int, spans: Sequence[tuple[int, int]], encoding: str) -> list[WireRange]:
    """From start to start, which are in order: no letter is counted anew for each of many spans."""
    found, at, column = list[WireRange](), 0, 0
    for start, end in spans:
        at, column = start, column + units(data[at:start], encoding)
        last = column + units(data[start:end], encoding)
        found.append(WireRange(WirePosition(line, column), WirePosition(line, last)))
    return found


def units(head: bytes, encoding: str) -> int:
    """How many units of `encoding` the UTF-8 in `head` has.  A character cut in half does not count."""
    if encoding == "utf-8":
        return len(head)
    text = head.decode("utf-8", "ignore")
    return len(text) if encoding == "utf-32" else utf16(text)


def utf16(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _over_lines(text: str, line: int, spans: Sequence[tuple[int, int]], encoding: str) -> list[WireRange]:
    data = text.encode()
    return [
        WireRange(_position(data, start, line, encoding), _position(data, end, line, encoding))
        for start, end in spans
    ]


def _position(data: bytes, offset: int, line: int, encoding: str) -> WirePosition:
    begin = data.rfind(b"\n", 0, offset) + 1
    return WirePosition(line + data.count(b"\n", 0, offset), units(data[begin:offset], encoding))
