"""The tool `symbols`: definitions by name, each on a line that the next call can use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ripwire.mcp import text
from ripwire.mcp.guest import Guest, Progress, Reply
from ripwire.rg.outcome import Outcome
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.workspace import LIMIT, WorkspaceQuery, workspace_symbols


async def run(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "looking for symbols")
    limit = given["head_limit"] or LIMIT
    query = WorkspaceQuery(text=given["query"], limit=limit)
    answer = await workspace_symbols(guest.backend, guest.caller(), query)
    return listed(guest, answer.hits, answer.outcome, "symbols")


def listed(guest: Guest, hits: Sequence[SymbolHit], outcome: Outcome, unit: str) -> Reply:
    lines = [_line(guest, hit) for hit in hits]
    found = {
        "symbols": [_entry(guest, hit) for hit in hits[:100]],
        "complete": outcome.complete,
        "truncated": outcome.truncated,
        "incomplete": outcome.incomplete,
    }
    return Reply(
        text=text.bounded("\n".join(lines), closing(len(hits), outcome, unit)),
        structured=found,
        is_error=text.proves_nothing(outcome, len(hits)),
    )


def closing(count: int, outcome: Outcome, unit: str) -> str:
    notes = "".join(f"{note}\n" for note in text.notes(outcome))
    if outcome.incomplete:
        return f"{notes}(incomplete: {count} {unit} so far; absence proves nothing; ask again or use grep)"
    if outcome.truncated:
        return f"{notes}(truncated: the best {count} {unit}; a longer name narrows them)"
    return f"{notes}(complete: {count} {unit})"


def _line(guest: Guest, hit: SymbolHit) -> str:
    inside = f" in {hit.container}" if hit.container else ""
    path = text.shown_path(guest.path_of(hit.root, hit.path), hit.source)
    return f"{path}:{hit.line}:{hit.kind} {hit.name}{inside}"[:600]


def _entry(guest: Guest, hit: SymbolHit) -> dict[str, Any]:
    return {
        "path": guest.path_of(hit.root, hit.path),
        "line": hit.line,
        "character": hit.column + 1,
        "name": hit.name[:200],
        "kind": str(hit.kind),
        "container": hit.container[:200],
    }
