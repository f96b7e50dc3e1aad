"""Outlines, definitions, references, highlights and hovers in LSP's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
import msgspec

from ripwire.protocol.messages.common import WirePosition, WireRange
from ripwire.protocol.messages.symbols import (
    WireHighlight,
    WireHover,
    WireLink,
    WireLocation,
    WireMarkup,
    WireOutline,
    WireSymbol,
)
from ripwire.protocol.to_wire import positions
from ripwire.protocol.to_wire.entries import Names
from ripwire.protocol.to_wire.symbols import columns, kind, name_range
from ripwire.services.answers import Match
from ripwire.services.navigation.definition import Definitions
from ripwire.services.navigation.highlight import Mark
from ripwire.services.navigation.hover import Hover
from ripwire.services.navigation.outline import Node

_READ, _WRITE = 2, 3


def word_range(line: int, before: str, name: str, encoding: str) -> WireRange:
    """`line` from 1; `before` is the line in front of the name."""
    start = columns(before, encoding)
    end = start + columns(name, encoding)
    return WireRange(WirePosition(line - 1, start), WirePosition(line - 1, end))


def outline(nodes: Sequence[Node], encoding: str) -> list[WireOutline]:
    return [_outline(node, encoding) for node in nodes]


def _outline(node: Node, encoding: str) -> WireOutline:
    symbol = node.symbol
    selection = word_range(symbol.line, node.before, symbol.name, encoding)
    indent = len(node.before) - len(node.before.lstrip())
    end = WirePosition(symbol.end_line - 1, columns(node.end_text, encoding))
    if symbol.end_line == symbol.line and end.character < selection.end.character:
        end = selection.end
    whole = WireRange(WirePosition(symbol.line - 1, indent), end)
    return WireOutline(symbol.name, kind(symbol.kind), whole, selection, outline(node.children, encoding))


def flat(nodes: Sequence[Node], uri: str, encoding: str) -> list[WireSymbol]:
    """For clients that know no tree."""
    return [
        WireSymbol(
            node.symbol.name,
            kind(node.symbol.kind),
            WireLocation(uri, _outline(attrs.evolve(node, children=[]), encoding).range),
            node.symbol.container,
        )
        for node in _all(nodes)
    ]


def _all(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _all(node.children)


def definitions(found: Definitions, encoding: str, *, links: bool) -> list[WireLink] | list[WireLocation]:
    """`links`: the client shows what exactly was asked about."""
    names = Names()
    places = [(names.of(hit.root, hit.path)[0], name_range(hit, encoding)) for hit in found.hits]
    if not links or found.page is None or found.use is None:
        return [WireLocation(*place) for place in places]
    before = found.page.lines[found.use.line - 1][: found.use.column]
    origin = word_range(found.use.line, before, found.use.name, encoding)
    return [WireLink(origin, uri, range_, range_) for uri, range_ in places]


@attrs.define(eq=False)
class Locations:
    """Encodes batches of references for one request: one location for each span."""

    encoding: str
    _names: Names = attrs.field(factory=Names)

    def __call__(self, batch: Sequence[Match]) -> bytes:
        return msgspec.json.encode(list(self._locations(batch)))

    def _locations(self, batch: Sequence[Match]) -> Iterator[WireLocation]:
        for match in batch:
            uri, _ = self._names.of(match.root, match.path)
            for range_ in positions.ranges(match.text, match.line - 1, match.spans, self.encoding):
                yield WireLocation(uri, range_)


def highlights(marks: Sequence[Mark], encoding: str) -> list[WireHighlight]:
    return [
        WireHighlight(word_range(one.line, one.before, one.name, encoding), _WRITE if one.written else _READ)
        for one in marks
    ]


def hover(found: Hover, encoding: str, *, markdown: bool) -> WireHover:
    range_ = word_range(found.use.line, found.before, found.use.name, encoding)
    more = f" and {found.others} more of that name" if found.others else ""
    place = f"{found.place}{more}"
    if not markdown:
        parts = [found.head, found.comment, place]
        return WireHover(WireMarkup("plaintext", "\n\n".join(filter(None, parts))), range_)
    fence = "`" * max(3, _longest_fence(found.head) + 1)
    parts = [f"{fence}{found.language}\n{found.head}\n{fence}", found.comment, f"`{place}`"]
    return WireHover(WireMarkup("markdown", "\n\n".join(filter(None, parts))), range_)


def _longest_fence(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest
