"""Regions of local names where indentation makes the blocks: the functions of the file, and their heads."""

from __future__ import annotations

import bisect
import re

from ripwire.services.symbols.blanking import line_starts
from ripwire.services.symbols.kinds import SymbolKind
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.nesting import Nesting
from ripwire.services.symbols.scanner import scan

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
_COMPREHENSION = re.compile(r"\bfor\s+\(?(?:(?:(?!\bin\b)[\w\s,*()])*,\s*)?\(*\s*$")
_OPEN_BAR = re.compile(r"\|(?:[^|]*,)?\s*[*&]*\s*$")
_WALRUS = re.compile(r"\s*:=")
_LAMBDA = re.compile(r"\blambda\b[^:]*$")
_NAMED_ARGUMENT = re.compile(r"\s*=(?!=)")
_IN_PARAMETER = re.compile(r"^\s*[*&]{0,2}\s*$")


class Regions:
    def __init__(self, text: str, code: str, language: Language) -> None:
        self.code, self.rules = code, language.locals
        self.nesting = Nesting(code)
        self._starts = line_starts(code)
        self._before = re.compile(rf"(?:{self.rules.before})$")
        self._after = re.compile(self.rules.after)
        self._functions = sorted(
            (
                self._starts[symbol.line - 1],
                self._end(symbol.end_line),
                self._starts[symbol.line - 1] + symbol.column,
            )
            for symbol in scan(text, language)
            if symbol.kind in _FUNCTIONS
        )

    def of(self, place: int, name: str) -> tuple[int, int] | None:
        """The stretch in which the name bound here has this meaning; None when nothing local is bound."""
        end = place + len(name)
        if region := self._expression(place, end):
            return region
        function = self._function(place)
        if function is None:
            return None
        if place == function[2]:
            outer = self._function(function[0] - 1)
            return (outer[0], outer[1]) if outer and outer[1] >= function[1] else None
        return function[:2] if self._binds(place, end, function[2]) else None

    def _binds(self, place: int, end: int, named: int) -> bool:
        """Whether the name is a parameter of the function named there, or assigned here."""
        around = self.nesting.around(place)
        if around >= 0 and self._is_head(around, named):
            return _IN_PARAMETER.search(self.nesting.lead(place).rsplit(",", 1)[-1]) is not None
        start = self._line_start(place)
        if around > start and _NAMED_ARGUMENT.match(self.code, end):
            return False
        line = self.code[start:place]
        if self._before.search(line) or _WALRUS.match(self.code, end):
            return True
        return self._after.match(self.code, end) is not None and _plain(line)

    def _expression(self, place: int, end: int) -> tuple[int, int] | None:
        """Names bound inside an expression: a comprehension's, a lambda's, a block's between bars."""
        around = self.nesting.around(place)
        line = self.code[self._line_start(place) : place]
        if around >= 0 and _COMPREHENSION.search(self.nesting.lead(place)) and self.code[around] in "([{":
            return around, self.nesting.pairs[around]
        if (match := _LAMBDA.search(line)) and re.fullmatch(
            r"\s*(?:[^:]*,)?\s*[*]*\s*", line[match.start() + 6 :]
        ):
            return place, self._logical_end(place)
        if (
            self.rules.bars
            and re.search(r"\|(?:[^|]*,)?\s*[*&]*\s*$", line)
            and "|" in self.code[end : end + 200].split("\n", 1)[0]
        ):
            return place, self._block_end(place)
        return None

    def _block_end(self, place: int) -> int:
        """The end of a `do |x| … end` or `{ |x| … }`: its brace, or the lines deeper than this one."""
        around = self.nesting.around(place)
        if around >= self._line_start(place) and self.code[around] == "{":
            return self.nesting.pairs[around]
        number = bisect.bisect_right(self._starts, place)
        depth = self._indent(number)
        while number < len(self._starts) and (self._is_blank(number + 1) or self._indent(number + 1) > depth):
            number += 1
        return self._end(number + 1)

    def _function(self, place: int) -> tuple[int, int, int] | None:
        """The innermost function around a place: its start, its end, and where its name stands."""
        inner = None
        for start, stop, named in self._functions[
            : bisect.bisect_right(self._functions, (place, len(self.code), 0))
        ]:
            if start <= place < stop:
                inner = start, stop, named
        return inner

    def _is_head(self, opener: int, named: int) -> bool:
        """Whether these are the parentheses behind the function's name."""
        return (
            self.code[opener] == "(" and opener > named and not re.search(r"[(\n:]", self.code[named:opener])
        )

    def _logical_end(self, place: int) -> int:
        around = self.nesting.around(place)
        return (
            self.nesting.pairs[around] if around >= 0 else self._end(bisect.bisect_right(self._starts, place))
        )

    def _line_start(self, place: int) -> int:
        return self._starts[bisect.bisect_right(self._starts, place) - 1]

    def _end(self, line: int) -> int:
        return self._starts[line] if line < len(self._starts) else len(self.code)

    def _indent(self, line: int) -> int:
        text = self.code[self._starts[line - 1] : self._end(line)]
        return len(text) - len(text.lstrip())

    def _is_blank(self, line: int) -> bool:
        return not self.code[self._starts[line - 1] : self._end(line)].strip()


def _plain(line: str) -> bool:
    """Names before it on the line are only other targets: `a, b = …`."""
    return re.fullmatch(r"\s*(?:(?:[\w.*@$\[\]]+\s*,\s*)*|\(?(?:\w+\s*,\s*)*)[*(]?\s*", line) is not None
