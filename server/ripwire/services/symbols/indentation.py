"""The scan of languages whose indentation shows what belongs to what, and of those that are a list of lines.

A line with an open bracket is joined with the lines up to where it closes.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from typing import NamedTuple

import attrs
import msgspec

from ripwire.services.symbols import naming
from ripwire.services.symbols.blanking import LONGEST_LINE, blank, line_starts
from ripwire.services.symbols.brackets import pair
from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.language import BODY, TOP, Found, Hit, Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.naming import Place

_TAB = 8
_CLOSES = re.compile(r"\s*(end\b|[)\]}])")
_FIRST_BRACE = re.compile(r"[ \t]*\(|[^{;\n]*\n?[^{;\n]*\{")
"""The bracket around a form, or the brace that opens a body on this line or the next."""
_REOPENS = re.compile(r"\s*end\b.*\b(?:sig|struct)\s*$")
"""`end) : sig` ends a parameter; the module goes on."""
_HEAD_CLOSES = frozenset(")]")
"""These end a head that was spread over lines, not what it heads."""


@attrs.define
class _Scope:
    indent: int
    place: Place
    symbol: int | None
    """Where its symbol stands in the list, to be given its last line."""
    until_end: bool = False
    first: int = 0
    """The indentation of the first line in it."""


class _Line(NamedTuple):
    number: int
    last: int
    """The number of the last line that was joined to it."""
    indent: int
    offset: int
    text: str


def scan(text: str, language: Language) -> list[Symbol]:
    return _Walk(text, language).run()


class _Walk:
    def __init__(self, text: str, language: Language) -> None:
        self.language = language
        self.code = blank(text, language)
        self.starts = line_starts(self.code)
        self.pairs = pair(self.code)
        self.found: list[Symbol] = []
        self._last_lines: dict[int, int] = {}
        self._stack: list[_Scope] = []
        self._flat = language.layout is Layout.LINES

    def run(self) -> list[Symbol]:
        previous = 0
        for line in self._lines():
            if self._stack and line.indent <= self._stack[-1].indent:
                self._leave(line, previous)
            self._read(line)
            previous = line.last
        self._leave(None, previous)
        return [self._finished(index, symbol) for index, symbol in enumerate(self.found)]

    def _finished(self, index: int, symbol: Symbol) -> Symbol:
        last = self._last_lines.get(index, symbol.line)
        if last <= symbol.end_line:
            return symbol
        return msgspec.structs.replace(symbol, end_line=last)

    def _lines(self) -> Iterator[_Line]:
        """The logical lines that hold code."""
        ends = self._joined()
        number, count = 1, len(self.starts)
        while number <= count:
            offset = self.starts[number - 1]
            last = ends.get(number, number)
            stop = self.starts[last] - 1 if last < count else len(self.code)
            text = self.code[offset : min(stop, offset + LONGEST_LINE)]
            if text and not text.isspace():
                yield _Line(
                    number, last, _indent(text), offset, text.replace("\n", " ") if last > number else text
                )
            number = last + 1

    def _joined(self) -> dict[int, int]:
        """For each line that opens a bracket and does not close it: the line that does."""
        ends: dict[int, int] = {}
        for opener, closer in self.pairs.items():
            if self.code[opener] in self.language.joins and self.code.find("\n", opener, closer) >= 0:
                first, last = self._line(opener), self._line(closer)
                ends[first] = max(last, ends.get(first, 0))
        return _chained(ends)

    def _leave(self, line: _Line | None, previous: int) -> None:
        """Close the scopes that this line is no longer part of."""
        if self._flat and line is not None:
            return
        indent = line.indent if line else -1
        while self._stack and indent <= self._stack[-1].indent:
            level = indent == self._stack[-1].indent
            closing = _CLOSES.match(line.text) if line and level else None
            if closing and line and (closing.group(1) in _HEAD_CLOSES or _REOPENS.match(line.text)):
                return
            if closing and line:
                self._close(line.number)
                return
            if level and self._stack[-1].until_end:
                return
            self._close(previous)

    def _close(self, last: int) -> None:
        scope = self._stack.pop()
        if scope.symbol is not None:
            self._last_lines.setdefault(scope.symbol, last)

    def _read(self, line: _Line) -> None:
        context = self._context(line)
        for hit in self.language.matcher(context).hits(line.text):
            if self._holds(hit, line, context):
                self._emit(hit, line, context)
                return

    def _context(self, line: _Line) -> str:
        if self._stack:
            scope = self._stack[-1]
            inside = (
                self._flat or line.indent > scope.indent or (scope.until_end and line.indent == scope.indent)
            )
            scope.first = scope.first or line.indent
            direct = scope.place.context not in self.language.direct_members or line.indent <= scope.first
            return (scope.place.context if direct else BODY) if inside else TOP
        return TOP if line.indent == 0 or self._flat or self.language.indented_top else BODY

    def _holds(self, hit: Hit, line: _Line, context: str) -> bool:
        if hit.name in self.language.not_names:
            return False
        if hit.rule.check is None:
            return True
        end = line.offset + len(line.text)
        owner = self._stack[-1].place.owner if self._stack else ""
        return hit.rule.check(Found(hit, line.text, "\n", context, owner, self.code[end : end + 200]))

    def _emit(self, hit: Hit, line: _Line, context: str) -> None:
        rule = hit.rule
        place = self._stack[-1].place if self._stack else Place(TOP)
        if self._flat and rule.opens is Opens.TYPE:
            place = Place(TOP)
        place = naming.behind(hit.qualifier, place, self.language)
        name, symbol = "", None
        if rule.kind is not None:
            name, start = naming.bare(hit.name, hit.start)
            symbol = self._add(rule, name, line.offset + start, place)
            for other, start in naming.further(rule.more, line.text, hit.end) if rule.more else ():
                self._add(rule, other, line.offset + start, place)
        if rule.opens is Opens.TYPE or (rule.opens is not Opens.NOTHING and not self._flat):
            self._open(rule, name, line, place.into(context), symbol)
            if self.language.inline_blocks and rule.opens is Opens.TYPE:
                self._inline(line, hit.end)

    def _inline(self, line: _Line, start: int) -> None:
        """Read what stands between the braces of a type on its own line."""
        opener = line.text.find("{", start)
        closer = self.pairs.get(line.offset + opener, -1) - line.offset
        if opener < 0 or not opener < closer < len(line.text):
            return
        at = opener + 1
        for part in line.text[at:closer].split(";"):
            if part.strip():
                self._read(
                    _Line(line.number, line.number, line.indent + _indent(part) + 1, line.offset + at, part)
                )
                while self._stack and self._stack[-1].indent > line.indent:
                    self._close(line.number)
            at += len(part) + 1

    def _open(self, rule: Rule, name: str, line: _Line, place: Place, symbol: int | None) -> None:
        if self._flat:
            while self._stack:
                self._close(line.number - 1)
        local = place.local or rule.opens is Opens.BODY
        if rule.opens is Opens.BLOCK:
            inner = place.into(rule.context or place.context)
        else:
            opened = rule.kind.value if rule.kind and rule.opens is Opens.TYPE else BODY
            path = naming.within(place.path, name, self.language)
            inner = Place(rule.context or opened, name, path, local)
        self._stack.append(_Scope(line.indent, inner, symbol, rule.until_end))

    def _add(self, rule: Rule, name: str, offset: int, place: Place) -> int:
        line = self._line(offset)
        end = self._closing_brace(offset) if self._flat and rule.opens is Opens.BODY else line
        self.found.append(
            Symbol(
                name=name,
                kind=naming.kind_in(rule.kind or SymbolKind.FUNCTION, name, place, self.language),
                line=line,
                column=offset - self.starts[line - 1],
                end_line=max(line, end),
                container=place.path,
                extra=rule.extra,
                local=place.local,
            )
        )
        return len(self.found) - 1

    def _closing_brace(self, offset: int) -> int:
        start = self.starts[self._line(offset) - 1]
        match = _FIRST_BRACE.match(self.code, start)
        return self._line(self.pairs.get(match.end() - 1, offset)) if match else self._line(offset)

    def _line(self, offset: int) -> int:
        return bisect.bisect_right(self.starts, offset)


def _indent(text: str) -> int:
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
