"""The standby for ripgrep: the same two methods, the same verdicts, another program.

Chosen by what is installed and what the query needs: `git grep` in a work tree, else `grep`, else the
Python walk, which knows more kinds of query than both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import attempt, candidates, embedded
from ripwire.rg.attempt import Call, Deadline, TakePaths, TakeRecords
from ripwire.rg.engine import Gate, Report
from ripwire.rg.events import Record, Totals
from ripwire.rg.fallback import complaints, programs, python_walk
from ripwire.rg.fallback.lines import FileRecords, GitLines, GrepLines
from ripwire.rg.fallback.rules import keeper
from ripwire.rg.gate import PathGate, RecordGate
from ripwire.rg.outcome import Coverage, Outcome, Reason
from ripwire.rg.priority import Priority
from ripwire.rg.process import Children, NotStartedError
from ripwire.rg.query import ListQuery, TextQuery
from ripwire.rg.verdict import Ended, Stop, judge

PROBE_S = 5.0
Lines = GitLines | GrepLines


@attrs.define(eq=False)
class Standby:
    """Implements `rg.engine.SearchEngine` without ripgrep."""

    children: Children
    threads: int = 2
    workspace_folders: Callable[[], Iterable[Path]] = tuple
    _grep_works: bool | None = None
    _work_trees: dict[Path, bool] = attrs.field(factory=dict)
    _programs: dict[str, Path | None] = attrs.field(factory=dict)

    async def search(
        self, query: TextQuery, take: TakeRecords, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report:
        """As `Engine.search`."""
        gate = RecordGate(take, keeper(query.filter, query.root, named=_is_named(query)))
        if python_walk.is_needed(query):
            return await self._walk(query, gate, deadline, priority)
        if not _is_named(query) and not query.filter.follow_symlinks and await self._in_work_tree(query.root):
            argv = programs.git_grep(query, self.threads)
            call = Call(executable=self._program("git"), argv=argv, cwd=query.root, priority=priority)
            return await self._lines("git grep", call, GitLines(_records(query)), gate, deadline)
        if await self.grep_works():
            await self._refuse_bad_pattern(query)
            call = Call(
                executable=self._program("env"), argv=programs.grep(query), cwd=query.root, priority=priority
            )
            return await self._lines("grep", call, GrepLines(_records(query)), gate, deadline)
        return await self._walk(query, gate, deadline, priority)

    async def list_files(
        self, query: ListQuery, take: TakePaths, deadline: Deadline, *, priority: Priority | None = None
    ) -> Report:
        """As `Engine.list_files`."""
        gate = PathGate(take, keeper(query.filter, query.root))
        if not query.filter.follow_symlinks and await self._in_work_tree(query.root):
            argv = programs.git_files(no_ignore=query.filter.no_ignore)
            call = Call(executable=self._program("git"), argv=argv, cwd=query.root, priority=priority)
            keep = gate.keep
            gate.keep = lambda path: _is_file(query.root, path) and (keep is None or keep(path))
            run = lambda: attempt.listing(self.children, call, gate, deadline)  # noqa: E731
            return await _told("git grep", gate, run)
        return await self._walk(query, gate, deadline, priority)

    async def name(self, root: Path) -> str:
        """What answers a plain search of this root."""
        if await self._in_work_tree(root):
            return "git grep"
        return "grep" if await self.grep_works() else "python"

    async def grep_works(self) -> bool:
        """GNU grep with all our switches; asked once."""
        if self._grep_works is None:
            self._grep_works = (await self._probe("x", fixed=False))[0] == 1
        return self._grep_works

    async def _in_work_tree(self, root: Path) -> bool:
        """By git itself, which also refuses repositories of other owners."""
        if root not in self._work_trees:
            argv = ["git", "rev-parse", "--is-inside-work-tree"]
            try:
                done = await self.children.output(self._program("git"), argv, root, timeout_s=PROBE_S)
                self._work_trees[root] = done.exit == 0 and done.stdout.strip() == b"true"
            except (NotStartedError, TimeoutError):
                return False
        return self._work_trees[root]

    async def _probe(self, pattern: str, *, fixed: bool) -> tuple[int, str]:
        argv = programs.grep_probe(pattern, fixed=fixed)
        env = self._program("env")
        try:
            done = await self.children.output(env, argv, Path(env.anchor), timeout_s=PROBE_S)
        except (NotStartedError, TimeoutError) as exc:
            return 2, str(exc)
        return done.exit, done.stderr.decode("utf-8", "replace").strip()

    def _program(self, name: str) -> Path:
        """Its path; where there is none, one that cannot be started."""
        if name not in self._programs:
            self._programs[name] = candidates.on_path(name, tuple(self.workspace_folders()))
        return self._programs[name] or Path(os.devnull) / name

    async def _refuse_bad_pattern(self, query: TextQuery) -> None:
        status, said = await self._probe(query.pattern, fixed=query.fixed_strings)
        if status > 1:
            raise Failure(Kind.INVALID_PATTERN, "grep refused the pattern", said)

    async def _lines(
        self, name: str, call: Call, lines: Lines, gate: RecordGate, deadline: Deadline
    ) -> Report:
        async def feed(chunk: bytes) -> Stop | None:
            return await _given(gate, lines.feed(chunk))

        async def run() -> Ended:
            ended = await attempt.stream(self.children, call, feed, deadline)
            if ended.stopped_by is None:
                await _given(gate, lines.feed(b"", last=True))
            whole = Totals() if ended.stopped_by is None and not lines.tail else None
            return attrs.evolve(complaints.in_our_terms(ended), summary=whole)

        return await _told(name, gate, run)

    async def _walk(
        self, query: TextQuery | ListQuery, gate: Gate, deadline: Deadline, priority: Priority | None
    ) -> Report:
        if embedded.is_frozen():
            raise Failure(Kind.ENGINE_MISSING, "search is unavailable: no ripgrep, git grep or grep")
        argv = python_walk.arguments(query)
        call = Call(executable=Path(sys.executable), argv=argv, cwd=query.root, priority=priority)

        async def run() -> Ended:
            if isinstance(gate, RecordGate):
                return await attempt.text(self.children, call, gate, deadline)
            return await attempt.listing(self.children, call, gate, deadline)

        return await _told("python", gate, run)


async def _told(name: str, gate: Gate, run: Callable[[], Awaitable[Ended]]) -> Report:
    """One attempt by the table; there is no second one, because no thread marker is known here."""
    try:
        ended = await run()
    except NotStartedError as exc:
        return not_started(exc, name)
    if (mistake := complaints.mistake(ended)) is not None:
        return Report(failure=mistake, coverage=Coverage(engine=name))
    verdict = judge(ended, found=gate.found, kept=gate.kept, first=False)
    reasons = verdict.outcome.reasons
    totals = ended.summary or Totals()
    coverage = Coverage(
        files_searched=totals.searches or gate.files,
        files_matched=gate.files,
        matches=gate.matches,
        bytes_searched=totals.bytes_searched,
        unreadable=verdict.unreadable,
        cut_at_nul=tuple(gate.cut_at_nul),
        stopped_because=reasons[0] if reasons else None,
        engine=name,
    )
    failure = verdict.failure
    if failure is not None:
        failure = attrs.evolve(failure, message=failure.message.replace("ripgrep", name))
    return Report(outcome=verdict.outcome, coverage=coverage, failure=failure)


def not_started(exc: NotStartedError, name: str) -> Report:
    """The search root is gone, or the program is."""
    if not exc.executable_at_fault:
        kind = Kind.PATH_NOT_FOUND if isinstance(exc.cause, FileNotFoundError) else Kind.UNREADABLE
        return Report(failure=Failure(kind, f"the search root cannot be entered: {exc.cause.strerror}"))
    failure = Failure(Kind.SPAWN, f"{name} could not be started: {exc}", "this is not “no matches”")
    outcome = Outcome(incomplete=True, reasons=(Reason.SPAWN,))
    return Report(outcome=outcome, failure=failure, coverage=Coverage(engine=name))


async def _given(gate: RecordGate, records: list[Record]) -> Stop | None:
    return await gate(records) if records else None


def _records(query: TextQuery) -> FileRecords:
    return FileRecords(query.max_count)


def _is_named(query: TextQuery) -> bool:
    return bool(query.files) or query.file is not None


def _is_file(root: Path, path: bytes) -> bool:
    """Git lists what was deleted, and links to folders."""
    return (root / os.fsdecode(path)).is_file()
