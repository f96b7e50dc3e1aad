"""The same text with everything that is not code turned into spaces.

Lengths and line ends stay, so an offset in one is an offset in the other.  Quotes stay where a string is,
so that `extern "C" {` still looks like what it is; the code in a template's holes stays too.
"""

from __future__ import annotations

import bisect
import functools
import re

from ripwire.services.symbols.language import Language
from ripwire.services.symbols.lexis import Lexis

LONGEST_LINE = 1000
"""Columns in which names are looked for.  Longer lines are data or minified; 50 KB in one cost a second."""

_NOT_LINE_END = re.compile(r"[^\n]")
_NOT_BRACKET = re.compile(r"[^(){}\[\]\n]")


def blank(text: str, language: Language) -> str:
    """Comments and strings as spaces, and long lines emptied of all but their brackets."""
    lexis = language.lexis
    code = _with_holes(text, lexis) if lexis.templates else lexis.plain_pattern.sub(_spaces, text)
    return _shorten(code)


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


def _with_holes(text: str, lexis: Lexis) -> str:
    return _Templates(text, lexis).run()


class _Templates:
    """A small stack machine: a template's text is blank, a hole in it is code, which may hold templates."""

    def __init__(self, text: str, lexis: Lexis) -> None:
        self._text, self._lexis = text, lexis
        self._done: list[str] = []
        self._at = 0
        self._holes: list[list[int]] = []
        """For each open hole: the number of its template, and how many brackets are open in it."""

    def run(self) -> str:
        lexis = self._lexis
        while match := (lexis.hole_pattern if self._holes else lexis.plain_pattern).search(
            self._text, self._at
        ):
            self._done.append(self._text[self._at : match.start()])
            self._at = match.end()
            self._see(match)
        self._done.append(self._text[self._at :])
        return "".join(self._done)

    def _see(self, match: re.Match[str]) -> None:
        group = match.lastgroup or ""
        if group in {"open", "close"}:
            self._done.append(match.group())
            self._holes[-1][1] += 1 if group == "open" else -1
            if self._holes[-1][1] == 0:
                self._inside(self._holes.pop()[0])
            return
        self._done.append(_spaces(match))
        if group[:1] == "t":
            self._inside(int(group[1:]))

    def _inside(self, template: int) -> None:
        """Blank a template's text up to its end, or to the next hole that stays open."""
        while match := self._lexis.inside[template].search(self._text, self._at):
            self._blank_to(match.start())
            if match.lastgroup == "hole":
                self._at = match.end()
                if self._hole(match.group()):
                    self._holes.append([template, 1])
                    return
            else:
                self._blank_to(match.end())
                if match.lastgroup == "closer":
                    return
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


_DOUBLED = frozenset({"{{"})
"""What looks like the start of a hole and stands for itself."""
