"""A connection's bytes as the SDK's messages: one JSON value a line, both ways, bounded."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.shared.message import SessionMessage

CHUNK = 64 * 1024

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


async def lines(reader: asyncio.StreamReader, first: bytes, most: int) -> AsyncIterator[bytes]:
    """Each line without its end.  One longer than `most` ends the connection: it cannot be answered."""
    buffer = bytearray(first)
    while True:
        while (end := buffer.find(b"\n")) >= 0:
            line = bytes(buffer[:end])
            del buffer[: end + 1]
            if line.strip():
                yield line
        if len(buffer) > most:
            raise ConnectionError(f"a message of more than {most} bytes")
        chunk = await reader.read(CHUNK)
        if not chunk:
            return
        buffer += chunk


@contextlib.asynccontextmanager
async def messages(
    incoming: AsyncIterator[bytes], writer: asyncio.StreamWriter
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The SDK's two streams over the connection; leaving the block ends both directions."""
    give, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, take = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_receive, incoming, give)
        group.start_soon(_send, take, writer)
        try:
            yield read, write
        finally:
            group.cancel_scope.cancel()
            for stream in (give, read, write, take):
                stream.close()


async def _receive(
    incoming: AsyncIterator[bytes], give: MemoryObjectSendStream[SessionMessage | Exception]
) -> None:
    with contextlib.suppress(ConnectionError, anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with give:
            async for line in incoming:
                await give.send(_message(line))


def _message(line: bytes) -> SessionMessage | Exception:
    """A line that is no message goes on as the error that it is."""
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as exc:
        return exc


async def _send(take: MemoryObjectReceiveStream[SessionMessage], writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError, anyio.ClosedResourceError):
        async with take:
            async for message in take:
                writer.write(_encoded(message) + b"\n")
                await writer.drain()


def _encoded(message: SessionMessage) -> bytes:
    """JSON of a message; half a character, which JSON cannot carry, becomes a question mark."""
    try:
        return message.message.model_dump_json(by_alias=True, exclude_unset=True).encode()
    except ValueError:  # pydantic's serializer refuses lone surrogates
        value = message.message.model_dump(by_alias=True, exclude_unset=True)
        return json.dumps(value).encode("ascii", "replace")
