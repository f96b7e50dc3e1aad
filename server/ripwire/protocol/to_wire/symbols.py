"""Symbols in LSP's words: kinds as numbers, names as exact ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs
import msgspec
from lsprotocol.types import SymbolKind as Lsp

from ripwire.protocol.messages.common import WirePosition, WireRange
from ripwire.protocol.messages.symbols import WireDocument, WireLocation, WireSymbol
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import positions
from ripwire.protocol.to_wire.entries import Names
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.kinds import SymbolKind

KINDS: Mapping[str, int] = MappingProxyType(
    {
        SymbolKind.MODULE: Lsp.Module,
        SymbolKind.NAMESPACE: Lsp.Namespace,
        SymbolKind.CLASS: Lsp.Class,
        SymbolKind.STRUCT: Lsp.Struct,
        SymbolKind.UNION: Lsp.Struct,
        SymbolKind.INTERFACE: Lsp.Interface,
        SymbolKind.ENUM: Lsp.Enum,
        SymbolKind.OBJECT: Lsp.Object,
        SymbolKind.EXTENSION: Lsp.Class,
        SymbolKind.TYPE: Lsp.Class,
        SymbolKind.FUNCTION: Lsp.Function,
        SymbolKind.METHOD: Lsp.Method,
        SymbolKind.CONSTRUCTOR: Lsp.Constructor,
        SymbolKind.MACRO: Lsp.Constant,
        SymbolKind.EVENT: Lsp.Event,
        SymbolKind.PROPERTY: Lsp.Property,
        SymbolKind.FIELD: Lsp.Field,
        SymbolKind.ENUM_MEMBER: Lsp.EnumMember,
        SymbolKind.CONSTANT: Lsp.Constant,
        SymbolKind.VARIABLE: Lsp.Variable,
        SymbolKind.KEY: Lsp.Key,
        SymbolKind.HEADING: Lsp.String,
    }
)


def kind(name: str) -> int:
    return int(KINDS.get(name, Lsp.Variable))


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


def resolves(session: Session) -> bool:
    """Whether the client takes symbols without a range; clients that do not crash on them."""
    return session.who.lists("workspace.symbol.resolveSupport.properties", "location.range")


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
