"""One content search over all of a request's targets, in one turn and within one deadline.

Shared by grep and by whatever else asks for matching lines (symbols, references).  Unsaved texts are
searched first and hide what the disk says of their files.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import events
from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Report
from ripwire.rg.outcome import Coverage, Outcome
from ripwire.rg.priority import Priority
from ripwire.rg.query import Filter, TextQuery
from ripwire.rg.verdict import Stop
from ripwire.services.answers import Packed, Source
from ripwire.services.assembly import Assembler, Place
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.index.door import Candidates
from ripwire.services.index.linked import linked
from ripwire.services.pace import Pace, sliced
from ripwire.services.roots import Target, scoped
from ripwire.services.unsaved import below, mirrored, relative

CALLERS_MISTAKES = frozenset(
    {
        Kind.INVALID_PARAMS,
        Kind.INVALID_PATTERN,
        Kind.INVALID_GLOB,
        Kind.UNKNOWN_TYPE,
        Kind.UNKNOWN_ENCODING,
        Kind.ENGINE_MISSING,
    }
)
"""Asking another root would fail in the same way."""

SLICE = 1024
"""Records between two looks at other tasks.  64 KiB of rg's output have 300 to 400: some 2 ms of work."""

Add = Callable[[Sequence[Packed]], Awaitable[Stop | None]]


@attrs.frozen(kw_only=True)
class Plan:
    """What is asked of each target: `query` with its root and file left to fill in."""

    query: TextQuery
    targets: tuple[Target, ...]
    assembler: Callable[[Place], Assembler]
    unsaved: bool = True


@attrs.define
class Ledger:
    """Sums the reports of all targets; the first failure is kept until it is known whether it matters."""

    outcome: Outcome = Outcome()
    coverage: Coverage = Coverage()
    failure: Failure | None = None

    def book(self, report: Report, backend: Backend) -> None:
        self.outcome += report.outcome
        self.coverage = _sum(self.coverage, report.coverage)
        backend.telemetry.send(report.recovery)
        if report.failure is not None:
            if report.failure.kind in CALLERS_MISTAKES:
                raise report.failure
            self.failure = self.failure or report.failure

    def settle(self, *, found: bool) -> None:
        """A target failed: with nothing found that is the answer, else the answer is incomplete."""
        if self.failure is None:
            return
        if not found:
            raise self.failure
        self.outcome += Outcome(incomplete=True, notes=(str(self.failure.message),))


async def run(backend: Backend, caller: Caller, plan: Plan, add: Add, deadline: Deadline) -> Ledger:
    """Entries go to `add`; a `Stop` from it ends the search.  Raises `Failure` for a caller's mistake."""
    ledger = Ledger()
    async with backend.scheduler.turn(caller, until=deadline.at) as turn:
        began = time.perf_counter()
        texts = backend.unsaved.unsaved(caller) if plan.unsaved else {}
        for target, wanted in scoped(plan.query.filter, plan.targets):
            here = attrs.evolve(plan, query=attrs.evolve(plan.query, filter=wanted))
            stop = await _unsaved_of(backend, here, target, texts, add, deadline, ledger)
            if stop is None:
                stop = await _disk_of(backend, here, target, texts, add, deadline, ledger, turn.priority)
            if stop is not None:
                break
    worked = (time.perf_counter() - began) * 1000
    ledger.coverage = attrs.evolve(ledger.coverage, queued_ms=turn.queued_ms, worked_ms=worked)
    return ledger


async def _unsaved_of(
    backend: Backend,
    plan: Plan,
    target: Target,
    texts: dict[Path, str],
    add: Add,
    deadline: Deadline,
    ledger: Ledger,
) -> Stop | None:
    here = below(texts, target.root)
    if target.file is not None:
        here = {path: text for path, text in here.items() if path == target.path}
    if not here:
        return None
    wanted = attrs.evolve(plan.query.filter, follow_symlinks=False)
    with mirrored(here, target.root, no_ignore=wanted.no_ignore or target.file is not None) as folder:
        query = attrs.evolve(
            plan.query,
            root=target.root,
            mirror=folder,
            file=target.file,
            filter=attrs.evolve(wanted, no_ignore=True),
            encoding=None,
            threads=1,
        )
        place = Place(root=target.root, source=Source.BUFFER)
        report, stop = await _one(backend, query, plan.assembler(place), add, deadline, None)
    ledger.book(report, backend)
    return stop


async def _disk_of(
    backend: Backend,
    plan: Plan,
    target: Target,
    texts: dict[Path, str],
    add: Add,
    deadline: Deadline,
    ledger: Ledger,
    priority: Priority,
) -> Stop | None:
    if target.file is not None and target.path in texts:
        return None
    named = [other.path for other in plan.targets if other.file is not None]
    skip = relative((*texts, *named), target.root) if target.file is None else frozenset[bytes]()
    place = Place(root=target.root, skip=skip)
    query = attrs.evolve(plan.query, root=target.root, file=target.file)
    chosen = await backend.index.candidates(query, deadline)
    if isinstance(chosen, Candidates):
        return await _chosen_of(
            backend, query, chosen, plan.assembler, place, add, deadline, ledger, priority
        )
    report, stop = await _one(backend, query, plan.assembler(place), add, deadline, priority)
    ledger.book(_with_index(report, f"bypassed({chosen})" if chosen else None), backend)
    if stop is None:
        backend.index.remember(query.root, chosen, report.matched)
    if target.file is None and report.failure is None:
        backend.index.consider(target.root, report.coverage.files_searched)
    return stop


async def _chosen_of(
    backend: Backend,
    query: TextQuery,
    chosen: Candidates,
    assembler: Callable[[Place], Assembler],
    place: Place,
    add: Add,
    deadline: Deadline,
    ledger: Ledger,
    priority: Priority,
) -> Stop | None:
    """The files that the index chose: by name, and those that have to be walked through links to them.

    The second run is made even with nothing to walk when there is nothing to name: rg reads the pattern.
    """
    stop: Stop | None = None
    matched: frozenset[bytes] | None = frozenset()
    if chosen.named:
        by_name = attrs.evolve(query, files=chosen.named, filter=Filter())
        report, stop = await _one(backend, by_name, assembler(place), add, deadline, priority)
        ledger.book(_with_index(report, "used", chosen.covered), backend)
        matched = _both(matched, report)
    if stop is None and (chosen.apart or not chosen.named):
        with linked(query.root, chosen.apart) as folder:
            walked = attrs.evolve(
                query, root=folder, filter=Filter(follow_symlinks=True, no_ignore=True), threads=1
            )
            report, stop = await _one(backend, walked, assembler(place), add, deadline, priority)
        ledger.book(_with_index(report, "used", 0 if chosen.named else chosen.covered), backend)
        matched = _both(matched, report)
    if stop is None:
        backend.index.remember(query.root, chosen, matched)
    return stop


def _both(matched: frozenset[bytes] | None, report: Report) -> frozenset[bytes] | None:
    return None if matched is None or report.matched is None else matched | report.matched


def _with_index(report: Report, index: str | None, covered: int | None = None) -> Report:
    """The ledger speaks for every file that the index ruled out, too."""
    files = report.coverage.files_searched if covered is None else covered
    return attrs.evolve(report, coverage=attrs.evolve(report.coverage, index=index, files_searched=files))


async def _one(
    backend: Backend,
    query: TextQuery,
    assembler: Assembler,
    add: Add,
    deadline: Deadline,
    priority: Priority | None,
) -> tuple[Report, Stop | None]:
    stopped: Stop | None = None
    pace = Pace()

    async def take(records: Sequence[events.Given]) -> Stop | None:
        nonlocal stopped
        for some in sliced(records, SLICE):
            entries = assembler.feed(some)
            stopped = await add(entries) if entries else None
            if stopped is not None:
                return stopped
            await pace.breathe()
        return None

    report = await backend.engine.search(query, take, deadline, priority=priority)
    if stopped is None and (rest := assembler.rest()):
        stopped = await add(rest)
    return report, stopped


def _sum(one: Coverage, other: Coverage) -> Coverage:
    return attrs.evolve(
        other,
        files_searched=one.files_searched + other.files_searched,
        files_matched=one.files_matched + other.files_matched,
        matches=one.matches + other.matches,
        bytes_searched=one.bytes_searched + other.bytes_searched,
        unreadable=(one.unreadable + other.unreadable)[:20],
        cut_at_nul=(one.cut_at_nul + other.cut_at_nul)[:20],
        stopped_because=one.stopped_because or other.stopped_because,
        retried=one.retried or other.retried,
        index=other.index or one.index,
    )
