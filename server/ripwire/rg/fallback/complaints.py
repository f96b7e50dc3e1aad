"""What `git grep` and `grep` say on stderr, in the terms of the one table of verdicts."""

from __future__ import annotations

import re

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg.verdict import Ended

GITS_FATAL = 128

_PATH_ERRORS = (
    re.compile(r"grep: (?P<path>.+): (?P<why>[A-Z][^:]+)"),
    re.compile(r"error: (?:failed to stat |unable to open )?'(?P<path>.+)': (?P<why>[A-Z][^:]+)"),
    re.compile(r"warning: could not open directory '(?P<path>.+)': (?P<why>[A-Z][^:]+)"),
)
_HARMLESS = re.compile(
    r"grep: (?:.+: binary file matches|.+: warning: recursive directory loop)|Binary file .+"
)


def in_our_terms(ended: Ended) -> Ended:
    """A run whose only complaints are unreadable paths ended as rg's exit 2 would: seen, but not whole."""
    lines = [line for line in ended.stderr.splitlines() if line.strip() and not _HARMLESS.fullmatch(line)]
    errors = [_path_error(line) for line in lines]
    if ended.exit not in (0, 1, 2) or not lines or None in errors:
        return attrs.evolve(ended, stderr="\n".join(lines))
    return attrs.evolve(ended, exit=2, stderr="\n".join(error for error in errors if error))


def mistake(ended: Ended) -> Failure | None:
    """Git could not read the pattern.  (grep is asked before it runs.)"""
    if ended.exit == GITS_FATAL and ended.stderr.startswith("fatal: -e option"):
        return Failure(Kind.INVALID_PATTERN, "git grep refused the pattern", ended.stderr.strip())
    return None


def _path_error(line: str) -> str | None:
    """As rg writes it, with the number it adds to each; the number is not known here."""
    for known in _PATH_ERRORS:
        if (found := known.fullmatch(line)) is not None:
            path = found["path"].removeprefix("./").rstrip("/") or "."
            return f"rg: {path}: {found['why']} (os error 0)"
    return None
