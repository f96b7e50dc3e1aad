"""What the command line says on stderr when something went wrong, and what to do next."""

from __future__ import annotations

import sys

from ripwire.errors import Failure, Kind

ADVICE = {
    Kind.INVALID_PATTERN: "Search for the text as it stands with -F.",
    Kind.ENGINE_MISSING: "Nothing was searched, which is not `no matches`. `ripwire doctor` says why.",
    Kind.TIMEOUT: "Absence proves nothing here. Name a smaller PATH, or allow more time with --timeout.",
    Kind.MAX_BUFFER: "Absence proves nothing here. Name a smaller PATH or a narrower pattern.",
    Kind.SPAWN: "Nothing was searched, which is not `no matches`. `ripwire doctor` tries the same start.",
    Kind.OVER_LIMIT: "The daemon is busy. Try again, or see `ripwire status`.",
    Kind.SHUTTING_DOWN: "The daemon is leaving. Try again.",
}


def failure(failed: Failure) -> None:
    """One line of what happened, then its details, then what to do."""
    lines = [failed.message, *([failed.detail] if failed.detail else []), *failed.problems, *failed.paths]
    if failed.kind in ADVICE:
        lines.append(ADVICE[failed.kind])
    trouble("\n".join(lines))


def trouble(text: str) -> None:
    """`ripwire: text`, with further lines indented below it."""
    first, *rest = text.rstrip("\n").split("\n")
    sys.stderr.write(f"ripwire: {first}\n" + "".join(f"  {line}\n" for line in rest))
