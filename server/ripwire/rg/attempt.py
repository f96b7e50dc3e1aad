"""One attempt: a child read to its end or stopped by us.  It yields facts and decides nothing.

It settles once, after exit and the end of both pipes; deadline, limit and the thread marker on stderr only
propose.  A cancelled attempt raises, and its block leaves no process.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs
import msgspec

from ripwire.rg import stderr
from ripwire.rg.events import TAIL_CAP, Decoder, Given, Summary, Totals
from ripwire.rg.priority import Priority
from ripwire.rg.process import Children, Running
from ripwire.rg.verdict import Ended, Stop

TakeRecords = Callable[[Sequence[Given]], Awaitable[Stop | None]]
TakePaths = Callable[[list[bytes]], Awaitable[Stop | None]]
"""Awaited, so a slow client slows rg down; a `Stop` ends the run."""


@attrs.define
class Deadline:
    """On the event loop's clock.  With `idle_s` the clock starts anew with each piece of output: a stream
    that flows may go on for as long as its client reads.
    """

    at: float
    idle_s: float | None = None

    @classmethod
    def after(cls, seconds: float, *, idle: bool = False) -> Deadline:
        return cls(asyncio.get_running_loop().time() + seconds, seconds if idle else None)


@attrs.frozen(kw_only=True)
class Call:
    executable: Path
    argv: Sequence[str | bytes]
    cwd: Path
    path: str = "."
    """The file that is searched, or the whole root."""
    priority: Priority | None = None


PORTION = 1 << 16
"""Bytes that go all the way before the next do.  With 256 KiB what is made of them outgrows a core's cache:
1.3 to 1.5 times slower.
"""


async def text(
    children: Children, call: Call, take: TakeRecords, deadline: Deadline, *, raw: bool = False
) -> Ended:
    """Run `rg --json`; `NotStartedError` when it never ran.  `raw`: matches come as `RawMatch`."""
    decoder = Decoder.of(raw=raw)
    summary: list[Totals] = []

    async def feed(chunk: bytes) -> Stop | None:
        for start in range(0, len(chunk), PORTION):
            if (stop := await feed_portion(chunk[start : start + PORTION])) is not None:
                return stop
        return None

    async def feed_portion(chunk: bytes) -> Stop | None:
        records = decoder.feed(chunk)
        if records and isinstance(last := records[-1], Summary):
            summary.append(last.data.stats)
            records.pop()
        if len(decoder.tail) > TAIL_CAP:
            return Stop.MAX_BUFFER
        stop = await take(records) if records else None
        if stop is None and decoder.broken is not None:
            raise msgspec.DecodeError(decoder.broken)
        return stop

    ended = await stream(children, call, feed, deadline)
    return attrs.evolve(ended, summary=summary[0] if summary else None)


async def listing(children: Children, call: Call, take: TakePaths, deadline: Deadline) -> Ended:
    """Run `rg --files -0`; paths come without `./`, as the file system spells them."""
    tail = b"\0"

    async def feed(chunk: bytes) -> Stop | None:
        nonlocal tail
        *whole, rest = (tail + chunk).replace(b"\0./", b"\0").split(b"\0")
        tail = b"\0" + rest
        return await take(whole[1:]) if len(whole) > 1 else None

    return attrs.evolve(await stream(children, call, feed, deadline), listing=True)


@attrs.define
class _StarvationWatch:
    """Kills rg on sight of a thread that could not start: it would hang, or lose files."""

    text: str = ""
    seen: bool = False
    child: Running | None = None

    def __call__(self, piece: bytes) -> None:
        self.text = (self.text + os.fsdecode(piece))[-4096:]
        if not self.seen and self.child is not None and stderr.thread_eagain(self.text):
            self.seen = True
            self.child.signal(signal.SIGTERM)


async def stream(
    children: Children, call: Call, feed: Callable[[bytes], Awaitable[Stop | None]], deadline: Deadline
) -> Ended:
    watch = _StarvationWatch()
    stopped: Stop | None = None
    exit_status: int | None = None
    broken: str | None = None
    async with children.running(
        call.executable, call.argv, call.cwd, priority=call.priority, on_stderr=watch
    ) as child:
        watch.child = child
        try:
            stopped = await _pump(child, feed, deadline)
            if stopped is None:
                exit_status = await _settled(child, deadline)
        except _DeadlinePassedError:
            stopped = Stop.DEADLINE
        except msgspec.DecodeError as exc:
            broken = str(exc)
    if watch.seen and stopped in (None, Stop.DEADLINE):
        stopped = Stop.EAGAIN
    return Ended(
        exit=exit_status,
        stopped_by=stopped,
        stderr=os.fsdecode(bytes(child.stderr.kept)),
        broken_output=broken,
    )


class _DeadlinePassedError(Exception):
    """Ours, so that a TimeoutError from the taker is not taken for it."""


async def _pump(
    child: Running, feed: Callable[[bytes], Awaitable[Stop | None]], deadline: Deadline
) -> Stop | None:
    chunks = child.chunks()
    while True:
        try:
            async with asyncio.timeout_at(deadline.at):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            return None
        except TimeoutError:
            raise _DeadlinePassedError from None
        if (stop := await feed(chunk)) is not None:
            return stop
        if deadline.idle_s is not None:
            deadline.at = asyncio.get_running_loop().time() + deadline.idle_s
        elif asyncio.get_running_loop().time() > deadline.at:
            raise _DeadlinePassedError


async def _settled(child: Running, deadline: Deadline) -> int:
    try:
        async with asyncio.timeout_at(deadline.at):
            return await child.wait()
    except TimeoutError:
        raise _DeadlinePassedError from None
