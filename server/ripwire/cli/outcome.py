"""What a search says of itself after its last line, and the exit code that goes with it."""

from __future__ import annotations

import sys

from ripwire.cli import report
from ripwire.protocol.messages.common import WireCoverage, WireOutcome

FOUND, NONE, FAILED = 0, 1, 2
SHOWN_PATHS = 5
"""Unreadable paths that are named; the wire has twenty."""

COUNT_ALL = {"rg", "python"}
"""Engines that count every file they search; the others count only those with matches."""


def told(outcome: WireOutcome, coverage: WireCoverage, total: int, *, limit: int) -> int:
    """Notes on stderr, then 0 found, 1 none and that is sure, 2 incomplete: absence proves nothing."""
    for note in outcome.notes:
        report.trouble(note)
    if outcome.incomplete:
        _incomplete(outcome, coverage)
        return FAILED
    if outcome.truncated and limit > 1:
        report.trouble(f"stopped at {limit}; there are at least {total}. --limit 0 shows all.")
    if total == 0 and sys.stderr.isatty():
        report.trouble(_nothing(coverage))
    return FOUND if total else NONE


def _incomplete(outcome: WireOutcome, coverage: WireCoverage) -> None:
    paths = coverage.unreadable[:SHOWN_PATHS]
    more = len(coverage.unreadable) - len(paths)
    reasons = ", ".join(outcome.reasons) or "unknown reason"
    lines = [
        f"the search is not complete ({reasons}): what is not shown may still be there",
        *paths,
        *([f"and {more} more"] if more else []),
    ]
    report.trouble("\n".join(lines))


def _nothing(coverage: WireCoverage) -> str:
    if coverage.engine not in COUNT_ALL:
        return "no matches"
    if coverage.files_searched == 0:
        return "no file passed the filters, so nothing was searched; see --hidden, --no-ignore, -g, -t"
    return f"no matches in {coverage.files_searched:,} files"
