"""Whole answers: the list, which is JSON already, and what the answer says of itself."""

from __future__ import annotations

from msgspec import Raw

from ripwire.protocol.messages.glob import FilesResult
from ripwire.protocol.messages.grep import GrepResult
from ripwire.protocol.to_wire import outcome
from ripwire.services.answers import Answer


def grep(answer: Answer, key: str, shown: Raw, clipped: int) -> GrepResult:
    result = GrepResult(
        outcome=outcome.outcome(answer.outcome),
        total=answer.total,
        total_exact=answer.total_exact,
        total_matches=answer.total_matches,
        coverage=outcome.coverage(answer.coverage),
        clipped_lines=clipped,
        next_offset=answer.next_offset,
        cursor=answer.cursor,
        sample=answer.sample,
        drift=answer.drift,
    )
    setattr(result, key, shown)
    return result


def files(answer: Answer, shown: Raw) -> FilesResult:
    return FilesResult(
        files=shown,
        outcome=outcome.outcome(answer.outcome),
        total=answer.total,
        total_exact=answer.total_exact,
        coverage=outcome.coverage(answer.coverage),
        next_offset=answer.next_offset,
    )
