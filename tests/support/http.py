"""A real HTTP server on loopback whose answers a test writes."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable

import attrs


@attrs.frozen
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@attrs.define
class Reply:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = attrs.field(factory=dict)
    type: str = "text/html; charset=utf-8"
    wait_s: float = 0.0
    """Before the body's last part."""
    hang_up: bool = False


class Site:
    """Paths to replies; an unknown path is a 404.  `asked` keeps every request."""

    def __init__(self) -> None:
        self.pages: dict[str, Reply | Callable[[Asked], Reply]] = {}
        self.asked: list[Asked] = []
        self.port = 0
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while asked := await self._read(reader):
                self.asked.append(asked)
                page = self.pages.get(asked.path, Reply(b"<h1>Not here</h1>", 404))
                await self._write(writer, page(asked) if callable(page) else page)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader) -> Asked | None:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip().split("\r\n")
        method, path, _ = first.split(" ")
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        return Asked(method, path, headers, body)

    async def _write(self, writer: asyncio.StreamWriter, reply: Reply) -> None:
        if reply.hang_up:
            raise ConnectionResetError
        headers = {"Content-Type": reply.type, "Content-Length": str(len(reply.body))} | reply.headers
        lines = [f"HTTP/1.1 {reply.status} Whatever", *(f"{k}: {v}" for k, v in headers.items() if v)]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + reply.body[:-1])
        await writer.drain()
        await asyncio.sleep(reply.wait_s)
        writer.write(reply.body[-1:])
        await writer.drain()


@contextlib.asynccontextmanager
async def site(host: str = "127.0.0.1", secure: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    served = Site()
    conversations: set[asyncio.Task[None]] = set()

    def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(served.serve(reader, writer))
        conversations.add(task)
        task.add_done_callback(conversations.discard)

    server = await asyncio.start_server(welcome, host, 0, ssl=secure)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(conversations):
            task.cancel()
        await asyncio.gather(*conversations, return_exceptions=True)
        await server.wait_closed()
