"""The outline of one document."""

from __future__ import annotations

from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.symbols import DocumentSymbolParams, WireOutline, WireSymbol
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import navigation as wire
from ripwire.services.navigation.outline import outline
from ripwire.services.symbols.switches import languages_off


async def document_symbol(
    session: Session, params: DocumentSymbolParams
) -> list[WireOutline] | list[WireSymbol]:
    uri = params.text_document.uri
    off = languages_off(session.settings.symbols_off, "documentSymbol")
    path = uris.to_path(uri, "$.textDocument.uri")
    nodes = await outline(session.backend, session.caller(), path, off)
    if session.who.has("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"):
        return wire.outline(nodes, session.encoding)
    return wire.flat(nodes, uri, session.encoding)
