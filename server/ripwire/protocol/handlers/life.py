"""The life of a session: initialize, shutdown, exit, and wishes to cancel."""

from __future__ import annotations

from typing import Any

from ripwire.protocol import capabilities, client, parent
from ripwire.protocol.dialect import Life
from ripwire.protocol.handlers import configuration, folders, watched_files
from ripwire.protocol.messages.session import CancelParams, InitializeParams
from ripwire.protocol.session import Session


def initialize(session: Session, params: InitializeParams) -> dict[str, Any]:
    """Answers at once: nothing is scanned and no rg is run."""
    configuration.apply(session, params.initialization_options)
    session.who = client.client_of(params, forced_encoding=session.settings.position_encoding)
    folders.opened(session, folders.first_roots(params))
    session.protocol.life = Life.READY
    return capabilities.initialize_result(session.who)


async def initialized(session: Session, _: None) -> None:
    """Now the client takes messages from us: what is wrong so far, and questions."""
    folders.warn_of_wide(session)
    if session.who.process_id is not None:
        session.protocol.tasks.spawn(_leave_with(session, session.who.process_id))
    await configuration.started(session)
    await watched_files.register(session)


async def _leave_with(session: Session, process_id: int) -> None:
    """A dead client's connection may still stand; its session ends with it."""
    await parent.gone(process_id)
    session.frames.drop(f"its process {process_id} is gone")


async def shutdown(session: Session, _: None) -> None:
    """Null, once all other requests of this client have ended."""
    session.protocol.life = Life.SHUT
    await session.protocol.tasks.abandon()


def exit_(session: Session, _: None) -> None:
    """No more is read from this client, and its connection closes."""
    session.protocol.orderly = session.protocol.life is Life.SHUT
    session.protocol.life = Life.GONE


def cancel_request(session: Session, params: CancelParams) -> None:
    session.protocol.cancel(params.id)
