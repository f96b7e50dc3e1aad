"""Results as a text that people read: `path:line:text`, `path-line-text` for context, as rg prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ripwire.protocol.to_wire import clipping
from ripwire.services.answers import Answer, ContextLine, CountEntry, Entry, Match


def of(answer: Answer, max_line: int) -> str:
    """The whole page, with a last line that says what the search was worth."""
    longest = max_line or 1 << 30
    lines = [line for entry in answer.entries for line in _lines(entry, longest)]
    return "\n".join([*lines, "", _verdict(answer), ""])


def _lines(entry: Entry, longest: int) -> Iterator[str]:
    path = entry.path.decode("utf-8", "replace")
    if isinstance(entry, Match):
        yield from _context(path, entry.before)
        span = next(iter(entry.spans), (0, 0))
        text = clipping.clip(entry.text, span, longest, "utf-8").text
        for number, line in enumerate(text.split("\n"), entry.line):
            yield f"{path}:{number}:{line}"
        yield from _context(path, entry.after)
    elif isinstance(entry, CountEntry):
        yield f"{path}:{entry.lines}"
    else:
        yield path


def _context(path: str, lines: Sequence[ContextLine]) -> Iterator[str]:
    return (f"{path}-{line.line}-{line.text}" for line in lines)


def _verdict(answer: Answer) -> str:
    """Complete, truncated and incomplete are three different things, and an empty page says which."""
    shown, total = len(answer.entries), answer.total
    count = f"{total}" if answer.total_exact else f"at least {total}"
    if answer.outcome.incomplete:
        why = ", ".join(reason.value for reason in answer.outcome.reasons)
        return f"Incomplete ({why}): {shown} shown; what is not here may still be there."
    if answer.outcome.truncated:
        return f"Truncated: {shown} shown of {count}."
    return f"Complete: {count} in all." if total else "Complete: no matches."
