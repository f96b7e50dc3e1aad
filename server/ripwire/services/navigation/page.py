"""One text under the cursor: its code, its brackets, its symbols, and the word at a place.  Pure."""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from ripwire.services.answers import Source
from ripwire.services.symbols import brackets, scanner
from ripwire.services.symbols.blanking import CodeMap
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.language import Language

_WIDER = {
    "ruby": r"[\w]+[?!]?",
    "elixir": r"[\w]+[?!]?",
    "clojure": r"[\w\-?!*+<>=/.]+",
    "css": r"[\w-]+",
    "perl": r"\w+",
    "php": r"\$?\w+",
    "haskell": r"[\w']+",
    "ocaml": r"[\w']+",
}
"""What a word is made of, where it is more or less than letters, digits and `$`."""
_ACCESS = re.compile(r"(?:\?\.|->|::|(?<!\.)\.(?!\.)|&\.|:(?=\w*$))\s*$")
_RECEIVER = re.compile(r"([\w$]+)\s*(?:\([^()]*\))?\s*(?:\?\.|->|::|\.|&\.)\s*$")


@attrs.frozen(kw_only=True)
class Use:
    """A word in a text, and what stands around it."""

    name: str
    at: int
    """Offset in the text."""
    line: int
    column: int
    in_code: bool
    member: bool
    """Behind `.`, `->` or `::`."""
    receiver: str
    """The word before that, when there is one."""
    called: bool
    made: bool
    """Behind `new`."""


@attrs.define(eq=False, repr=False)
class Page:
    path: Path
    text: str
    language: Language
    source: Source = Source.DISK
    scan: Callable[[Path, str, Language], list[Symbol]] | None = None
    """What reads it instead of the rules: open documents have a parser."""

    @functools.cached_property
    def map(self) -> CodeMap:
        return CodeMap(self.text, self.language)

    @property
    def code(self) -> str:
        return self.map.code

    @functools.cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @functools.cached_property
    def symbols(self) -> list[Symbol]:
        if self.scan is not None:
            return self.scan(self.path, self.text, self.language)
        return scanner.scan(self.text, self.language)

    @functools.cached_property
    def pairs(self) -> dict[int, int]:
        """Opening bracket → closing one."""
        return brackets.pair(self.code)

    @functools.cached_property
    def _openers(self) -> list[int]:
        return sorted(self.pairs)

    @functools.cached_property
    def closers(self) -> dict[int, int]:
        return {close: opener for opener, close in self.pairs.items()}

    @functools.cached_property
    def _parents(self) -> dict[int, int | None]:
        """Opening bracket → the one around it."""
        parents: dict[int, int | None] = {}
        stack: list[int] = []
        for opener in self._openers:
            while stack and self.pairs[stack[-1]] < opener:
                stack.pop()
            parents[opener] = stack[-1] if stack else None
            stack.append(opener)
        return parents

    def around(self, at: int) -> Iterator[int]:
        """The opening brackets around an offset, innermost first."""
        index = bisect.bisect_left(self._openers, at) - 1
        opener: int | None = self._openers[index] if index >= 0 else None
        while opener is not None:
            if self.pairs[opener] >= at:
                yield opener
            opener = self._parents[opener]

    @functools.cached_property
    def word(self) -> re.Pattern[str]:
        return re.compile(_WIDER.get(self.language.name, r"[\w$]+"))

    def offset(self, line: int, column: int) -> int:
        """`line` from 1; past a line's end means its end."""
        if line > len(self.lines):
            return len(self.text)
        return self.map.offset(line, min(column, len(self.lines[line - 1])))

    def use_at(self, line: int, column: int) -> Use | None:
        """The word that the place is in, or right behind."""
        if not 1 <= line <= len(self.lines):
            return None
        text = self.lines[line - 1]
        for match in self.word.finditer(text):
            if match.start() <= column <= match.end():
                behind = match.end() == column and self.word.match(text, column)
                if not behind:
                    return self.use(line, match.start(), match.group())
        return None

    def use(self, line: int, column: int, name: str) -> Use:
        at = self.map.offset(line, column)
        before = self.code[max(0, at - 200) : at]
        receiver = _RECEIVER.search(before)
        return Use(
            name=name,
            at=at,
            line=line,
            column=column,
            in_code=self.map.is_code(line, column),
            member=_ACCESS.search(before) is not None,
            receiver=receiver[1] if receiver else "",
            called=re.match(r"\s*(?:<[^<>()]*>)?\(", self.code[at + len(name) : at + len(name) + 80])
            is not None,
            made=re.search(r"\bnew\s+(?:[\w$]+\.)*$", before) is not None,
        )

    def occurrences(self, name: str) -> Iterator[int]:
        """Offsets of the name as a whole word in code."""
        pattern = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
        return (match.start() for match in pattern.finditer(self.code))

    def enclosing(self, line: int, kinds: frozenset[str]) -> list[Symbol]:
        """Symbols of these kinds whose lines hold `line`, innermost first."""
        holding = [s for s in self.symbols if s.kind in kinds and s.line <= line <= s.end_line]
        return sorted(holding, key=lambda s: (s.end_line - s.line, -s.line))
