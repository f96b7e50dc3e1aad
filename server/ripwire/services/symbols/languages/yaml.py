"""YAML: the keys of the top level; where the document is a list, the keys of its items."""

from __future__ import annotations

import re

from ripwire.services.symbols.blanking import blank
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Opens, Rule
from ripwire.services.symbols.lexis import Lexis

_NAME = r"(?P<n>[^\s#:,\[\]{}&*!|>'\"%@`-][^#\n:]*?|-[^\s#:][^#\n:]*?|[^\s#,\[\]{}&*!|>'\"%@`-][^#\n]*?|\"[^\"\n]+\"|'[^'\n]+'|<<)"
_KEY = re.compile(rf"{_NAME}[ \t]*:(?:[ \t]|$)")
_DASHES = re.compile(r"(?:-[ \t]+)+")
_BLOCK = re.compile(r"(?:^|[:\-][ \t]+)(?:[!&]\S+[ \t]+)*[|>][-+0-9]*[ \t]*$")


class _Scan:
    def __init__(self, text: str, language: Language) -> None:
        self.lines = blank(text, language).split("\n")
        self.found: list[Symbol] = []
        self._listed: int | None = None
        """How far the keys of the outermost list's items are indented, once it has begun."""
        self._keyed = False
        self._block: int | None = None
        """The indentation of the line that opened a block of text, while it lasts."""

    def run(self) -> list[Symbol]:
        for number, line in enumerate(self.lines, 1):
            if line.strip():
                self._line(number, line)
        return self.found

    def _line(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        if self._block is not None and indent > self._block:
            return
        self._block = indent if _BLOCK.search(line) else None
        if line.startswith("---"):
            self._listed, self._keyed = None, False
        elif indent == 0 and (dashes := _DASHES.match(line)):
            if not self._keyed:
                self._listed = dashes.end()
                self._key(number, line, dashes.end())
        elif indent == 0:
            self._keyed = True
            self._key(number, line, 0)
        elif indent == self._listed:
            self._key(number, line, indent)

    def _key(self, number: int, line: str, start: int) -> None:
        if match := _KEY.match(line, start):
            name, column = match["n"], match.start("n")
            if name[0] in "\"'":
                name, column = name[1:-1], column + 1
            self.found.append(
                Symbol(name=name, kind=K.KEY, line=number, column=column, end_line=number, extra=True)
            )


LANGUAGE = Language(
    name="yaml",
    globs=("*.yml", "*.yaml"),
    joins="",
    lexis=Lexis(starts="#", plain=(r"(?:^|(?<=\s))#[^\n]*",)),
    rules=(
        Rule(
            K.KEY,
            r"(?:-[ \t]+)*(?P<n>[\w./$@<*-][\w./$@ -]*|\"[^\"\n]+\"|'[^'\n]+')[ \t]*:(?:[ \t]|$)",
            Opens.BODY,
            where=frozenset({TOP}),
            extra=True,
        ),
    ),
    own_scan=lambda text, language: _Scan(text, language).run(),
)
