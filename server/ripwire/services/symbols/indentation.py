"""The scan of languages whose indentation shows what belongs to what, and of mere lists of lines."""

from __future__ import annotations

import re

import attrs
import msgspec

from ripwire.services.symbols import naming
from ripwire.services.symbols.blanking import blank
from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.language import BODY, TOP, Found, Hit, Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.logical_lines import LogicalLines, indent
from ripwire.services.symbols.naming import Place
from ripwire.services.symbols.parting import Cuts, Line

_CLOSES = re.compile(r"\s*(end\b|[)\]}])")
_ENDED = re.compile(r"(?<![.\w:])end\s*$")
_FIRST_BRACE = re.compile(r"[ \t]*\(|[^{;\n]*\n?[^{;\n]*\{")
"""The bracket around a form, or the brace that opens a body on this line or the next."""
_REOPENS = re.compile(r"\s*end\b.*(?:\b(?:sig|struct)|[=:])\s*$|\s*\{")
"""`end) : sig` ends a parameter, and a brace may stand below its head; what was opened goes on."""
_HEAD_CLOSES = frozenset(")]")
"""These end a head that was spread over lines, not what it heads."""


@attrs.define
class _Scope:
    indent: int
    line: int
    """The number of the line that opened it."""
    place: Place
    symbol: int | None
    """Where its symbol stands in the list, to be given its last line."""
    until_end: bool = False
    first: int = 0
    """The indentation of the first line in it."""


def scan(text: str, language: Language) -> list[Symbol]:
    return _Walk(text, language).run()


class _Walk:
    def __init__(self, text: str, language: Language) -> None:
        self.language = language
        self.code = blank(text, language)
        self.lines = LogicalLines(self.code, language.joins, language.unfinished)
        self.found: list[Symbol] = []
        self._last_lines: dict[int, int] = {}
        self._stack: list[_Scope] = []
        self._flat = language.layout is Layout.LINES

    def run(self) -> list[Symbol]:
        previous = 0
        cuts = Cuts(self.language.parted, self.code) if self.language.parted else None
        for line in self.lines:
            if cuts and cuts.inside(line):
                self._parts(line, cuts, previous)
            else:
                self._statement(line, previous)
            previous = line.last
        self._leave(None, previous)
        return [self._finished(index, symbol) for index, symbol in enumerate(self.found)]

    def _statement(self, line: Line, previous: int) -> None:
        if self._stack and line.indent <= self._stack[-1].indent:
            self._leave(line, previous)
        self._read(line)

    def _parts(self, line: Line, cuts: Cuts, previous: int) -> None:
        """A later statement may stand in what an earlier one opened; an `end` closes only that."""
        nests = not self._flat and (self.language.parts_nest or bool(_ENDED.search(line.text)))
        for part in cuts.parts(line):
            depth = len(self._stack)
            opened = depth > 0 and self._stack[-1].line == line.number
            closes = _CLOSES.match(part.text) is not None
            if nests and part.offset > line.offset and depth and (opened or closes):
                inside = self._stack[-1].indent + (not (opened and closes))
                self._statement(part._replace(indent=inside), previous)
            else:
                self._statement(part, previous)
            if nests and len(self._stack) > depth and _ENDED.search(part.text):
                self._close(line.number)

    def _finished(self, index: int, symbol: Symbol) -> Symbol:
        last = self._last_lines.get(index, symbol.line)
        if last <= symbol.end_line:
            return symbol
        return msgspec.structs.replace(symbol, end_line=last)

    def _leave(self, line: Line | None, previous: int) -> None:
        """Close the scopes that this line is no longer part of."""
        if self._flat and line is not None:
            return
        indent = line.indent if line else -1
        while self._stack and indent <= self._stack[-1].indent:
            level = indent == self._stack[-1].indent
            closing = _CLOSES.match(line.text) if line and level else None
            if line and level and _REOPENS.match(line.text):
                return
            if closing and closing.group(1) in _HEAD_CLOSES:
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

    def _read(self, line: Line) -> None:
        context = self._context(line)
        for hit in self.language.matcher(context).hits(line.text):
            if self._holds(hit, line, context):
                self._emit(hit, line, context)
                return

    def _context(self, line: Line) -> str:
        if self._stack:
            scope = self._stack[-1]
            inside = (
                self._flat or line.indent > scope.indent or (scope.until_end and line.indent == scope.indent)
            )
            scope.first = scope.first or line.indent
            direct = scope.place.context not in self.language.direct_members or line.indent <= scope.first
            return (scope.place.context if direct else BODY) if inside else TOP
        return TOP if line.indent == 0 or self._flat or self.language.indented_top else BODY

    def _holds(self, hit: Hit, line: Line, context: str) -> bool:
        if hit.name in self.language.not_names:
            return False
        if hit.rule.check is None:
            return True
        end = line.offset + len(line.text)
        owner = self._stack[-1].place.owner if self._stack else ""
        return hit.rule.check(Found(hit, line.text, "\n", context, owner, self.code[end : end + 200]))

    def _emit(self, hit: Hit, line: Line, context: str) -> None:
        rule = hit.rule
        if rule.kind is None and rule.until_end:
            self._begin(line)
        place = self._stack[-1].place if self._stack else Place(TOP)
        if self._flat and rule.opens is Opens.TYPE:
            place = Place(TOP)
        place = naming.behind(hit.qualifier, place, self.language)
        name, symbol = "", None
        if rule.kind is not None:
            name, start = naming.bare(hit.name, hit.start)
            symbol = self._add(rule, name, line.offset + start, place, line)
            for other, start in (
                naming.further(rule.more, line.text, hit.end, rule.more_ends) if rule.more else ()
            ):
                self._add(rule, other, line.offset + start, place, line)
        if rule.opens is Opens.TYPE or (rule.opens is not Opens.NOTHING and not self._flat):
            self._open(rule, name, line, place.into(context), symbol)
            if self.language.inline_blocks and rule.opens is Opens.TYPE:
                self._inline(line, hit.end)

    def _begin(self, line: Line) -> None:
        """What a head above has opened begins on this line, and its `end` will stand below it."""
        if self._stack and self._stack[-1].first in (0, line.indent):
            self._stack[-1].indent, self._stack[-1].first = line.indent, 0

    def _inline(self, line: Line, start: int) -> None:
        """Read what stands between the braces of a type on its own line."""
        opener = line.text.find("{", start)
        closer = self.lines.pairs.get(line.offset + opener, -1) - line.offset
        if opener < 0 or not opener < closer < len(line.text):
            return
        at = opener + 1
        for part in line.text[at:closer].split(";"):
            if part.strip():
                self._read(
                    Line(line.number, line.number, line.indent + indent(part) + 1, line.offset + at, part)
                )
                while self._stack and self._stack[-1].indent > line.indent:
                    self._close(line.number)
            at += len(part) + 1

    def _open(self, rule: Rule, name: str, line: Line, place: Place, symbol: int | None) -> None:
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
        self._stack.append(_Scope(line.indent, line.number, inner, symbol, rule.until_end))

    def _add(self, rule: Rule, name: str, offset: int, place: Place, statement: Line) -> int:
        line = self.lines.number(offset)
        end = self._closing_brace(offset, statement) if self._flat and rule.opens is Opens.BODY else line
        self.found.append(
            Symbol(
                name=name,
                kind=naming.kind_in(rule.kind or SymbolKind.FUNCTION, name, place, self.language),
                line=line,
                column=offset - self.lines.starts[line - 1],
                end_line=max(line, end),
                container=place.path,
                extra=rule.extra,
                local=place.local,
            )
        )
        return len(self.found) - 1

    def _closing_brace(self, offset: int, statement: Line) -> int:
        number = self.lines.number(offset)
        match = _FIRST_BRACE.match(self.code, max(self.lines.starts[number - 1], statement.offset))
        return self.lines.number(self.lines.pairs.get(match.end() - 1, offset)) if match else number
