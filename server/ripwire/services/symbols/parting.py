"""Where one line holds several statements: `a = 1; b = 2`."""

from __future__ import annotations

import re
from typing import NamedTuple

_BRACKET_OR_CUT = "(?P<open>[(\\[{{])|(?P<close>[)\\]}}])|(?P<cut>{cuts})"


class Line(NamedTuple):
    number: int
    last: int
    """The number of the last line that was joined to it."""
    indent: int
    offset: int
    text: str


class Cuts:
    """Where one line holds several statements: at each match of `pattern` outside of brackets."""

    def __init__(self, pattern: str) -> None:
        self._any = re.compile(pattern)
        self._marks = re.compile(_BRACKET_OR_CUT.format(cuts=pattern))

    def parts(self, line: Line) -> list[Line]:
        """The line itself, or its statements, all with its own indentation."""
        if self._any.search(line.text) is None:
            return [line]
        found: list[Line] = []
        depth = at = 0
        for match in self._marks.finditer(line.text):
            if match["open"]:
                depth += 1
            elif match["close"]:
                depth -= depth > 0
            elif depth == 0:
                found.append(_part(line, at, match.start()))
                at = match.end()
        found.append(_part(line, at, len(line.text)))
        return [part for part in found if part.text and not part.text.isspace()]


def _part(line: Line, start: int, end: int) -> Line:
    return line._replace(offset=line.offset + start, text=line.text[start:end])
