"""Local names without a parser: where the name at a place is bound, and the block that binding lives in.

Every place in the file where the name stands is looked at; those that bind it know their region; the
smallest region around the asked place wins.  Names of the top level and members are not local: None.
"""

from __future__ import annotations

import re

import attrs

from ripwire.services.symbols import scope_blocks, scope_lines
from ripwire.services.symbols.blanking import CodeMap, code_map
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.layout import Layout

_MOST_PLACES = 3000
"""A name that stands more often in a file is looked up among its first places only."""


@attrs.frozen
class Binding:
    """`offset` is where the name is bound; `start` and `end` are the block in which it means that."""

    offset: int
    start: int
    end: int


class LocalScopes:
    """The local names of one text.  Costs a look at the whole text once, then little for each question."""

    def __init__(self, text: str, language: Language) -> None:
        self.language = language
        self.map: CodeMap = code_map(text, language)
        braced = language.layout is Layout.BRACES
        self._regions = (
            scope_blocks.Regions(self.map.code, language)
            if braced
            else scope_lines.Regions(text, self.map.code, language)
        )

    def binding(self, line: int, column: int) -> Binding | None:
        """The binding of the name at a place (line from 1, column in characters)."""
        offset = self.map.offset(line, column)
        return self.binding_at(offset, self.name_at(offset))

    def name_at(self, offset: int) -> str:
        word = re.compile(rf"{self.language.locals.word}*")
        start = offset
        while start > 0 and word.match(self.map.code[start - 1]).end():  # type: ignore[union-attr]
            start -= 1
        found = word.match(self.map.code, start)
        return found.group() if found else ""

    def binding_at(self, offset: int, name: str) -> Binding | None:
        best: Binding | None = None
        if not name:
            return None
        for place in self.places(name):
            region = self._regions.of(place, name)
            if region is None or not region[0] <= offset < region[1]:
                continue
            candidate = Binding(place, *region)
            if best is None or _rank(candidate, offset) < _rank(best, offset):
                best = candidate
        return best

    def places(self, name: str) -> list[int]:
        """Where the name stands in the code."""
        char = self.language.locals.word
        pattern = re.compile(rf"(?<!{char}){re.escape(name)}(?!{char})")
        found = (match.start() for match in pattern.finditer(self.map.code))
        return [place for place, _ in zip(found, range(_MOST_PLACES), strict=False)]


def _rank(binding: Binding, offset: int) -> tuple[int, bool, int]:
    """The smaller block first; in it, what is bound before the place; of those, the nearest."""
    after = binding.offset > offset
    return binding.end - binding.start, after, abs(offset - binding.offset)
