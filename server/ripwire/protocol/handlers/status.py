"""`ripwire/status`: what serves this session, and how it fares."""

from __future__ import annotations

from collections.abc import Awaitable

from ripwire.protocol.messages.status import StatusParams, StatusResult
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import status as wire
from ripwire.rg.binary import Resolution
from ripwire.services.status import work


def status(session: Session, params: StatusParams) -> StatusResult | Awaitable[StatusResult]:
    """At once while the rg in use is known: clients poll this."""
    del params
    rg = session.backend.resolver.known()
    return _resolved(session) if rg is None else _with(session, rg)


async def _resolved(session: Session) -> StatusResult:
    return _with(session, await session.backend.resolver.resolve())


def _with(session: Session, rg: Resolution) -> StatusResult:
    shared = session.shared
    return wire.status(shared.daemon, work(session.backend, rg), shared.attendance.sessions())


async def clear_caches(session: Session, params: StatusParams) -> None:
    """Null, once what is bounded and can be had again is empty."""
    del params
    session.backend.clear_caches()
    if session.shared.tools is not None:
        await session.shared.tools.forget()
    if session.shared.web is not None:
        session.shared.web.forget()
