"""The engine: a query in, records out, and a report that says what the run has proved.

Finds rg, runs it, heals a stale path once, repeats a thread-starved run once with one thread inside the
same deadline, and falls back to other programs where there is no rg.  Knows no client and no limits.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import argv, attempt, hints
from ripwire.rg.attempt import Call, Deadline, TakePaths, TakeRecords
from ripwire.rg.binary import Mode, Resolution, Resolver
from ripwire.rg.gate import PathGate, RecordGate
from ripwire.rg.outcome import Coverage, Outcome, Reason
from ripwire.rg.priority import Priority
from ripwire.rg.process import Children, NotStartedError
from ripwire.rg.query import ListQuery, TextQuery
from ripwire.rg.selection import Selection, chosen, select
from ripwire.rg.verdict import Ended, Verdict, judge
from ripwire.telemetry import FailureKind, Recovery
from ripwire.telemetry import Selection as SelectionMode


@attrs.frozen(kw_only=True)
class Report:
    """`failure` is set when nothing was found and absence is not proven, or the caller made a mistake."""

    outcome: Outcome = Outcome()
    coverage: Coverage = Coverage()
    failure: Failure | None = None
    recovery: Recovery | None = None
    matched: frozenset[bytes] | None = None
    """Every file with a match, relative to the root, where that is known and they are few."""


class SearchEngine(Protocol):
    """What a fallback offers too."""

    async def search(
        self, query: TextQuery, take: TakeRecords, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report: ...

    async def list_files(
        self, query: ListQuery, take: TakePaths, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report: ...


Gate = RecordGate | PathGate
Run = Callable[[Call, Gate], Awaitable[Ended]]


@attrs.define(eq=False)
class Engine:
    children: Children
    resolver: Resolver
    threads: int
    fallback: Callable[[], SearchEngine] | None = None
    """What stands in where there is no rg; asked for only then."""

    async def search(
        self, query: TextQuery, take: TakeRecords, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report:
        """Content search of one root.  Mistakes that rg need not be asked about raise `Failure`."""
        selection = chosen(query)
        if not selection.paths and not query.files and query.file is None:
            return Report(outcome=Outcome(notes=selection.notes))
        resolution = await self.resolver.resolve()
        if resolution.path is None:
            return await self._without_rg(resolution).search(query, take, deadline, priority=priority)
        call = Call(
            executable=resolution.path,
            argv=argv.text_search(query, selection, query.threads or self.threads),
            cwd=query.mirror or query.root,
            path=query.file or ".",
            priority=priority,
        )

        async def run(call: Call, gate: Gate) -> Ended:
            assert isinstance(gate, RecordGate)
            return await attempt.text(self.children, call, gate, deadline, raw=query.raw)

        report = await self._run(call, run, RecordGate(take, selection.keep), resolution)
        if counts_only_hits(resolution.version) and report.outcome.complete and not report.coverage.matches:
            report = await self._counted(report, query, deadline)
        return await self._with_hints(report, selection, query)

    async def _counted(self, report: Report, query: TextQuery, deadline: Deadline) -> Report:
        """Before 15, rg counts only files that match: “nothing was searched” must not be said for that."""
        count = 1 if query.file is not None else len(query.files)

        async def take(paths: list[bytes]) -> None:
            nonlocal count
            count += len(paths)

        if report.failure is None and not count and query.mirror is None:
            await self.list_files(ListQuery(root=query.root, filter=query.filter), take, deadline)
        return attrs.evolve(report, coverage=attrs.evolve(report.coverage, files_searched=count))

    async def list_files(
        self, query: ListQuery, take: TakePaths, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report:
        """The files of one root in walk order.  `Failure` as in `search`."""
        selection = select(query.filter, query.root)
        if not selection.paths:
            return Report(outcome=Outcome(notes=selection.notes))
        resolution = await self.resolver.resolve()
        if resolution.path is None:
            return await self._without_rg(resolution).list_files(query, take, deadline, priority=priority)
        call = Call(
            executable=resolution.path,
            argv=argv.listing(query, selection, query.threads or self.threads),
            cwd=query.root,
            priority=priority,
        )

        async def run(call: Call, gate: Gate) -> Ended:
            assert isinstance(gate, PathGate)
            return await attempt.listing(self.children, call, gate, deadline)

        report = await self._run(call, run, PathGate(take, selection.keep), resolution)
        return await self._with_hints(report, selection, query)

    async def _run(self, call: Call, run: Run, gate: Gate, resolution: Resolution) -> Report:
        """At most one healed start and one retry with one thread."""
        try:
            ended = await self._started(call, run, gate)
        except NotStartedError as exc:
            return _not_started(exc, gate, resolution)
        verdict = judge(ended, found=gate.found, kept=gate.kept, first=gate.may_retry, root=call.path)
        retried = verdict.retry
        if retried:
            gate.begin_again()
            again = attrs.evolve(call, argv=argv.with_one_thread(list(call.argv)))
            try:
                ended = await run(again, gate)
            except NotStartedError as exc:
                return _not_started(exc, gate, resolution, retried=True)
            verdict = judge(ended, found=gate.found, kept=gate.kept, first=False, root=call.path)
        return _report(verdict, ended, gate, resolution, retried=retried)

    async def _started(self, call: Call, run: Run, gate: Gate) -> Ended:
        """Run; when the program itself is gone or broken, find another and start that, once."""
        try:
            return await run(call, gate)
        except NotStartedError as exc:
            if not (exc.executable_at_fault and exc.is_about_the_file):
                raise
            self.resolver.invalidate()
            healed = await self.resolver.resolve()
            if healed.path is None:
                raise
            return await run(attrs.evolve(call, executable=healed.path), gate)

    def _without_rg(self, resolution: Resolution) -> SearchEngine:
        if self.fallback is None or resolution.strict:
            raise Failure(
                Kind.ENGINE_MISSING,
                "search is unavailable: no usable ripgrep; this is not “no matches”",
                "\n".join((*resolution.problems, "`ripwire doctor` says how to get one")),
            )
        return self.fallback()

    async def _with_hints(self, report: Report, selection: Selection, query: TextQuery | ListQuery) -> Report:
        """Notes of the selection, and near names for a type that rg does not know."""
        if report.failure is not None and report.failure.kind is Kind.UNKNOWN_TYPE:
            asked = (*query.filter.types, *query.filter.types_not)
            failure = attrs.evolve(report.failure, message=hints.unknown_type(asked, await self.type_names()))
            return attrs.evolve(report, failure=failure)
        if not selection.notes:
            return report
        return attrs.evolve(report, outcome=report.outcome + Outcome(notes=selection.notes))

    async def type_names(self) -> frozenset[str]:
        """The names of `rg --type-list`; empty when rg cannot be asked."""
        resolution = await self.resolver.resolve()
        if resolution.path is None:
            return frozenset()
        try:
            done = await self.children.output(
                resolution.path, ["rg", "--no-config", "--type-list"], resolution.path.parent, timeout_s=5
            )
        except (NotStartedError, TimeoutError):
            return frozenset()
        return frozenset(line.split(":")[0] for line in done.stdout.decode(errors="replace").splitlines())


def _report(verdict: Verdict, ended: Ended, gate: Gate, resolution: Resolution, *, retried: bool) -> Report:
    outcome = verdict.outcome
    if gate.cut_at_nul:
        notes = tuple(f"{path}: stopped at binary data" for path in gate.cut_at_nul)
        outcome += Outcome(reasons=(Reason.BINARY,), notes=notes)
    totals = ended.summary
    coverage = Coverage(
        files_searched=totals.searches if totals else gate.files,
        files_matched=gate.files,
        matches=gate.matches,
        bytes_searched=totals.bytes_searched if totals else 0,
        unreadable=verdict.unreadable,
        cut_at_nul=tuple(gate.cut_at_nul),
        stopped_because=verdict.outcome.reasons[0] if verdict.outcome.reasons else None,
        engine="rg",
        retried=retried,
    )
    recovery = None
    if retried or verdict.kind is not None:
        recovery = Recovery(
            selection_mode=selection_mode(resolution.mode),
            retry_triggered=retried,
            retry_succeeded=(verdict.kind is None and verdict.failure is None) if retried else None,
            failure_kind=verdict.kind or FailureKind.EAGAIN,
        )
    failure = verdict.failure
    if failure is not None and verdict.wants_pcre2:
        failure = attrs.evolve(failure, detail=f"{failure.detail}\n{hints.pcre2(resolution)}")
    matched = gate.matched if isinstance(gate, RecordGate) and outcome.complete and failure is None else None
    return Report(outcome=outcome, coverage=coverage, failure=failure, recovery=recovery, matched=matched)


def counts_only_hits(version: str | None) -> bool:
    return version is not None and version.split(".")[0] in {"13", "14"}


def selection_mode(mode: Mode) -> SelectionMode:
    """Telemetry's two words for six modes."""
    return SelectionMode.BUILTIN if mode.builtin else SelectionMode.SYSTEM


def _not_started(
    exc: NotStartedError, gate: Gate, resolution: Resolution, *, retried: bool = False
) -> Report:
    """The search root is gone or closed, or the program cannot be started."""
    if not exc.executable_at_fault:
        kind = Kind.PATH_NOT_FOUND if isinstance(exc.cause, FileNotFoundError) else Kind.UNREADABLE
        return Report(failure=Failure(kind, f"the search root cannot be entered: {exc.cause.strerror}"))
    what = f"ripgrep could not be started: {exc}"
    failure = Failure(Kind.SPAWN, what, "this is not “no matches”; `ripwire doctor` says what to do")
    verdict = Verdict(
        outcome=Outcome(incomplete=True, reasons=(Reason.SPAWN,), notes=(what,)),
        failure=None if gate.kept else failure,  # what the first run gave is true
        kind=FailureKind.SPAWN,
    )
    return _report(verdict, Ended(exit=None), gate, resolution, retried=retried)
