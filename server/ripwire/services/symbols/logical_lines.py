"""Lines as a language without braces means them: joined while a bracket is open, or a head lacks its name."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator

from ripwire.services.symbols.blanking import LONGEST_LINE, line_starts
from ripwire.services.symbols.brackets import pair
from ripwire.services.symbols.parting import Line

_TAB = 8


class LogicalLines:
    """`code` without comments and strings, and the brackets inside which its line ends mean nothing."""

    def __init__(self, code: str, joins: str, unfinished: str | None) -> None:
        self.code = code
        self.starts = line_starts(code)
        self.pairs = pair(code)
        self._joins = joins
        self._unfinished = re.compile(rf"(?:{unfinished})\s*\n", re.MULTILINE) if unfinished else None

    def __iter__(self) -> Iterator[Line]:
        """The lines that hold code."""
        ends = self._joined()
        number, count = 1, len(self.starts)
        while number <= count:
            offset = self.starts[number - 1]
            last = ends.get(number, number)
            stop = self.starts[last] - 1 if last < count else len(self.code)
            text = self.code[offset : min(stop, offset + LONGEST_LINE)]
            if text and not text.isspace():
                plain = text.replace("\n", " ") if last > number else text
                yield Line(number, last, indent(text), offset, plain)
            number = last + 1

    def number(self, offset: int) -> int:
        return bisect.bisect_right(self.starts, offset)

    def _joined(self) -> dict[int, int]:
        """For each line that goes on: the line that ends it, where brackets are closed again."""
        ends: dict[int, int] = {}
        for opener, closer in self.pairs.items():
            if self.code[opener] in self._joins and self.code.find("\n", opener, closer) >= 0:
                first, last = self.number(opener), self.number(closer)
                ends[first] = max(last, ends.get(first, 0))
        for match in self._unfinished.finditer(self.code) if self._unfinished else ():
            first, last = self.number(match.start()), self.number(match.end())
            ends[first] = max(last, ends.get(first, 0))
        return _chained(ends)


def indent(text: str) -> int:
    lead = text[: len(text) - len(text.lstrip())]
    return len(lead.expandtabs(_TAB)) if "\t" in lead else len(lead)


def _chained(ends: dict[int, int]) -> dict[int, int]:
    """Lines joined to lines that are joined themselves end where the last of them ends."""
    for first in sorted(ends, reverse=True):
        last = ends[first]
        while (further := ends.get(last, last)) > last:
            last = further
        ends[first] = last
    return ends
