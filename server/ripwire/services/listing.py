"""One listing of the files of all of a request's targets, in one turn and within one deadline."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import attrs

from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Report
from ripwire.rg.query import Filter, ListQuery
from ripwire.rg.verdict import Stop
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.roots import Target, scoped
from ripwire.services.search import Ledger

Add = Callable[[Path, list[bytes]], Awaitable[Stop | None]]
"""A root and paths relative to it, in walk order; awaited, so a slow client slows rg down."""
Known = Callable[[Path, Filter], Awaitable[Report | None]]
"""What tells of a root's files without a walk, has told of them, and gives the report; None: walk."""


async def run(
    backend: Backend,
    caller: Caller,
    targets: tuple[Target, ...],
    wanted: Filter,
    add: Add,
    deadline: Deadline,
    known: Known | None = None,
) -> Ledger:
    """Raises `Failure` for a caller's mistake.  A target that is one file is that file."""
    ledger = Ledger()
    async with backend.scheduler.turn(caller, until=deadline.at) as turn:
        began = time.perf_counter()
        for target, here in scoped(wanted, targets):
            stop: Stop | None = None

            async def take(paths: list[bytes], root: Path = target.root) -> Stop | None:
                nonlocal stop
                stop = await add(root, paths)
                return stop

            if target.file is not None:
                await take([os.fsencode(target.file)])
            elif known is not None and (told := await known(target.root, here)) is not None:
                ledger.book(told, backend)
            else:
                query = ListQuery(root=target.root, filter=here)
                report = await backend.engine.list_files(query, take, deadline, priority=turn.priority)
                ledger.book(report, backend)
            if stop is not None:
                break
    worked = (time.perf_counter() - began) * 1000
    ledger.coverage = attrs.evolve(ledger.coverage, queued_ms=turn.queued_ms, worked_ms=worked)
    return ledger
