"""The scan of languages with braces: statement by statement, type by type, function bodies left out.

A statement ends at `;`, `{`, `}`, and in some languages at a line end; its lines are joined, so a rule
written for one line also finds a head spread over several.
"""

from __future__ import annotations

import bisect
import re
from typing import NamedTuple

import attrs

from ripwire.services.symbols import naming
from ripwire.services.symbols.blanking import LONGEST_LINE, blank, line_starts
from ripwire.services.symbols.brackets import pair
from ripwire.services.symbols.directives import Directives, broken, running_on
from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.language import BODY, TOP, TYPES, Found, Hit, Language, Opens, Rule
from ripwire.services.symbols.naming import Place

DIRECTIVE = "directive"
"""The context of rules for preprocessor lines."""

_OPENERS = frozenset("{(")
_SHOWN = frozenset("{;")
"""The ends that a rule sees as part of the statement, as ripgrep sees them on the line."""
_CODE = re.compile(r"\S")
_WORD = re.compile(r"\s*([\w@#]+)")


@attrs.define
class _Frame:
    """A stretch of text still to be read, and the scope it belongs to."""

    at: int
    end: int
    scope: Place
    tail: str = ""
    """The context of what follows a type's closing brace."""


class _Head(NamedTuple):
    start: int
    end: int
    closer: str


def scan(text: str, language: Language) -> list[Symbol]:
    return _Walk(text, language).run()


class _Walk:
    def __init__(self, text: str, language: Language) -> None:
        self.language, self.style = language, language.braces
        self._text = text
        code = blank(text, language)
        self.found: list[Symbol] = []
        branches: list[tuple[int, str]] = []
        self._starts = line_starts(code)
        if self.style.preprocessor:
            directives = Directives(code)
            code, branches = directives.code, directives.branches
            self._macros(directives)
        if self.style.runs_on:
            code = running_on(code, self.style.runs_on)
        for breaks in self.style.breaks:
            code = broken(code, re.compile(breaks))
        self.code = code
        self.pairs = pair(code, branches)
        self._plain = re.compile(r"[{};(\[\n]" if self.style.newline_ends else r"[{};(\[]")
        self._listed = re.compile(r"[{};(\[\n,]" if self.style.newline_ends else r"[{};(\[,]")
        self._unfinished = re.compile(self.style.unfinished)
        self._continues = re.compile(r"\s*(?:" + self.style.continues + ")")
        self._annotation = (
            re.compile(r"\s*(?:" + self.style.annotation + ")") if self.style.annotation else None
        )
        self._groups = re.compile(r"\s*(?:" + self.style.groups + r")\s*") if self.style.groups else None
        self._frames = [_Frame(0, len(code), Place(TOP))]
        self._later: list[_Frame] = []

    def run(self) -> list[Symbol]:
        while self._frames or self._later:
            if not self._frames:
                self._frames.append(self._later.pop())
            frame = self._frames[-1]
            if frame.at >= frame.end:
                self._frames.pop()
                continue
            head = self._next_head(frame)
            frame.at = head.end + 1
            self._read(head, frame)
        self.found.sort(key=lambda symbol: (symbol.line, symbol.column))
        return self.found

    def _next_head(self, frame: _Frame) -> _Head:
        """The next statement of the frame, and what ended it."""
        code, start, at = self.code, frame.at, frame.at
        begun = False
        stops = self._listed if frame.scope.context in self.style.comma_ends else self._plain
        while match := stops.search(code, at, frame.end):
            place, stop = match.start(), match.group()
            at = place + 1
            if stop in "([":
                if self._groups and self._groups.fullmatch(code, start, place):
                    return _Head(start, place, stop)
                at = self._past_bracket(place, frame)
            elif stop != "\n":
                return _Head(start, place, stop)
            elif not (begun := begun or _CODE.search(code, start, place) is not None):
                start = at
            elif not self._goes_on(start, place):
                return _Head(start, place, stop)
        return _Head(start, frame.end, "")

    def _past_bracket(self, place: int, frame: _Frame) -> int:
        close = self.pairs.get(place)
        if close is None or close > frame.end:
            return place + 1
        if self.style.nested and (inner := self.code.find("{", place, close)) >= 0:
            self._push_inner(inner, close, frame.scope)
        return close + 1

    def _push_inner(self, inner: int, close: int, scope: Place) -> None:
        """Functions handed over as arguments: what is in their braces is read later, as local code."""
        inside = scope.into(BODY)
        while 0 <= inner < close:
            end = self.pairs.get(inner)
            if end is None or end > close:
                return
            self._later.append(_Frame(inner + 1, end, inside))
            inner = self.code.find("{", end, close)

    def _goes_on(self, start: int, line_end: int) -> bool:
        """Does the statement go on behind this line end?"""
        first = self.code.rfind("\n", start, line_end) + 1
        line = self.code[max(start, first) : line_end].rstrip()
        return bool(
            self._unfinished.search(line, max(0, len(line) - 12))
            or self._continues.match(self.code, line_end)
        )

    def _read(self, head: _Head, frame: _Frame) -> None:
        """Find what the statement defines, and go into its braces where something may be."""
        scope = frame.scope.into(frame.tail) if frame.tail else frame.scope
        frame.tail = ""
        start = self._past_annotations(head.start, head.end)
        start = first.start() if (first := _CODE.search(self.code, start, head.end)) else head.end
        stop = head.end + 1 if head.closer in _SHOWN else head.end
        text = self.code[start : min(stop, start + LONGEST_LINE)]
        if "\n" in text:
            text = text.replace("\n", " ")
        if self.style.tidy:
            text = self.style.tidy(text)
        rule, inner = self._define(text, start, head, scope)
        if rule and rule.tail:
            frame.tail = (
                "typedef tail" if text.lstrip().startswith("typedef") else f"{frame.scope.context} tail"
            )
        if head.closer not in ("{", "("):
            return
        close = self.pairs.get(head.end, frame.end)
        frame.at = min(close + 1, frame.end)
        opens = rule.opens if rule else Opens.NOTHING
        if opens is Opens.TEMPLATE or (rule and rule.kind is None and opens is Opens.NOTHING):
            return
        if head.closer == "{" and opens in (Opens.NOTHING, Opens.BODY):
            if not self.style.nested:
                return
            inner = Place(BODY, inner.owner, inner.path, inner.local or opens is Opens.BODY)
        self._frames.append(_Frame(head.end + 1, min(close, frame.end), inner))

    def _past_annotations(self, start: int, end: int) -> int:
        while self._annotation and (match := self._annotation.match(self.code, start, end)):
            start = match.end()
            if self.code[start - 1] in "([":
                close = self.pairs.get(start - 1, start)
                start = min(close + 1, end)
        return start

    def _define(self, text: str, start: int, head: _Head, scope: Place) -> tuple[Rule | None, Place]:
        """The rule that explains a statement, and the scope behind its brace."""
        word = _WORD.match(text)
        member = self.style.any_member and scope.context in TYPES
        if word and word.group(1) in self.language.not_heads and not member:
            return None, scope
        for hit in self.language.matcher(scope.context).hits(text):
            if self._holds(hit, text, head, scope):
                return hit.rule, self._emit(hit, _Head(start, head.end, head.closer), text, scope)
        return None, scope

    def _holds(self, hit: Hit, text: str, head: _Head, scope: Place) -> bool:
        rule = hit.rule
        if rule.ends is not None and head.closer not in rule.ends:
            return False
        if hit.name in self.language.not_names and not (self.style.any_member and scope.context in TYPES):
            return False
        if rule.check is None:
            return True
        following = self.code[head.end + 1 : head.end + 200]
        return rule.check(Found(hit, text, head.closer, scope.context, scope.owner, following))

    def _emit(self, hit: Hit, head: _Head, text: str, scope: Place) -> Place:
        """Keep what the hit names; say what scope its brace opens.  `head.start` is where `text` begins."""
        rule = hit.rule
        if rule.kind is None:
            return scope.into(rule.context or scope.context)
        place = naming.behind(hit.qualifier, scope, self.language)
        name, start = self._as_written(head.start + hit.start, hit.name)
        self._add(rule, name, start, place, head)
        for other, column in naming.further(rule.more, text, hit.end, rule.more_ends) if rule.more else ():
            self._add(rule, other, head.start + column, place, None)
        if rule.opens is Opens.BLOCK:
            return scope.into(rule.context or scope.context)
        context = rule.context or (rule.kind.value if rule.opens is Opens.TYPE else BODY)
        return Place(context, name, naming.within(place.path, name, self.language), scope.local)

    def _as_written(self, start: int, name: str) -> tuple[str, int]:
        """The name as the text spells it, strings in it included, without its own quotes; and its place."""
        return naming.bare(" ".join(self._text[start : start + len(name)].split()), start)

    def _add(self, rule: Rule, name: str, offset: int, place: Place, head: _Head | None) -> None:
        line = last = self._line(offset)
        if head and head.closer in _OPENERS:
            last = self._line(self.pairs.get(head.end, head.end))
        self.found.append(
            Symbol(
                name=name,
                kind=naming.kind_in(rule.kind or SymbolKind.FUNCTION, name, place, self.language),
                line=line,
                column=offset - self._starts[line - 1],
                end_line=max(line, last),
                container=place.path,
                extra=rule.extra,
                local=place.local,
                declaration=head is not None and head.closer != "" and head.closer in rule.declares,
            )
        )

    def _line(self, offset: int) -> int:
        return bisect.bisect_right(self._starts, offset)

    def _macros(self, directives: Directives) -> None:
        matcher = self.language.matcher(DIRECTIVE)
        for offset, text in directives.lines:
            if hit := next(matcher.hits(text), None):
                self._add(hit.rule, hit.name, offset + hit.start, Place(TOP), None)
