"""Where one line holds several statements: `a = 1; b = 2`."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from typing import NamedTuple

_BRACKETS = r"(?P<open>[(\[{])|(?P<close>[)\]}])"


class Line(NamedTuple):
    number: int
    last: int
    """The number of the last line that was joined to it."""
    indent: int
    offset: int
    text: str


class Cuts:
    """Where a text's lines are cut: behind each match of `pattern` outside of brackets.

    All matches are found at once: asking each line cost half as much again as the whole scan.
    """

    def __init__(self, pattern: str, code: str) -> None:
        self._marks = re.compile(rf"(?P<cut>{pattern})|{_BRACKETS}")
        self._offsets: Sequence[int] = [match.start() for match in re.finditer(pattern, code)]

    def __bool__(self) -> bool:
        return bool(self._offsets)

    def inside(self, line: Line) -> bool:
        at = bisect.bisect_left(self._offsets, line.offset)
        return at < len(self._offsets) and self._offsets[at] < line.offset + len(line.text)

    def parts(self, line: Line) -> list[Line]:
        """The statements of a line, all with its own indentation."""
        found: list[Line] = []
        depth = at = 0
        for match in self._marks.finditer(line.text):
            mark = match.group()[0]
            depth = max(0, depth + (mark in "([{") - (mark in ")]}"))
            if depth == 0 and match["cut"]:
                found.append(_part(line, at, match.end()))
                at = match.end()
        found.append(_part(line, at, len(line.text)))
        return [part for part in found if part.text]


def _part(line: Line, start: int, end: int) -> Line:
    text = line.text[start:end].rstrip("; \t")
    lead = len(text) - len(text.lstrip()) if start else 0
    return line._replace(offset=line.offset + start + lead, text=text[lead:])
