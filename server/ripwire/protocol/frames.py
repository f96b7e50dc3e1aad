"""Frames: bytes of a stream in, one bounded JSON body out, and back again.

Knows `Content-Length` framing and nothing of what a body says.  Header names are read without
regard to case; a header block, a body and what waits for a slow client all have their limits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

import attrs

from ripwire.protocol import header
from ripwire.protocol.header import MAX_HEADER

READ_SIZE = 256 * 1024
HIGH_WATER = 256 * 1024
"""Bytes buffered for a client before a stream waits for it: one read of the client's kernel buffer."""

WHOLE = 512 * 1024
"""A message up to this size is joined and written at once; copying it costs some 0.1 ms."""


class FrameError(Exception):
    """Bytes that are no message.  The reader goes on with the next frame where `final` is false."""

    def __init__(self, message: str, *, final: bool = False, too_long: bool = False) -> None:
        super().__init__(message)
        self.final = final
        self.too_long = too_long


class FrameReader:
    """Bodies, one after the other; `first` is what somebody already read from the stream."""

    def __init__(self, reader: asyncio.StreamReader, first: bytes = b"", *, max_body: int) -> None:
        self._reader = reader
        self._buffer = bytearray(first)
        self._max_body = max_body

    async def body(self) -> bytes | None:
        """The next body, or None at the end of the stream between two frames."""
        length = await self._header()
        if length is None:
            return None
        if length > self._max_body:
            await self._skip(length)
            message = f"a message of {length} bytes; at most {self._max_body} are taken"
            raise FrameError(message, too_long=True)
        while len(self._buffer) < length:
            if not await self._fill():
                raise FrameError(f"the stream ended inside a message of {length} bytes", final=True)
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        return body

    async def _header(self) -> int | None:
        while (found := header.read(self._buffer)) is None:
            if len(self._buffer) > MAX_HEADER:
                raise FrameError(f"no end of the header within {MAX_HEADER} bytes", final=True)
            if not await self._fill():
                if self._buffer:
                    raise FrameError("the stream ended inside a header", final=True)
                return None
        del self._buffer[: found.size]
        if found.length is None:
            raise FrameError("a header without a readable Content-Length")
        return found.length

    async def _skip(self, length: int) -> None:
        """Read past a body that is too long, keeping none of it."""
        while length > len(self._buffer):
            length -= len(self._buffer)
            self._buffer.clear()
            if not await self._fill():
                raise FrameError("the stream ended inside a message that was too long", final=True)
        del self._buffer[:length]

    async def _fill(self) -> bool:
        chunk = await self._reader.read(READ_SIZE)
        self._buffer += chunk
        return bool(chunk)


@attrs.define(eq=False)
class FrameWriter:
    """Whole messages to one client, in their order.  Nothing is sent after the client was dropped.

    `send` never waits; a stream calls `drain` after each batch, so a slow client slows its own
    searches.  One that lets more than `limit` bytes lie, or reads nothing for `stall_s`, is dropped.
    A big message leaves piece by piece, so that its copies do not hold the event loop.
    """

    writer: asyncio.StreamWriter
    limit: int
    stall_s: float
    dropped: str | None = None
    """Why the client was dropped, once it was."""
    sent: int = 0
    """Messages."""
    _waiting: deque[bytes] = attrs.field(factory=deque)
    """Parts of a big message and of whatever was sent after it."""
    _lying: int = 0
    """Their bytes."""
    _pieces: asyncio.Task[None] | None = None

    def __attrs_post_init__(self) -> None:
        self.writer.transport.set_write_buffer_limits(high=HIGH_WATER)

    @property
    def buffered(self) -> int:
        return self.writer.transport.get_write_buffer_size() + self._lying

    def send(self, *parts: bytes) -> None:
        """Send one message whose body is `parts`."""
        if self.dropped is not None or self.writer.is_closing():
            return
        if self.buffered > self.limit:  # one big answer alone is no reason
            self.drop(f"{self.buffered} bytes wait for a client that does not read")
            return
        size = sum(map(len, parts))
        message = (b"Content-Length: %d\r\n\r\n" % size, *parts)
        self.sent += 1
        if size <= WHOLE and self._pieces is None:
            self.writer.write(b"".join(message))
        else:
            self._wait_with(message, size)

    async def drain(self) -> None:
        """Wait until the client has read most of what lies here."""
        if self._pieces is None and self.buffered <= HIGH_WATER and not self.writer.is_closing():
            return  # a stream asks after each batch: 20 µs less
        await self.flush()
        await self._read()

    async def flush(self) -> None:
        """Wait until all pieces have been given to the connection."""
        if self._pieces is not None:
            await asyncio.wait([self._pieces])

    def drop(self, reason: str) -> None:
        """Close now, without sending what lies here."""
        if self.dropped is None:
            self.dropped = reason
            self.writer.transport.abort()

    def _wait_with(self, message: Iterable[bytes], size: int) -> None:
        self._waiting.extend(message)
        self._lying += size
        if self._pieces is None:
            self._pieces = asyncio.get_running_loop().create_task(self._send_pieces())

    async def _send_pieces(self) -> None:
        try:
            while self._waiting:
                part = memoryview(self._waiting.popleft())
                for start in range(0, len(part), READ_SIZE):
                    self.writer.write(part[start : start + READ_SIZE])
                    await self._read()
                    await asyncio.sleep(0)
                self._lying = sum(map(len, self._waiting))
        except ConnectionError:
            self._waiting.clear()  # whoever reads from this client sees its end, too
        finally:
            self._pieces, self._lying = None, 0

    async def _read(self) -> None:
        """Wait until the client has read most of what the connection holds."""
        try:
            async with asyncio.timeout(self.stall_s):
                await self.writer.drain()
        except TimeoutError:
            self.drop(f"the client read nothing for {self.stall_s:.0f} s")
            raise ConnectionAbortedError(self.dropped) from None
