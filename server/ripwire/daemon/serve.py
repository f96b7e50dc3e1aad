"""Accept clients; give each a session; outlive all of them.  What a session says is not known here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from ripwire.daemon.address import Address
from ripwire.daemon.listen import Admission, Listening, listen

Converse = Callable[[asyncio.StreamReader, asyncio.StreamWriter, bytes], Awaitable[None]]
"""One session from hello to goodbye; the bytes are what was already read to know its door."""

LAST_CALL_S = 0.05
"""Clients that found the address just before it was withdrawn arrive within this."""

log = logging.getLogger(__name__)


async def serve(
    address: Address,
    begin: Callable[[Listening], Converse],
    *,
    transport: str,
    idle_s: float,
    stop: asyncio.Event,
) -> None:
    """Serve until `stop`, or until nobody was here for `idle_s`; return when every session has ended.

    `begin` is called once, when clients can come, and says how to converse with them.
    """
    async with asyncio.TaskGroup() as group:
        sessions = Sessions(group)
        listening = await listen(address, transport, sessions.welcome)
        try:
            sessions.converse = begin(listening)
            await _until_over(sessions, listening, idle_s, stop)
        finally:
            listening.close()
            sessions.cancel()


class Sessions:
    """The conversations of this daemon.  None of them can raise into it."""

    converse: Converse

    def __init__(self, group: asyncio.TaskGroup) -> None:
        self._group = group
        self._tasks: set[asyncio.Task[None]] = set()
        self.changed = asyncio.Event()
        """Set whenever one came or went."""

    def __len__(self) -> int:
        return len(self._tasks)

    def welcome(
        self, admitted: Admission, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        task = self._group.create_task(self._session(admitted, reader, writer))
        self._tasks.add(task)
        self.changed.set()
        task.add_done_callback(self._gone)

    def cancel(self) -> None:
        """Each is told by its cancellation: it ends its requests, awaits them, and says goodbye."""
        for task in self._tasks:
            task.cancel()

    def _gone(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.changed.set()

    async def _session(
        self, admitted: Admission, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            # The first byte tells the door, so a client that connects and is silent costs next to nothing.
            if await admitted(reader, writer) and (first := await reader.read(1)):
                await self.converse(reader, writer, first)
        except ConnectionError as exc:
            log.info("a client left: %s", exc)
        except Exception:
            log.exception("a session ended by a bug")
        finally:
            await _hang_up(writer)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _until_over(sessions: Sessions, listening: Listening, idle_s: float, stop: asyncio.Event) -> None:
    async with asyncio.TaskGroup() as group:
        idle = group.create_task(_until_idle(sessions, listening, idle_s, stop))
        await stop.wait()
        idle.cancel()


async def _until_idle(sessions: Sessions, listening: Listening, idle_s: float, stop: asyncio.Event) -> None:
    """Sets `stop` when nobody was here for `idle_s`."""
    while True:
        sessions.changed.clear()
        try:
            async with asyncio.timeout(None if sessions else idle_s):
                await sessions.changed.wait()
            continue
        except TimeoutError:
            pass
        listening.withdraw()
        await asyncio.sleep(LAST_CALL_S)
        if not sessions:
            log.info("nobody was here for %.0f s", idle_s)
            return stop.set()
        listening.restore()
