"""A syntax tree's definitions as symbols, and which lines of it cannot be believed.  Knows no files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs
from tree_sitter import Node, QueryCursor

from ripwire.services.symbols import naming
from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.language import BODY, TOP, TYPES, Language
from ripwire.services.symbols.naming import Place

_BODIES = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})
_SPACES = frozenset({SymbolKind.MODULE, SymbolKind.NAMESPACE})
_SMALL = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT})
"""Not symbols when they stand in a function."""
_STRETCH = 1 << 15
"""Bytes."""


class _Captured(NamedTuple):
    start: int
    end: int
    order: int
    """Of the query that found it."""
    what: str
    node: Node
    name: Node | None
    owner: Node | None


@attrs.define
class _Open:
    end: int
    place: Place


def symbols(root: Node, cursor: QueryCursor, source: bytes, language: Language) -> list[Symbol]:
    """In the order of the text."""
    columns = _Columns(source)
    stack = [_Open(len(source) + 1, Place(TOP))]
    found: list[Symbol] = []
    named: set[int] = set()
    for one in sorted(_captured(root, cursor), key=lambda one: (one.start, -one.end, one.order)):
        while one.start >= stack[-1].end:
            stack.pop()
        place = stack[-1].place
        if one.name is None:
            stack.append(_Open(one.end, place.into(BODY)))
        elif one.name.start_byte not in named:
            named.add(one.name.start_byte)
            _define(one, place, language, columns, stack, found)
    found.sort(key=lambda symbol: (symbol.line, symbol.column))
    return found


def broken_lines(root: Node) -> list[tuple[int, int]]:
    """(first, last) line, from 1, of each top-level part that holds an error."""
    if not root.has_error:
        return []
    if root.is_error:
        return [(1, root.end_point.row + 1)]
    parts = [child for child in root.children if child.has_error or child.is_missing]
    return [(part.start_point.row + 1, part.end_point.row + 1) for part in parts]


def _captured(root: Node, cursor: QueryCursor) -> Iterator[_Captured]:
    """Stretch by stretch: one call for 1 MB would hold the interpreter for 120 ms."""
    for start in range(0, root.end_byte, _STRETCH):
        cursor.set_byte_range(start, start + _STRETCH)
        for order, captures in cursor.matches(root):
            name, owner = _one(captures.pop("name", ())), _one(captures.pop("owner", ()))
            for what, nodes in captures.items():
                node = nodes[0]
                yield _Captured(node.start_byte, node.end_byte, order, what, node, name, owner)


def _one(nodes: Sequence[Node]) -> Node | None:
    return nodes[0] if nodes else None


def _define(
    one: _Captured,
    outer: Place,
    language: Language,
    columns: _Columns,
    stack: list[_Open],
    found: list[Symbol],
) -> None:
    """Keep a definition, and open its scope."""
    assert one.name is not None
    word, _, flag = one.what.partition(".")
    kind, name = SymbolKind(word), _text(one.name)
    place = naming.behind(_text(one.owner), outer, language) if one.owner else outer
    if kind in _SMALL and place.context == BODY:
        return
    kind = naming.kind_in(kind, name, place, language)
    inner = kind.value if kind in TYPES or kind in _SPACES else BODY
    local = place.local or kind in _BODIES
    stack.append(_Open(one.end, Place(inner, name, naming.within(place.path, name, language), local)))
    row, byte = one.name.start_point
    found.append(
        Symbol(
            name=name,
            kind=kind,
            line=row + 1,
            column=columns.of(row, byte),
            end_line=max(row, one.node.end_point.row) + 1,
            container=place.path,
            extra=flag == "extra",
            local=place.local,
            declaration=flag == "declared",
        )
    )


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


class _Columns:
    """Characters where the tree counts bytes; only for texts that are not ASCII the line is looked at."""

    def __init__(self, source: bytes) -> None:
        self._lines = None if source.isascii() else source.split(b"\n")

    def of(self, row: int, byte: int) -> int:
        if self._lines is None:
            return byte
        return len(self._lines[row][:byte].decode("utf-8", "replace"))
