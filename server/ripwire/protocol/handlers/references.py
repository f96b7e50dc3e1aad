"""Where the thing under the cursor is used."""

from __future__ import annotations

from typing import Any

from ripwire.protocol import results
from ripwire.protocol.from_wire.places import place
from ripwire.protocol.messages.symbols import ReferenceParams
from ripwire.protocol.pieces import Pieces
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire.navigation import Locations
from ripwire.services.navigation.references import ReferencesQuery
from ripwire.services.navigation.references import references as service


async def references(session: Session, params: ReferenceParams) -> Pieces[Any]:
    where = await place(session, params.text_document, params.position, "references")
    query = ReferencesQuery(place=where, include_declaration=params.context.include_declaration)
    encode = Locations(session.encoding)
    writer = results.ResultWriter(session, params.partial_result_token, "references", encode, bare=True)
    async with work_done(session, params.work_done_token, "Looking for references") as writer.progress:
        answer = await service(session.backend, session.caller(), query, writer.sink)
        return await writer.finish(answer.entries)
