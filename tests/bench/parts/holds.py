"""The longest step of the daemon's event loop: what its own thread worked, not what others took from it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Iterator
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket

from ripwire.config import Settings
from ripwire.daemon.run import COLLECTIONS
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from tests.bench.driver import Driver
from tests.bench.rows import Row, ms
from tests.support.loop_watch import watched
from tests.support.serving import served

LONG_S = 0.010
SEEN_S = 0.003
"""Shorter steps are not noted."""


async def row(root: Path, part: str) -> Row:
    """While all is streamed, while an answer in one piece grows to its cap, and while quick open is asked."""
    backend = Backend.create(Settings(index_enabled=False), long_lived=True)
    backend.warm()
    async with served(Shared(backend=backend)) as serving:
        async with serving.connect() as first:
            await first.initialize()
        with _collecting_rarely(), watched(SEEN_S) as watch:
            await asyncio.to_thread(_all_ways, serving.address, root)
    await backend.close()
    longest = max(watch.holds, key=lambda hold: hold.seconds, default=None)
    places = {_last(hold.where) for hold in watch.holds if hold.seconds > LONG_S}
    return Row(
        part=part,
        what="longest step of the event loop",
        figure=ms(longest.seconds if longest else 0.0),
        unit="ms",
        reach=10,
        floor=f"{len(places)} places over 10 ms"
        + "".join(f"; {_last(where)}" for where in sorted(places)[:3]),
    )


def _all_ways(address: Path, root: Path) -> None:
    def opened() -> socket:
        connection = socket(AF_UNIX, SOCK_STREAM)
        connection.connect(str(address))
        return connection

    driver = Driver(opened, root)
    try:
        driver.request("ripwire/status", {})
        for pattern in ("return", "e", r"[^\x00-\x7f]"):
            driver.streamed("ripwire/grep", {"pattern": pattern, "headLimit": 200_000})
            driver.timed("ripwire/grep", {"pattern": pattern, "headLimit": 0})
        for mode in ("filesWithMatches", "count"):
            driver.timed("ripwire/grep", {"pattern": "return", "headLimit": 0, "outputMode": mode})
        driver.timed("ripwire/files", {"headLimit": 0})
        for query in ("main", "x", "drvgpu"):
            driver.timed("ripwire/quickOpen", {"query": query})
    finally:
        driver.connection.close()


@contextlib.contextmanager
def _collecting_rarely() -> Iterator[None]:
    """As the daemon does."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _last(where: str) -> str:
    """The innermost line of a stack."""
    return where.strip().splitlines()[-1].strip()[:60]
