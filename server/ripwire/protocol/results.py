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
from ripwire.services.pace import Pace, sliced

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
        self.written += len(entries)
        if self.progress is not None:
            self.progress.report(f"{self.written:,} {self.key}")
        while len(self._lying) >= BATCH:
            self._stop_timer()  # it would send the rest in one piece while we let others have a turn
            self._send(BATCH)
            await self._pace.breathe()
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
        for part in sliced(entries, BATCH):
            parts.append(self.encode(part)[1:-1])
            await self._pace.breathe()
        return Raw(b"[" + b",".join(parts) + b"]")

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
            self._send(len(self._lying))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _send(self, count: int) -> None:
        batch = self._lying[:count]
        del self._lying[:count]
        self._sent_at = time.monotonic()
        if may_send():
            value = self.encode(batch)
            if not self.bare:
                value = b'{"%b":%b}' % (self.key.encode(), value)
            body = b'{"token":%b,"value":%b}' % (self.session.encoded(self.token), value)
            self.session.protocol.notify_raw("$/progress", body)
