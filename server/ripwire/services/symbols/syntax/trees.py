"""Syntax trees of open documents: parsed once, then only around what was edited.

A tree takes some 23 times the memory of its text, so few are kept, and none of long texts.  The parser
is fed in pieces, since it holds the interpreter while it has input (160 ms for 1 MB in one piece).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

import attrs
import tree_sitter_language_pack
from tree_sitter import Parser, Point, Query, QueryCursor, Tree

from ripwire.services.symbols import scanner
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.syntax import definitions
from ripwire.services.symbols.syntax.grammars import GRAMMARS, Grammar

KEPT = 16
LARGEST = 1 << 19
"""Bytes of a text that is parsed."""
_PIECE = 4096


@attrs.frozen
class _Kit:
    """What reads one language; `None` in its place says that its grammar is not there."""

    parser: Parser
    cursor: QueryCursor


@attrs.frozen(eq=False)
class _Parsed:
    source: bytes
    tree: Tree


@attrs.define(eq=False)
class Trees:
    """Called from threads, one at a time."""

    _kits: dict[str, _Kit | None] = attrs.field(factory=dict)
    _known: OrderedDict[tuple[Path, str], _Parsed] = attrs.field(factory=OrderedDict)
    _lock: threading.Lock = attrs.field(factory=threading.Lock)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()

    def __len__(self) -> int:
        return len(self._known)

    def scan(self, path: Path, text: str, language: Language) -> list[Symbol]:
        """By the grammar; by the rules where there is none, where the text is long, and around errors."""
        grammar = GRAMMARS.get(language.name)
        source = text.encode("utf-8", "replace")
        if grammar is None or len(source) > LARGEST:
            return scanner.scan(text, language)
        with self._lock:
            kit = self._kit(grammar)
            if kit is None:
                return scanner.scan(text, language)
            root = self._parsed(path, language, source, kit.parser).tree.root_node
            found = definitions.symbols(root, kit.cursor, source, language)
            broken = definitions.broken_lines(root)
        return _mended(found, broken, text, language) if broken else found

    def _kit(self, grammar: Grammar) -> _Kit | None:
        if grammar.name not in self._kits:
            self._kits[grammar.name] = _made(grammar)
        return self._kits[grammar.name]

    def _parsed(self, path: Path, language: Language, source: bytes, parser: Parser) -> _Parsed:
        place = (path, language.name)
        known = self._known.get(place)
        if known is None or known.source != source:
            known = self._known[place] = _Parsed(source, _parse(parser, source, known))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(place)
        return known


def _made(grammar: Grammar) -> _Kit | None:
    try:
        name: Any = grammar.name  # its own type lists all 172
        language = tree_sitter_language_pack.get_language(name)
        return _Kit(Parser(language), QueryCursor(Query(language, grammar.query)))
    except (LookupError, ValueError):  # another release of the pack, whose trees look otherwise
        return None


def _parse(parser: Parser, source: bytes, older: _Parsed | None) -> Tree:
    def piece(at: int, _: Point) -> bytes:
        return source[at : at + _PIECE]

    return parser.parse(piece) if older is None else parser.parse(piece, _edited(older, source))


def _edited(older: _Parsed, source: bytes) -> Tree:
    """The older tree, told which one stretch of the text is different."""
    before = older.source
    start = _shared(before, source)
    tail = _shared(before[start:][::-1], source[start:][::-1])
    old_end, new_end = len(before) - tail, len(source) - tail
    tree = older.tree.copy()
    tree.edit(
        start, old_end, new_end, _point(before, start), _point(before, old_end), _point(source, new_end)
    )
    return tree


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes both begin with: by halves, so that C compares them."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _point(source: bytes, at: int) -> Point:
    return Point(source.count(b"\n", 0, at), at - source.rfind(b"\n", 0, at) - 1)


def _mended(
    found: list[Symbol], broken: list[tuple[int, int]], text: str, language: Language
) -> list[Symbol]:
    """In broken stretches the rules speak, which lose less to an error than a tree does."""

    def whole(symbol: Symbol) -> bool:
        return not any(first <= symbol.line <= last for first, last in broken)

    by_rules = [symbol for symbol in scanner.scan(text, language) if not whole(symbol)]
    merged = [*filter(whole, found), *by_rules]
    return sorted(merged, key=lambda symbol: (symbol.line, symbol.column))
