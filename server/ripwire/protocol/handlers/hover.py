"""What is under the cursor: its definition's line with the comment above it."""

from __future__ import annotations

from ripwire.protocol.from_wire.places import place
from ripwire.protocol.messages.symbols import PlaceParams, WireHover
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import navigation as wire
from ripwire.services.navigation.hover import hover as service


async def hover(session: Session, params: PlaceParams) -> WireHover | None:
    query = await place(session, params.text_document, params.position, "hover")
    found = await service(session.backend, session.caller(), query)
    if found is None:
        return None
    markdown = session.who.lists("textDocument.hover.contentFormat", "markdown")
    return wire.hover(found, session.encoding, markdown=markdown)
