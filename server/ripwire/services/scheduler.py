"""Whose turn it is: a pool of rg processes, fair between clients, quick before slow.

Interactive requests go before batch ones; within each, clients take turns.  A newer request of the same
client and stream cancels the older one.  A search that runs long gives its place back (and goes on at low
priority), so two slow searches do not hold up quick ones.  A request cancelled in the queue never starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterator

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg.priority import Priority
from ripwire.services.caller import Caller

SLOW_S = 1.0
"""After so long an interactive search counts as slow."""


@attrs.define(eq=False)
class Turn:
    """A place in the pool.  `queued_ms` is how long it took to get it; `priority` goes to the engine."""

    caller: Caller
    task: asyncio.Task[object]
    priority: Priority
    queued_ms: float = 0.0
    superseded: bool = False
    holds_slot: bool = False
    demoted: bool = False


class _Queue:
    """Waiting turns: one line for each client, the lines served in turn."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def join(self, client: str) -> asyncio.Future[None]:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(waiting)
        return waiting

    def call_next(self) -> bool:
        """Wake the head of the next line; False when nobody waits."""
        while self._lines:
            client, line = self._lines.popitem(last=False)
            waiting = line.popleft()
            if line:
                self._lines[client] = line
            if not waiting.done():
                waiting.set_result(None)
                return True
        return False


class Scheduler:
    """`slots` run at once, at most `queue_limit` wait."""

    def __init__(self, slots: int, queue_limit: int) -> None:
        self.slots = slots
        self.queue_limit = queue_limit
        self.running = 0
        self.slow = 0
        self._interactive = _Queue()
        self._batch = _Queue()
        self._streams: dict[tuple[str, str], Turn] = {}

    @property
    def queued(self) -> int:
        return len(self._interactive) + len(self._batch)

    @contextlib.asynccontextmanager
    async def turn(self, caller: Caller, until: float | None = None) -> AsyncIterator[Turn]:
        """Wait for a place; give it back on the way out.

        `Failure(CANCELLED)` when a newer request of the same stream came, `OVER_LIMIT` when too many wait,
        `TIMEOUT` when no place was free before `until` (on the event loop's clock).
        """
        task = asyncio.current_task()
        assert task is not None
        turn = Turn(caller, task, Priority(low=caller.batch))
        self._supersede(turn)
        try:
            await self._enter(turn, until)
            with self._slow_timer(turn):
                yield turn
        except asyncio.CancelledError:
            if turn.superseded:
                task.uncancel()
                raise Failure(
                    Kind.CANCELLED, "superseded", "a newer request of the same stream came"
                ) from None
            raise
        finally:
            self._leave(turn)

    def _supersede(self, turn: Turn) -> None:
        if turn.caller.stream is None:
            return
        key = (turn.caller.client, turn.caller.stream)
        older = self._streams.get(key)
        self._streams[key] = turn
        if older is not None and older.task is not turn.task:
            older.superseded = True
            older.task.cancel()

    async def _enter(self, turn: Turn, until: float | None) -> None:
        # A batch never takes the last free place, so an interactive request finds one.
        limit = max(1, self.slots - 1) if turn.caller.batch else self.slots
        if self.running < limit and not self.queued:
            self._take(turn)
            return
        if self.queued >= self.queue_limit:
            raise Failure(Kind.OVER_LIMIT, f"{self.queued} searches wait already; try again later")
        began = time.perf_counter()
        queue = self._batch if turn.caller.batch else self._interactive
        waiting = queue.join(turn.caller.client)
        self._call_waiting()
        try:
            async with asyncio.timeout_at(until):
                await waiting
        except (asyncio.CancelledError, TimeoutError) as exc:
            if waiting.done() and not waiting.cancelled():
                self.running -= 1  # our place was given just now: hand it on
                self._call_waiting()
            waiting.cancel()
            if isinstance(exc, TimeoutError):
                raise Failure(Kind.TIMEOUT, "the search waited for its turn until its time was up") from None
            raise
        turn.queued_ms = (time.perf_counter() - began) * 1000
        turn.holds_slot = True

    def _take(self, turn: Turn) -> None:
        self.running += 1
        turn.holds_slot = True

    def _leave(self, turn: Turn) -> None:
        key = (turn.caller.client, turn.caller.stream or "")
        if self._streams.get(key) is turn:
            del self._streams[key]
        if turn.holds_slot:
            turn.holds_slot = False
            self.running -= 1
            self._call_waiting()

    def _call_waiting(self) -> None:
        while self.running < self.slots:
            if self._interactive.call_next() or (
                self.running < max(1, self.slots - 1) and self._batch.call_next()
            ):
                self.running += 1
            else:
                return

    @contextlib.contextmanager
    def _slow_timer(self, turn: Turn) -> Iterator[None]:
        timer = asyncio.get_running_loop().call_later(SLOW_S, self._demote, turn)
        try:
            yield
        finally:
            timer.cancel()
            if turn.demoted:
                self.slow -= 1

    def _demote(self, turn: Turn) -> None:
        """The place goes to somebody quick.  Slow ones beside the pool are never more than its places."""
        if turn.caller.batch or self.slow >= self.slots or not turn.holds_slot:
            return
        self.slow += 1
        turn.demoted = True
        turn.priority.lower()
        turn.holds_slot = False
        self.running -= 1
        self._call_waiting()
