"""The daemon as a process: its lock, its signals, its log, and how it says that it is there."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator

import attrs

from ripwire import __version__, config
from ripwire.config import Settings
from ripwire.daemon import address as addresses
from ripwire.daemon import compose, doors, logs
from ripwire.daemon.address import Address
from ripwire.daemon.connect import connect
from ripwire.daemon.listen import Listening
from ripwire.daemon.lock import Lock
from ripwire.daemon.serve import Converse, serve
from ripwire.services.status import DaemonInfo

CLAIM_S = 15.0
"""A daemon that is leaving holds its lock until its sessions have ended."""
POLL_S = 0.05
COLLECTIONS = (10_000, 5, 100)
"""When garbage is looked for.  A stream makes and drops a million small objects; the usual 700 between two
looks cost it a quarter of its time.  Portions larger than this hold the loop: with (50_000, 20, 20) a look
took up to 150 ms, and a million matches 1.15 times as long.
"""

log = logging.getLogger(__name__)


def run(*, detached: bool) -> int:
    """Until the daemon ends.  0 at once when another one serves already."""
    os.umask(0o077)
    loaded = config.load()
    address = addresses.of(configured=loaded.settings.daemon_folder)
    address.prepare()
    lock = _claim(address)
    if lock is None:
        _announce(address, detached=detached)
        return 0
    _start_log(address, loaded, detached=detached)
    try:
        asyncio.run(_main(address, loaded.settings, detached=detached))
    finally:
        lock.release()
    return 0


def _claim(address: Address) -> Lock | None:
    """The lock of the one daemon, or None when that one serves."""
    lock = Lock(address.lock)
    deadline = time.monotonic() + CLAIM_S
    while not lock.take():
        with contextlib.suppress(OSError):
            connect(address).close()
            return None
        if time.monotonic() > deadline:
            raise TimeoutError(f"another daemon holds {address.lock} and does not answer")
        time.sleep(POLL_S)
    return lock


def _start_log(address: Address, loaded: config.Loaded, *, detached: bool) -> None:
    if detached:
        logs.to_file(address.log, loaded.settings.log_level)
    else:
        logs.to_stderr(loaded.settings.log_level)
    for problem in loaded.problems:
        log.warning("%s", problem)


async def _main(address: Address, settings: Settings, *, detached: bool) -> None:
    stop = asyncio.Event()
    with _stopping_on_signals(stop):
        async with compose.composed(settings) as shared:

            def begin(listening: Listening) -> Converse:
                # What was built until here lives as long as the daemon: no collection needs to look at it.
                gc.collect()
                gc.freeze()
                gc.set_threshold(*COLLECTIONS)
                log.info("ripwire %s listens on %s as process %d", __version__, listening.shown, os.getpid())
                _announce(address, detached=detached)
                here = DaemonInfo(address=listening.shown)
                return functools.partial(doors.converse, attrs.evolve(shared, daemon=here))

            await serve(
                address,
                begin,
                transport=settings.daemon_transport,
                idle_s=settings.daemon_idle_s,
                stop=stop,
            )
    log.info("the daemon has ended")


def _announce(address: Address, *, detached: bool) -> None:
    """Tell who started us where we are; a detached daemon then lets go of that pipe."""
    if not detached:
        sys.stderr.write(f"ripwire {__version__} serves in {address.folder}; Ctrl-C ends it\n")
        return
    with contextlib.suppress(OSError):  # who started us may be gone: others will come
        os.write(1, os.fsencode(address.folder) + b"\n")
    os.dup2(2, 1)


@contextlib.contextmanager
def _stopping_on_signals(stop: asyncio.Event) -> Iterator[None]:
    """The first SIGTERM, SIGINT or SIGHUP is polite: all sessions end first.  The second is not."""
    loop = asyncio.get_running_loop()

    def stopping(*_: object) -> None:
        if stop.is_set():
            os._exit(1)  # the watchdog of `rg/` ends what we started
        log.info("stopping")
        loop.call_soon_threadsafe(stop.set)

    wanted = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, stopping) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
