"""The same text with everything that is not code turned into spaces.

Lengths and line ends stay, so an offset in one is an offset in the other.  Quotes stay where a string is,
so that `extern "C" {` still looks like what it is; the code in a template's holes stays too.
"""

from __future__ import annotations

import bisect
import functools
import re

from ripwire.services.symbols.language import Language, words
from ripwire.services.symbols.lexis import Lexis

LONGEST_LINE = 1000
"""Columns in which names are looked for.  Longer lines are data or minified; 50 KB in one cost a second."""

_NOT_LINE_END = re.compile(r"[^\n]")
_BYTE_ORDER_MARK = re.compile("\ufeff")
_NOT_QUOTE = re.compile(r"[^\n\"'`]")
_NOT_BRACKET = re.compile(r"[^(){}\[\]\n]")


def blank(text: str, language: Language) -> str:
    """Comments and strings as spaces, and long lines emptied of all but their brackets."""
    return _shorten(_Blanking(text, language.lexis).run())


class CodeMap:
    """Says of each place whether it is code: no comment, no string (but a template's hole is code)."""

    def __init__(self, text: str, language: Language) -> None:
        self.code = blank(text, language)
        self._text = text

    @functools.cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.code)

    def offset(self, line: int, column: int) -> int:
        """`line` from 1, `column` in characters."""
        return self._starts[min(line, len(self._starts)) - 1] + column

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]

    def is_code(self, line: int, column: int) -> bool:
        at = self.offset(line, column)
        return at < len(self.code) and self.code[at] == self._text[at] and not self._text[at].isspace()


def code_map(text: str, language: Language) -> CodeMap:
    return CodeMap(text, language)


def line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _spaces(match: re.Match[str]) -> str:
    """Spaces of the same length; a string on one line keeps its quotes."""
    whole = match.group()
    if "\n" in whole:
        return _NOT_LINE_END.sub(" ", whole)
    if whole[-1] in "\"'`" and len(whole) > 1 and whole[0] in "\"'`":
        return whole[0] + " " * (len(whole) - 2) + whole[-1]
    return " " * len(whole)


def _shorten(code: str) -> str:
    if len(code) <= LONGEST_LINE:
        return code
    lines = code.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE:
        return code
    return "\n".join(line if len(line) <= LONGEST_LINE else _short(line) for line in lines)


def _short(line: str) -> str:
    return line[:LONGEST_LINE] + _NOT_BRACKET.sub(" ", line[LONGEST_LINE:])


class _Blanking:
    """A small stack machine: a template's text is blank, a hole in it is code, which may hold templates."""

    def __init__(self, text: str, lexis: Lexis) -> None:
        self._text, self._lexis = text, lexis
        self._done: list[str] = []
        self._at = 0
        """Everything before it is in `_done`."""
        self._holes: list[list[int]] = []
        """For each open hole: the number of its template, and how many brackets are open in it."""

    def run(self) -> str:
        lexis, text, whole = self._lexis, self._text, self._lexis.whole
        look = 0
        if opening := lexis.first.match(text) or _BYTE_ORDER_MARK.match(text):
            self._blank_to(opening.end())
            look = self._at
        while candidate := (lexis.start_in_hole if self._holes else lexis.start).search(text, look):
            look = candidate.start()
            if self._holes and candidate.group() in _HOLE_BRACKETS:
                look = self._bracket(candidate.group(), look)
            elif (match := whole.match(text, look)) and self._is_token(match):
                look = self._token(match)
            else:
                look += 1
        self._done.append(text[self._at :])
        return "".join(self._done)

    def _is_token(self, match: re.Match[str]) -> bool:
        return match.lastgroup != "regex" or _value_may_begin(self._text, match.start())

    def _bracket(self, bracket: str, at: int) -> int:
        self._done.append(self._text[self._at : at + 1])
        self._at = at + 1
        self._holes[-1][1] += 1 if bracket in "({" else -1
        if self._holes[-1][1] == 0:
            self._inside(self._holes.pop()[0])
        return self._at

    def _token(self, match: re.Match[str]) -> int:
        self._done.append(self._text[self._at : match.start()])
        self._at = match.end()
        group = match.lastgroup
        if group == "keep":
            self._done.append(match.group())
        elif group and group[0] == "t":
            self._done.append(_NOT_QUOTE.sub(" ", match.group()))
            self._inside(int(group[1:]))
        else:
            self._done.append(_spaces(match))
        return max(self._at, match.start() + 1)

    def _inside(self, template: int) -> None:
        """Blank a template's text up to its end, or to the next hole that stays open."""
        while match := self._lexis.inside[template].search(self._text, self._at):
            self._blank_to(match.start())
            if match.lastgroup == "hole":
                self._at = match.end()
                if self._hole(match.group()):
                    self._holes.append([template, 1])
                    return
            elif match.lastgroup == "closer":
                self._done.append(_NOT_QUOTE.sub(" ", match.group()))
                self._at = match.end()
                return
            else:
                self._blank_to(match.end())
        self._blank_to(len(self._text))

    def _hole(self, opening: str) -> bool:
        """Keep what a hole holds: a bracket that stays open, or the bare name in `$name`."""
        bracket = opening[-1] if opening[-1] in "({" and opening not in _DOUBLED else ""
        whole = bracket or opening in _DOUBLED
        self._done.append(bracket.rjust(len(opening)) if whole else opening)
        return bracket != ""

    def _blank_to(self, end: int) -> None:
        self._done.append(_NOT_LINE_END.sub(" ", self._text[self._at : end]))
        self._at = end


def _value_may_begin(text: str, at: int) -> bool:
    """Whether a value may begin here: after an operator, an opening bracket or some keywords."""
    before = text[max(0, at - _LOOK_BACK) : at].rstrip()
    if not before or before[-1] in "=(,:!&|?;{}[+>~^%*-<":
        return True
    word = _LAST_WORD.search(before)
    return word is not None and word.group() in _BEFORE_VALUES


_LOOK_BACK = 120
_LAST_WORD = re.compile(r"[A-Za-z_]+$")
_BEFORE_VALUES = words(
    "return case typeof in of do else void delete throw new await yield if when unless and or not while until"
    " split"
)
_HOLE_BRACKETS = frozenset("(){}")
_DOUBLED = frozenset({"{{"})
"""What looks like the start of a hole and stands for itself."""
