"""The other places of a document that mean what is under the cursor."""

from __future__ import annotations

from ripwire.protocol.from_wire.places import place
from ripwire.protocol.messages.symbols import PlaceParams, WireHighlight
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import navigation as wire
from ripwire.services.navigation.highlight import highlights


async def document_highlight(session: Session, params: PlaceParams) -> list[WireHighlight]:
    query = await place(session, params.text_document, params.position, "documentHighlight")
    return wire.highlights(await highlights(session.backend, session.caller(), query), session.encoding)
