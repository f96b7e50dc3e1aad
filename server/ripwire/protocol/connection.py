"""One connection: a client, from hello to goodbye."""

from __future__ import annotations

import asyncio
import logging

from lsprotocol import types as lsp

from ripwire.errors import Failure, Kind
from ripwire.protocol import errors
from ripwire.protocol.features import COMMANDS, FEATURES, shared_converter
from ripwire.protocol.frames import FrameError, FrameReader, FrameWriter
from ripwire.protocol.session import Limits, Session
from ripwire.protocol.shared import Shared

LEAVING = Failure(
    Kind.SHUTTING_DOWN, "the daemon is ending", "connect again: `ripwire --stdio` starts another"
)

log = logging.getLogger(__name__)


async def converse(
    shared: Shared, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, first: bytes = b""
) -> None:
    """Serve one client until it leaves.  Never raises: a group of sessions would end with it.

    `first` is what was read to find out which door the client knocks at.
    """
    await serve_one(shared, reader, writer, first=first)


async def serve_one(
    shared: Shared,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    *,
    first: bytes = b"",
    greeted: bool = False,
) -> bool:
    """As `converse`; True when the client left by `shutdown` and `exit`.  `greeted`: see `_listen`."""
    limits = Limits.of(shared.settings)
    frames = FrameWriter(writer, limits.output, limits.stall_s)
    session = Session(shared, frames, FEATURES, COMMANDS, shared_converter())
    detach = shared.backend.telemetry.attach(session.tell_recovery)
    try:
        with shared.attendance.present(session.client, session.describe):
            await _listen(session, FrameReader(reader, first, max_body=limits.body), greeted=greeted)
    except asyncio.CancelledError:  # the daemon ends: the client is told, and this returns as ever
        session.tell(LEAVING.message, lsp.MessageType.Info)
        session.protocol.dismiss(LEAVING)
    except (ConnectionError, FrameError) as exc:
        log.info("%s ended: %s", session.client, exc)
    except Exception:
        log.exception("%s ended by a bug", session.client)
    finally:
        detach()
        if frames.dropped is not None:
            log.warning("%s was dropped: %s", session.client, frames.dropped)
        try:
            await session.protocol.tasks.abandon()
            shared.leave(session.client)
        finally:
            await _close(frames)
    return session.protocol.orderly


async def _listen(session: Session, reader: FrameReader, *, greeted: bool) -> None:
    """`greeted`: the first message is `initialize`, and `early.py` has answered it."""
    if greeted and (first := await reader.body()) is not None:
        session.protocol.greeted(first)
    while not session.protocol.gone:
        try:
            body = await reader.body()
        except FrameError as exc:
            session.protocol.refuse_frame(
                errors.over_limit(str(exc)) if exc.too_long else errors.parse_error(str(exc))
            )
            if exc.final:
                raise
            continue
        if body is None:
            return
        session.protocol.receive(body)


async def _close(frames: FrameWriter) -> None:
    """Send what lies here and close; a client that does not read it in time loses it."""
    writer = frames.writer
    try:
        async with asyncio.timeout(frames.stall_s):
            await frames.flush()
            writer.close()
            await writer.wait_closed()
    except (ConnectionError, TimeoutError):
        writer.transport.abort()
