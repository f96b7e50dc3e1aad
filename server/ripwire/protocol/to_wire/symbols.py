"""Symbols in LSP's words: kinds as numbers, names as exact ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs
import msgspec

from ripwire.protocol.messages.common import WirePosition, WireRange
from ripwire.protocol.messages.symbols import WireDocument, WireLocation, WireSymbol
from ripwire.protocol.to_wire import positions
from ripwire.protocol.to_wire.entries import Names
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.kinds import SymbolKind

_VARIABLE = 13
KINDS: Mapping[str, int] = MappingProxyType(
    {
        SymbolKind.MODULE: 2,
        SymbolKind.NAMESPACE: 3,
        SymbolKind.CLASS: 5,
        SymbolKind.STRUCT: 23,
        SymbolKind.UNION: 23,
        SymbolKind.INTERFACE: 11,
        SymbolKind.ENUM: 10,
        SymbolKind.OBJECT: 19,
        SymbolKind.EXTENSION: 5,
        SymbolKind.TYPE: 5,
        SymbolKind.FUNCTION: 12,
        SymbolKind.METHOD: 6,
        SymbolKind.CONSTRUCTOR: 9,
        SymbolKind.MACRO: 14,
        SymbolKind.EVENT: 24,
        SymbolKind.PROPERTY: 7,
        SymbolKind.FIELD: 8,
        SymbolKind.ENUM_MEMBER: 22,
        SymbolKind.CONSTANT: 14,
        SymbolKind.VARIABLE: 13,
        SymbolKind.KEY: 20,
        SymbolKind.HEADING: 15,
    }
)
"""LSP's numbers, written out: its types cost 170 ms to import, and the command line needs none of them."""


def kind(name: str) -> int:
    return KINDS.get(name, _VARIABLE)


def columns(text: str, encoding: str) -> int:
    """How many units of the encoding a piece of a line takes."""
    if text.isascii() or encoding == "utf-32":
        return len(text)
    return positions.units(text.encode("utf-8", "replace"), encoding)


def name_range(hit: SymbolHit, encoding: str) -> WireRange:
    """The name itself, at its definition."""
    start = hit.column if hit.before is None else columns(hit.before, encoding)
    line, end = hit.line - 1, start + columns(hit.name, encoding)
    return WireRange(WirePosition(line, start), WirePosition(line, end))


@attrs.define(eq=False)
class WorkspaceSymbols:
    """Encodes batches of hits for one request.  `resolves`: the client asks for ranges when it needs them."""

    encoding: str
    resolves: bool
    _names: Names = attrs.field(factory=Names)

    def __call__(self, batch: Sequence[SymbolHit]) -> bytes:
        return msgspec.json.encode([self._symbol(hit) for hit in batch])

    def _symbol(self, hit: SymbolHit) -> WireSymbol:
        uri, _ = self._names.of(hit.root, hit.path)
        if self.resolves:
            place = [hit.kind, hit.line]
            return WireSymbol(hit.name, kind(hit.kind), WireDocument(uri), hit.container, place)
        location = WireLocation(uri, name_range(hit, self.encoding))
        return WireSymbol(hit.name, kind(hit.kind), location, hit.container)
