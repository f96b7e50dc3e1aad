"""`ripwire/status`: what serves this session, and how it fares."""

from __future__ import annotations

from ripwire.protocol.messages.status import StatusParams, StatusResult
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import status as wire
from ripwire.services.status import work


async def status(session: Session, params: StatusParams) -> StatusResult:
    del params
    shared = session.shared
    return wire.status(shared.daemon, await work(session.backend), shared.attendance.sessions())


async def clear_caches(session: Session, params: StatusParams) -> None:
    """Null, once what is bounded and can be had again is empty."""
    del params
    session.backend.clear_caches()
    if session.shared.tools is not None:
        await session.shared.tools.forget()
    if session.shared.web is not None:
        session.shared.web.forget()
