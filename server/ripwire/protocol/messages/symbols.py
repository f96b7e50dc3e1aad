"""LSP's requests about symbols: what we read of their params, and their results."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec

from ripwire.protocol.messages.common import WireRange
from ripwire.protocol.messages.documents import Position, TextDocumentIdentifier


@attrs.frozen(kw_only=True)
class WorkspaceSymbolParams:
    query: str
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


@attrs.frozen(kw_only=True)
class DocumentSymbolParams:
    text_document: TextDocumentIdentifier
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


@attrs.frozen(kw_only=True)
class PlaceParams:
    """Of `definition`, `documentHighlight` and `hover`."""

    text_document: TextDocumentIdentifier
    position: Position
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


@attrs.frozen(kw_only=True)
class ReferenceContext:
    include_declaration: bool = True


@attrs.frozen(kw_only=True)
class ReferenceParams:
    text_document: TextDocumentIdentifier
    position: Position
    context: ReferenceContext = ReferenceContext()
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


@attrs.frozen(kw_only=True)
class LocationToResolve:
    uri: str


@attrs.frozen(kw_only=True)
class SymbolToResolve:
    """A symbol that we sent without its range; it comes back as it was."""

    name: str
    kind: int
    location: LocationToResolve
    container_name: str | None = None
    data: Any = None


class WireLocation(msgspec.Struct, gc=False):
    uri: str
    range: WireRange


class WireDocument(msgspec.Struct, gc=False):
    uri: str


class WireSymbol(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """`WorkspaceSymbol`, and `SymbolInformation` for outlines of clients without a tree."""

    name: str
    kind: int
    location: WireLocation | WireDocument
    container_name: str = ""
    data: list[Any] | None = None


class WireOutline(msgspec.Struct, rename="camel", omit_defaults=True):
    """`DocumentSymbol`."""

    name: str
    kind: int
    range: WireRange
    selection_range: WireRange
    children: list[WireOutline] = []


class WireLink(msgspec.Struct, rename="camel", gc=False):
    """`LocationLink`."""

    origin_selection_range: WireRange
    target_uri: str
    target_range: WireRange
    target_selection_range: WireRange


class WireHighlight(msgspec.Struct, gc=False):
    range: WireRange
    kind: int


class WireMarkup(msgspec.Struct, gc=False):
    kind: str
    value: str


class WireHover(msgspec.Struct, gc=False):
    contents: WireMarkup
    range: WireRange


LENIENT = (
    WorkspaceSymbolParams,
    DocumentSymbolParams,
    PlaceParams,
    ReferenceContext,
    ReferenceParams,
    LocationToResolve,
    SymbolToResolve,
)
