"""The data beside the text: the same entries, bounded like it, so that nobody pays for an answer twice.

Pure: knows answers and the paths they are shown under.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ripwire.services.answers import Answer, CountEntry, FileEntry, Match, Source

BUDGET = 20_000
"""Characters of JSON."""
TEXT = 300
"""Characters of a line."""

Path = Callable[[Match | FileEntry | CountEntry], str]


def answer(found: Answer, path: Path) -> dict[str, Any]:
    """Entries with their text, else without, else as many as fit; then the outcome."""
    outcome = found.outcome
    told: dict[str, Any] = {
        "complete": outcome.complete,
        "truncated": outcome.truncated,
        "incomplete": outcome.incomplete,
        "reasons": [str(reason) for reason in outcome.reasons],
        "total": found.total,
        "totalExact": found.total_exact,
    }
    if found.total_matches is not None:
        told["totalMatches"] = found.total_matches
    if found.next_offset is not None:
        told["nextOffset"] = found.next_offset
    entries, left_out = _entries(found, path)
    if left_out:
        told["entriesLeftOut"] = left_out
    return {"entries": entries, **told}


def _entries(found: Answer, path: Path) -> tuple[list[dict[str, Any]], int]:
    for with_text in (True, False):
        entries = _within((_entry(one, path(one), with_text=with_text) for one in found.entries), BUDGET)
        if len(entries) == len(found.entries):
            return entries, 0
    return entries, len(found.entries) - len(entries)


def _within(entries: Any, room: int) -> list[dict[str, Any]]:
    kept = []
    for entry in entries:
        room -= len(msgspec.json.encode(entry)) + 1
        if room < 0:
            break
        kept.append(entry)
    return kept


def _entry(one: Match | FileEntry | CountEntry, path: str, *, with_text: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"path": path}
    if isinstance(one, Match):
        shown["line"] = one.line
        if with_text:
            shown["text"] = one.text[:TEXT]
    elif isinstance(one, CountEntry):
        shown |= {"lines": one.lines, "matches": one.matches}
    if one.source is Source.BUFFER:
        shown["source"] = "buffer"
    return shown
