"""Who is connected and what runs: the figures behind `ripwire status`.

Doors report their sessions to `Attendance`; this module counts and knows no door.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from ripwire import __version__
from ripwire.rg.binary import Resolution
from ripwire.services.backend import Backend


@attrs.frozen(kw_only=True)
class RunningRequest:
    id: str
    method: str
    ms: float


@attrs.frozen(kw_only=True)
class SessionInfo:
    """One client, as it is now."""

    client: str
    """Unique among living sessions; the name in the log."""
    door: str
    name: str | None = None
    version: str | None = None
    process_id: int | None = None
    roots: tuple[Path, ...] = ()
    seconds: float = 0.0
    requests: tuple[RunningRequest, ...] = ()
    answered: int = 0
    """Messages sent since the session began."""
    open_documents: int = 0
    unsent_bytes: int = 0


@attrs.frozen(kw_only=True)
class DaemonInfo:
    """The process that serves; `address` is None when it serves one client over its own stdio."""

    address: str | None = None
    pid: int = attrs.field(factory=os.getpid)
    version: str = __version__
    started: float = attrs.field(factory=time.time)


@attrs.define
class Attendance:
    """The living sessions of all doors, in the order they came."""

    _describe: dict[str, Callable[[], SessionInfo]] = attrs.field(factory=dict)
    _numbers: Iterator[int] = attrs.field(factory=lambda: itertools.count(1))

    def next_name(self, door: str) -> str:
        """A name that no other session of this process has had."""
        return f"{door}-{next(self._numbers)}"

    @contextlib.contextmanager
    def present(self, client: str, describe: Callable[[], SessionInfo]) -> Iterator[None]:
        """List a session while the block runs."""
        self._describe[client] = describe
        try:
            yield
        finally:
            del self._describe[client]

    def sessions(self) -> tuple[SessionInfo, ...]:
        return tuple(describe() for describe in list(self._describe.values()))

    def __len__(self) -> int:
        return len(self._describe)


@attrs.frozen(kw_only=True)
class Work:
    """What the process does and keeps now."""

    rg: Resolution
    slots: int
    running: int
    """Searches that have a place in the pool."""
    slow: int
    """Searches beside the pool: they ran so long that they gave their place to others."""
    queued: int
    children: int
    """Processes of ours, those that are just ending included."""
    open_documents: int
    cursors: int
    file_lists: int
    indexes: dict[str, str]
    index_bytes: int
    memory: int | None
    """Bytes resident, where the system tells."""


def work(backend: Backend, rg: Resolution) -> Work:
    """Costs next to nothing; searches are not waited for."""
    return Work(
        rg=rg,
        slots=backend.scheduler.slots,
        running=backend.scheduler.running,
        slow=backend.scheduler.slow,
        queued=backend.scheduler.queued,
        children=len(backend.children.living) + len(backend.children.burials),
        open_documents=len(backend.unsaved),
        cursors=len(backend.cursors),
        file_lists=len(backend.file_lists),
        indexes=backend.index.states(),
        index_bytes=backend.index.memory,
        memory=resident(),
    )


def resident() -> int | None:
    """Bytes of this process in memory.  None where there is no /proc: a peak would mislead.

    Read without Python's file objects: 8 µs instead of 20, in a request that clients poll.
    """
    try:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None
    try:
        return int(os.read(descriptor, 100).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    finally:
        os.close(descriptor)
