"""Results in parts if the client gave a token, else all at the end: decided once, here.

Batches leave at once for the first, then after 30 ms or 512 entries, in their order; after the
answer nothing leaves.  Entries become JSON once, in slices short enough for the event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from msgspec import Raw

from ripwire.protocol.progress import Progress
from ripwire.protocol.request import may_send
from ripwire.protocol.session import Session
from ripwire.services.pace import Pace
from ripwire.services.packed import count, portions

BATCH = 512
"""Entries of one message.  VS Code reports in batches of this size too."""
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
    _lying: list[Any] = attrs.field(factory=list)
    _size: int = 0
    """Entries in it."""
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
        self._lying += entries
        size = count(entries)
        self.written += size
        self._size += size
        if self.progress is not None:
            self.progress.report(f"{self.written:,} {self.key}")
        if self._size >= BATCH:
            await self._send_whole()
        if self._lying:
            self._send_or_wait()
        await self.session.frames.drain()

    async def finish(self, entries: Sequence[Any] = ()) -> Raw:
        """The list for the answer: all entries, or none because they have been sent."""
        if self.streams:
            await self.write(entries)
            self._send_rest()
            return Raw(b"[]")
        parts = []
        for part in portions(entries, BATCH):
            parts.append(self.encode(part)[1:-1])
            await self._pace.breathe()
        return Raw(b"[" + b",".join(parts) + b"]")

    async def _send_whole(self) -> None:
        """All whole batches; what is left lies on."""
        self._stop_timer()  # it would send the rest before them while we let others have a turn
        batches, self._lying = list(portions(self._lying, BATCH)), []
        if self._size % BATCH:
            self._lying = batches.pop()
        self._size %= BATCH
        for batch in batches:
            self._send(batch)
            await self._pace.breathe()

    def _send_or_wait(self) -> None:
        """The first entries leave at once, later ones when 30 ms have passed since the last batch."""
        since = time.monotonic() - self._sent_at
        if since >= BATCH_S:
            self._send_rest()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BATCH_S - since, self._send_rest)

    def _send_rest(self) -> None:
        self._stop_timer()
        if self._lying:
            batch, self._lying, self._size = self._lying, [], 0
            self._send(batch)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _send(self, batch: Sequence[Any]) -> None:
        self._sent_at = time.monotonic()
        if may_send():
            value = self.encode(batch)
            if not self.bare:
                value = b'{"%b":%b}' % (self.key.encode(), value)
            body = b'{"token":%b,"value":%b}' % (self.session.encoded(self.token), value)
            self.session.protocol.notify_raw("$/progress", body)
