"""A raw client: frames over any pair of streams, with nothing between the test and the bytes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from ripwire.protocol.frames import FrameReader

PATIENCE_S = 30
"""Nothing in a test takes this long; it only ends a test that would hang."""


class ServerGoneError(Exception):
    """The connection ended while a message was awaited; a test must not wait for ever."""


def frame(message: object, header: str = "Content-Length") -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return f"{header}: {len(body)}\r\n\r\n".encode() + body


class RawClient:
    """Sends what it is told, keeps what it receives, never answers by itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self._frames = FrameReader(reader, max_body=1 << 30)
        self._ids = itertools.count(1)
        self.seen: list[dict[str, Any]] = []
        """Notifications and requests of the server that nobody took yet, in their order."""
        self.answers: list[dict[str, Any]] = []
        """Every answer that came, for proofs that there is exactly one of each."""

    def send_bytes(self, data: bytes) -> None:
        self.writer.write(data)

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(frame({"jsonrpc": "2.0"} | message))

    def notify(self, method: str, params: object = None) -> None:
        self.send({"method": method} if params is None else {"method": method, "params": params})

    def start(self, method: str, params: object = None, msg_id: int | str | None = None) -> int | str:
        """Send a request and return its id."""
        msg_id = next(self._ids) if msg_id is None else msg_id
        self.send({"id": msg_id, "method": method} | ({} if params is None else {"params": params}))
        return msg_id

    async def message(self, within_s: float = PATIENCE_S) -> dict[str, Any]:
        """The next message, whatever it is."""
        async with asyncio.timeout(within_s):
            body = await self._frames.body()
        if body is None:
            raise ServerGoneError
        found = json.loads(body)
        if "method" not in found:
            self.answers.append(found)
        return found

    async def answer(self, msg_id: int | str | None, within_s: float = PATIENCE_S) -> dict[str, Any]:
        """The answer to a request; what comes before it is kept in `seen`."""
        while True:
            found = await self.message(within_s)
            if "method" not in found and found.get("id", ...) == msg_id:
                return found
            self.seen.append(found)

    async def until(self, method: str, within_s: float = PATIENCE_S) -> dict[str, Any]:
        """The next notification or request of the server with this method."""
        for index, found in enumerate(self.seen):
            if found.get("method") == method:
                return self.seen.pop(index)
        while (found := await self.message(within_s)).get("method") != method:
            self.seen.append(found)
        return found

    async def request(self, method: str, params: object = None) -> Any:
        """The result of a request; an error answer fails the test."""
        found = await self.answer(self.start(method, params))
        assert "error" not in found, found["error"]
        return found["result"]

    async def refused(self, method: str, params: object = None) -> dict[str, Any]:
        """The error of a request; a result fails the test."""
        found = await self.answer(self.start(method, params))
        assert "error" in found, found
        return found["error"]

    async def initialize(self, *roots: Path, **more: Any) -> dict[str, Any]:
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        params = {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": folders} | more
        found = await self.request("initialize", params)
        self.notify("initialized", {})
        return found

    async def goodbye(self) -> None:
        """Leave as LSP asks, and wait until the server has closed."""
        await self.request("shutdown")
        self.notify("exit")
        await self.closed()

    async def closed(self, within_s: float = PATIENCE_S) -> None:
        """Wait for the end of the stream."""
        with contextlib.suppress(ServerGoneError, ConnectionError):
            while True:
                self.seen.append(await self.message(within_s))

    async def drop(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


@contextlib.asynccontextmanager
async def connected(address: Path | tuple[str, int]) -> AsyncIterator[RawClient]:
    """A client of a Unix socket, or of a (host, port)."""
    opened = (
        asyncio.open_unix_connection(str(address))
        if isinstance(address, Path)
        else asyncio.open_connection(*address)
    )
    client = RawClient(*await opened)
    try:
        yield client
    finally:
        await client.drop()
