"""The verdict on one attempt: the table of what an ended rg has proved.  First matching row wins.

    never started                          failed(spawn)
    thread could not start, first attempt  run again with one thread
    caller's mistake, no summary           failed(that kind)
    stopped at the limit                   truncated
    deadline, byte cap                     matches: incomplete; none: failed
    summary, clean, exit fits              complete
    summary, exit 2                        incomplete(unreadable); the root itself: failed
    anything else                          matches: incomplete(exit); none: failed(exit)

No row leads from an unfinished run to "no matches".
"""

from __future__ import annotations

import enum
import re
import signal

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import stderr
from ripwire.rg.events import Totals
from ripwire.rg.outcome import Outcome, Reason
from ripwire.telemetry import FailureKind

_ERROR = 2
"""rg's exit status for “there was an error”, fatal or not."""


class Stop(enum.Enum):
    """Why we ended a run ourselves."""

    LIMIT = enum.auto()
    DEADLINE = enum.auto()
    MAX_BUFFER = enum.auto()
    EAGAIN = enum.auto()


@attrs.frozen(kw_only=True)
class Ended:
    """What is known of an attempt after its exit and the end of both pipes."""

    exit: int | None
    """Negative: the signal.  None: we stopped it before it ended."""
    stopped_by: Stop | None = None
    summary: Totals | None = None
    listing: bool = False
    """`rg --files`: there is no summary to wait for."""
    stderr: str = ""
    broken_output: str | None = None

    @property
    def thread_eagain(self) -> bool:
        return self.stopped_by is Stop.EAGAIN or stderr.thread_eagain(self.stderr)


@attrs.frozen(kw_only=True)
class Verdict:
    outcome: Outcome = Outcome()
    failure: Failure | None = None
    retry: bool = False
    kind: FailureKind | None = None
    unreadable: tuple[str, ...] = ()
    wants_pcre2: bool = False
    """With a refused pattern: PCRE2 could run it."""


def judge(ended: Ended, *, found: bool, kept: bool, first: bool, root: str = ".") -> Verdict:
    """`found`: rg gave an entry; `kept`: one passed our own filter too; `first`: a retry is still allowed;
    `root`: the file that was asked for, or all.
    """
    if ended.stopped_by is Stop.LIMIT:
        return Verdict(outcome=Outcome(truncated=True, reasons=(Reason.LIMIT,)))
    if first and ended.thread_eagain and ended.stopped_by in (None, Stop.EAGAIN):
        return Verdict(retry=True, kind=FailureKind.EAGAIN)
    match ended.stopped_by:
        case Stop.DEADLINE:
            return _unfinished(
                kept, Reason.TIMEOUT, Kind.TIMEOUT, FailureKind.TIMEOUT, "the search ran out of time"
            )
        case Stop.MAX_BUFFER:
            return _unfinished(
                kept, Reason.MAX_BUFFER, Kind.MAX_BUFFER, FailureKind.MAX_BUFFER, "the search found too much"
            )
    complaints, rules = stderr.without_ignore_rules(ended.stderr)
    if rules:
        # Of files above the root: the lines were skipped, everything was searched, and yet the status is 2.
        status = int(not found) if ended.exit == _ERROR and not complaints.strip() else ended.exit
        verdict = _judge_exit(attrs.evolve(ended, stderr=complaints, exit=status), found, kept, root)
        return attrs.evolve(verdict, outcome=verdict.outcome + Outcome(notes=rules))
    return _judge_exit(ended, found, kept, root)


def _judge_exit(ended: Ended, found: bool, kept: bool, root: str) -> Verdict:
    if ended.exit == _ERROR and ended.summary is None and (mistake := stderr.mistake(ended.stderr)):
        message = f"ripgrep refused the {mistake.argument}: {mistake.reason}"
        failure = Failure(mistake.kind, message, mistake.diagnostic)
        return Verdict(failure=failure, wants_pcre2=mistake.wants_pcre2)
    whole = ended.summary is not None or ended.listing
    clean = not ended.stderr.strip() and ended.broken_output is None and ended.stopped_by is None
    fits = ended.exit == (0 if found else 1) or (ended.listing and ended.exit in (0, 1))
    if whole and clean and fits:
        return Verdict()
    if whole and ended.exit == _ERROR and ended.broken_output is None:
        return _unreadable(ended, root)
    what = _how_it_ended(ended)
    kind = FailureKind.EAGAIN if ended.thread_eagain else FailureKind.EXIT
    return _unfinished(kept, Reason.EXIT, Kind.EXIT, kind, what, stderr.notes(ended.stderr))


def _unreadable(ended: Ended, root: str) -> Verdict:
    """Some paths could not be read; absence is then not proven.  An unreadable root is an error."""
    problems = stderr.unreadable(ended.stderr)
    for problem in problems:
        if problem.path in {".", root}:
            return Verdict(failure=_unreadable_root(problem, root))
    notes = tuple(f"{problem.path}: {problem.why}" for problem in problems) or stderr.notes(ended.stderr)
    return Verdict(
        outcome=Outcome(incomplete=True, reasons=(Reason.UNREADABLE,), notes=notes),
        unreadable=tuple(problem.path for problem in problems),
    )


def _unreadable_root(problem: stderr.Unreadable, root: str) -> Failure:
    what = "the search root" if root == "." else root
    if re.search(r"os error [23]\)", problem.why):
        return Failure(Kind.PATH_NOT_FOUND, f"{what} does not exist: {problem.why}")
    return Failure(Kind.UNREADABLE, f"{what} is unreadable: {problem.why}")


def _unfinished(
    kept: bool, reason: Reason, kind: Kind, told: FailureKind, what: str, notes: tuple[str, ...] = ()
) -> Verdict:
    outcome = Outcome(incomplete=True, reasons=(reason,), notes=(what, *notes))
    if kept:
        return Verdict(outcome=outcome, kind=told)
    message = f"{what}; this is not “no matches”"
    return Verdict(outcome=outcome, failure=Failure(kind, message, "\n".join(notes) or None), kind=told)


def _how_it_ended(ended: Ended) -> str:
    if ended.broken_output is not None:
        return f"ripgrep wrote something that is no record ({ended.broken_output})"
    if ended.exit is not None and ended.exit < 0:
        return f"ripgrep was ended by {_signal_name(-ended.exit)}"
    if ended.summary is None and not ended.listing:
        return f"ripgrep ended with exit status {ended.exit} before its summary"
    return f"ripgrep ended with exit status {ended.exit}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
