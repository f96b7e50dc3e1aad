"""Where the thing under the cursor is defined."""

from __future__ import annotations

from ripwire.protocol.from_wire.places import place
from ripwire.protocol.messages.symbols import PlaceParams, WireLink, WireLocation
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import navigation as wire
from ripwire.services.navigation.definition import definition as service


async def definition(session: Session, params: PlaceParams) -> list[WireLink] | list[WireLocation]:
    query = await place(session, params.text_document, params.position, "definition")
    async with work_done(session, params.work_done_token, "Looking for the definition"):
        found = await service(session.backend, session.caller(), query)
    links = session.who.has("textDocument.definition.linkSupport")
    return wire.definitions(found, session.encoding, links=links)
