"""Says where the event loop was held: a thread looks at it from outside."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
import traceback
from collections.abc import Iterator

import attrs

TICK_S = 0.002


@attrs.define
class Hold:
    seconds: float
    where: str
    """The stack of the loop's thread while it was held."""


@attrs.define
class LoopWatch:
    """`cpu` holds count only the time that the loop's own thread worked, not what others took from it."""

    longer_s: float
    holds: list[Hold] = attrs.field(factory=list)

    def worst(self) -> str:
        holds = sorted(self.holds, key=lambda hold: -hold.seconds)
        return "\n".join(f"{hold.seconds * 1000:.0f} ms\n{hold.where}" for hold in holds[:3])


@contextlib.contextmanager
def watched(longer_s: float) -> Iterator[LoopWatch]:
    """Watch the running loop; on a busy machine only CPU time of its thread tells who held it."""
    watch, loop, ended = LoopWatch(longer_s), asyncio.get_running_loop(), threading.Event()
    clock = time.pthread_getcpuclockid(threading.get_ident())
    ident = threading.get_ident()
    beat = [time.clock_gettime(clock)]

    def tick() -> None:
        beat[0] = time.clock_gettime(clock)
        if not ended.is_set():
            loop.call_later(TICK_S, tick)

    def look() -> None:
        while not ended.wait(TICK_S):
            held = time.clock_gettime(clock) - beat[0]
            frame = sys._current_frames().get(ident)
            if held > longer_s and frame is not None:
                watch.holds.append(Hold(held, "".join(traceback.format_stack(frame)[-4:])))

    thread = threading.Thread(target=look, name="loop-watch")
    tick()
    thread.start()
    try:
        yield watch
    finally:
        ended.set()
        thread.join()
