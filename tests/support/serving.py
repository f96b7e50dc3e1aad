"""Sessions served inside the test's own process, over a real Unix socket."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import attrs

from ripwire.protocol.connection import converse
from ripwire.protocol.shared import Shared
from tests.support.client import RawClient, connected


@attrs.define
class Served:
    """A place to connect to.  `sessions` are the tasks of the connections that live."""

    address: Path
    shared: Shared
    sessions: set[asyncio.Task[None]] = attrs.field(factory=set)

    def connect(self) -> contextlib.AbstractAsyncContextManager[RawClient]:
        return connected(self.address)


@contextlib.asynccontextmanager
async def served(shared: Shared) -> AsyncIterator[Served]:
    """Serve `shared`; leaving the block ends all sessions and waits for them."""
    with tempfile.TemporaryDirectory(prefix="rw-") as folder:
        serving = Served(Path(folder) / "s", shared)

        def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(converse(shared, reader, writer))
            serving.sessions.add(task)
            task.add_done_callback(serving.sessions.discard)
            task.add_done_callback(lambda _: writer.close())  # a task cancelled before it began never does

        async with await asyncio.start_unix_server(welcome, serving.address) as server:
            yield serving
            server.close()
        for task in serving.sessions:
            task.cancel()
        if serving.sessions:
            await asyncio.wait(serving.sessions)
