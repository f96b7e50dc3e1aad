"""`ripwire/quickOpen`: files and places by a few letters."""

from __future__ import annotations

from ripwire.protocol.from_wire.paths import places
from ripwire.protocol.messages.quick_open import QuickOpenParams, QuickOpenResult
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import quick_open as wire
from ripwire.services.quick_open import QuickOpenQuery
from ripwire.services.quick_open import quick_open as service


async def quick_open(session: Session, params: QuickOpenParams) -> QuickOpenResult:
    query = QuickOpenQuery(
        query=params.query,
        paths=places(params.path, (), session.roots),
        limit=params.limit,
        timeout_ms=params.timeout_ms or session.settings.timeout_ms or None,
    )
    async with work_done(session, params.work_done_token, "Looking for files"):
        answer = await service(session.backend, session.caller(), query)
    return wire.quick_open(answer, session.roots, session.encoding)
