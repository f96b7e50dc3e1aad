"""Results in parts if the client gave a token, else all at the end: decided once, here.

Batches leave at once for the first, then after 30 ms or 512 entries, in their order; after the
answer nothing leaves.  Entries become JSON once, in slices short enough for the event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import attrs

from ripwire.protocol.pieces import Pieces
from ripwire.protocol.progress import Progress
from ripwire.protocol.request import may_send
from ripwire.protocol.session import Session
from ripwire.services.answers import Match
from ripwire.services.pace import Pace, sliced
from ripwire.services.packed import count, portions

BATCH = 512
"""Entries of one message.  VS Code reports in batches of this size too."""
FEW, MANY = 4, 64
"""So few at a time become JSON where one of them has many matches in its line."""
BATCH_S = 0.030
"""How long an entry may lie here while others come."""

Encode = Callable[[Sequence[Any]], bytes]
"""Entries to a JSON array."""


@attrs.define(eq=False)
class ResultWriter:
    """Entries of one request.  `key` is the name of their list in the result."""

    session: Session
    token: int | str | None
    key: str
    encode: Encode
    bare: bool = False
    """A part is the list itself, as LSP's own requests want it, not an object that holds it."""
    progress: Progress | None = None
    """Told how many entries have come."""
    written: int = 0
    _lying: list[bytes] = attrs.field(factory=list)
    """Insides of arrays."""
    _size: int = 0
    """Entries in them."""
    _sent_at: float = 0.0
    _timer: asyncio.TimerHandle | None = None
    _pace: Pace = attrs.field(factory=Pace)

    @property
    def streams(self) -> bool:
        return self.token is not None

    @property
    def sink(self) -> Callable[[Sequence[Any]], Any] | None:
        """Where the service puts entries as they come; None when it is to keep them for the answer."""
        return self.write if self.streams else None

    async def write(self, entries: Sequence[Any]) -> None:
        """Take entries; returns when the client has room for more."""
        async for size, encoded in self._encoded(entries, BATCH - self._size):
            self._lying.append(encoded)
            self._size += size
            self.written += size
            if self._size >= BATCH:
                self._send()
        if self.progress is not None:
            self.progress.report(f"{self.written:,} {self.key}")
        if self._lying:
            self._send_or_wait()
        await self.session.frames.drain()

    async def finish(self, entries: Sequence[Any] = ()) -> Pieces[Any]:
        """The list for the answer: all entries, or none because they have been sent."""
        if self.streams:
            await self.write(entries)
            self._send()
            return Pieces.array([])
        return Pieces.array([encoded async for _, encoded in self._encoded(entries, BATCH)])

    async def _encoded(self, entries: Sequence[Any], room: int) -> AsyncIterator[tuple[int, bytes]]:
        """(how many, inside of their JSON array), a batch at a time, the first of `room` entries."""
        for some in portions(entries, BATCH, room):
            for few in sliced(some, FEW) if any(map(_has_many, some)) else (some,):
                yield count(few), self.encode(few)[1:-1]
                await self._pace.breathe()

    def _send_or_wait(self) -> None:
        """The first entries leave at once, later ones when 30 ms have passed since the last batch."""
        since = time.monotonic() - self._sent_at
        if since >= BATCH_S:
            self._send()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BATCH_S - since, self._send)

    def _send(self) -> None:
        """What lies here, as one part."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        batch, self._lying, self._size = self._lying, [], 0
        if not batch:
            return
        self._sent_at = time.monotonic()
        if may_send():
            value = b"[%b]" % b",".join(batch)
            if not self.bare:
                value = b'{"%b":%b}' % (self.key.encode(), value)
            body = b'{"token":%b,"value":%b}' % (self.session.encoded(self.token), value)
            self.session.protocol.notify_raw("$/progress", body)


def _has_many(entry: object) -> bool:
    return isinstance(entry, Match) and len(entry.spans) > MANY
