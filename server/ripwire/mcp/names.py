"""The tools `glob` and `files`: names of files, newest first or by path."""

from __future__ import annotations

from typing import Any

import attrs

from ripwire.mcp import structured, text
from ripwire.mcp.grep import MOST
from ripwire.mcp.guest import Guest, Progress, Reply, links
from ripwire.rg.query import Filter
from ripwire.services.answers import Answer
from ripwire.services.files import FilesQuery, files
from ripwire.services.glob import GlobQuery, glob
from ripwire.services.modes import Sort


async def find(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "looking for files")
    query = GlobQuery(
        pattern=given["pattern"],
        paths=guest.places(given["path"]),
        filter=Filter(hidden=given["hidden"], no_ignore=given["no_ignore"]),
        head_limit=min(given["head_limit"] or MOST, MOST),
        offset=given["offset"],
        sort=Sort(given["sort"]),
        timeout_ms=given["timeout_ms"],
    )
    answer = await glob(guest.backend, guest.caller(), query)
    help_ = text.notes(answer.outcome)
    if answer.outcome.complete and answer.total == 0:
        help_ += await _help(guest, query)
    return _reply(guest, answer, help_)


async def files_(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "listing files")
    query = FilesQuery(
        paths=guest.places(given["path"]),
        filter=Filter(
            include=tuple(glob for glob in given["glob"] or () if not glob.startswith("!")),
            exclude=(*(given["exclude"] or ()), *(g[1:] for g in given["glob"] or () if g.startswith("!"))),
            types=given["type"] or (),
            hidden=given["hidden"],
            no_ignore=given["no_ignore"],
        ),
        head_limit=min(given["head_limit"] or MOST, MOST),
        timeout_ms=given["timeout_ms"],
    )
    answer = await files(guest.backend, guest.caller(), query)
    answer = attrs.evolve(answer, entries=sorted(answer.entries, key=guest.shown))
    return _reply(guest, answer, text.notes(answer.outcome))


def _reply(guest: Guest, answer: Answer, help_: list[str]) -> Reply:
    view = text.View(path=lambda entry: text.shown_path(guest.shown(entry), entry.source))
    return Reply(
        text=text.files(answer, view, help_).text,
        structured=structured.answer(answer, guest.shown),
        links=links(answer.entries),
        is_error=text.proves_nothing(answer.outcome, len(answer.entries)),
    )


async def _help(guest: Guest, query: GlobQuery) -> list[str]:
    """Tried, not guessed, and only after a complete search."""
    told = ["No files found."]
    wider = attrs.evolve(query, filter=Filter(hidden=True, no_ignore=True), head_limit=1, offset=0)
    deeper = attrs.evolve(query, pattern=f"**/{query.pattern.lstrip('/')}", head_limit=1, offset=0)
    for how, other in (("with hidden and no_ignore", wider), (f"for {deeper.pattern}", deeper)):
        answer = await glob(guest.backend, guest.caller(), other)
        if answer.entries:
            told.append(f"There are files {how}, for example {guest.shown(answer.entries[0])}.")
    return told
