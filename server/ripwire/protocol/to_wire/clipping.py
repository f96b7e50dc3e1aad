"""Long lines are cut for the wire, centred on their match; the true columns stay."""

from __future__ import annotations

import attrs

from ripwire.protocol.to_wire import positions

ELLIPSIS = "…"


@attrs.frozen
class Clipped:
    text: str
    start: int = 0
    """Column, in units of the encoding, of the first character after the left ellipsis."""


def clip(text: str, span: tuple[int, int], length: int, encoding: str) -> Clipped:
    """At most `length` characters of each line of `text`, and an ellipsis where something is cut.

    `span` is the first match, in bytes; its line is centred on it, other lines keep their beginning.
    """
    if "\n" not in text:
        return _around(text, span, length, encoding)
    before = len(text.encode()[: span[0]].decode("utf-8", "ignore"))
    lines, seen, kept, start = text.split("\n"), 0, [], 0
    for number, line in enumerate(lines):
        if seen <= before <= seen + len(line):
            begin = span[0] - len(text[:seen].encode())
            clipped = _around(line, (begin, begin), length, encoding)
            start = clipped.start if number == 0 else 0
            kept.append(clipped.text)
        else:
            kept.append(line if len(line) <= length else line[:length] + ELLIPSIS)
        seen += len(line) + 1
    return Clipped("\n".join(kept), start)


def _around(line: str, span: tuple[int, int], length: int, encoding: str) -> Clipped:
    if len(line) <= length:
        return Clipped(line)
    first, last = _characters(line, span)
    spare = max(0, length - (last - first))
    begin = max(0, min(first - spare // 2, len(line) - length))
    end = min(len(line), begin + length)
    head, tail = ELLIPSIS if begin else "", ELLIPSIS if end < len(line) else ""
    return Clipped(head + line[begin:end] + tail, positions.units(line[:begin].encode(), encoding))


def _characters(line: str, span: tuple[int, int]) -> tuple[int, int]:
    if line.isascii():
        return span
    data = line.encode()
    first = len(data[: span[0]].decode("utf-8", "ignore"))
    return first, first + len(data[span[0] : span[1]].decode("utf-8", "ignore"))
