"""The tool `grep`: a search, its answer as text, and help that is true when nothing was found."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import attrs

from ripwire.errors import Failure
from ripwire.mcp import structured, text
from ripwire.mcp.guest import Guest, Progress, Reply, links
from ripwire.rg.query import Case, Filter
from ripwire.services.answers import Answer, Match
from ripwire.services.grep import GrepQuery, grep
from ripwire.services.modes import OutputMode, Sort
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols

FEW = 3
"""So few matches are shown with their surroundings, which the model would ask for next."""
AROUND = 3
LONG = 10_000
"""Characters of a line whose surroundings nobody asks for: a minified file."""
MOST = 2000
"""Entries of one answer, also when all are asked for: more would not fit as lines, nor as numbers."""
MOST_AROUND = 100
PROBE_MS = 500
"""The help after an empty answer may cost so much, and is left out when it takes longer."""
MODES = {
    "content": OutputMode.CONTENT,
    "files_with_matches": OutputMode.FILES,
    "count": OutputMode.COUNT,
}


async def run(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "searching")
    query = _query(guest, given)
    answer = await grep(guest.backend, guest.caller(), query)
    answer = await _with_surroundings(guest, given, query, answer)
    if given["definitions_first"] and query.output_mode is OutputMode.CONTENT:
        answer = await _definitions_first(guest, query.pattern, answer)
    help_ = text.notes(answer.outcome)
    if answer.outcome.complete and answer.total == 0:
        help_ += await _help(guest, query)
    view = text.View(
        path=lambda entry: text.shown_path(guest.shown(entry), entry.source),
        numbers=given["-n"],
        columns=given["max_columns"],
        only_matching=given["-o"],
    )
    render = {
        OutputMode.CONTENT: text.matches,
        OutputMode.FILES: text.files,
        OutputMode.COUNT: text.counts,
    }
    shown = render[query.output_mode](answer, view, help_)
    return Reply(
        text=shown.text,
        structured=structured.answer(answer, guest.shown),
        links=links(answer.entries),
        is_error=text.proves_nothing(answer.outcome, len(answer.entries)),
    )


def _query(guest: Guest, given: dict[str, Any]) -> GrepQuery:
    """A page in path order, so that the same question twice has the same answer."""
    around = given["-C"] or 0
    before, after = (min(MOST_AROUND, max(given[name] or 0, around)) for name in ("-B", "-A"))
    return GrepQuery(
        pattern=given["pattern"],
        paths=guest.places(given["path"]),
        filter=Filter(
            include=_only(given["glob"]),
            exclude=(*(given["exclude"] or ()), *_not(given["glob"])),
            types=given["type"] or (),
            hidden=given["hidden"],
            no_ignore=given["no_ignore"],
        ),
        output_mode=MODES[given["output_mode"]],
        before=before,
        after=after,
        case_mode=Case.INSENSITIVE if given["-i"] else Case.SENSITIVE,
        fixed_strings=given["fixed_strings"],
        word=given["word"],
        multiline=given["multiline"],
        head_limit=min(given["head_limit"] or MOST, MOST),
        offset=given["offset"],
        sort=Sort.PATH,
        timeout_ms=given["timeout_ms"],
    )


def _only(globs: tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(glob for glob in globs or () if not glob.startswith("!"))


def _not(globs: tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(glob[1:] for glob in globs or () if glob.startswith("!"))


async def _with_surroundings(guest: Guest, given: dict[str, Any], query: GrepQuery, answer: Answer) -> Answer:
    """One to three matches come with the lines around them, when nobody said how many."""
    named = any(given[name] is not None for name in ("-A", "-B", "-C"))
    if query.output_mode is not OutputMode.CONTENT or named or given["-o"] or query.multiline:
        return answer
    if not answer.outcome.complete or not 1 <= len(answer.entries) <= FEW or query.offset:
        return answer
    if any(len(entry.text) > LONG for entry in answer.entries if isinstance(entry, Match)):
        return answer
    paths = links(answer.entries)
    again = attrs.evolve(query, paths=paths, before=AROUND, after=AROUND)
    try:
        around = await grep(guest.backend, guest.caller(), again)
    except Failure:
        return answer  # a file went meanwhile; the plain lines are still true
    return around if len(around.entries) == len(answer.entries) else answer


async def _definitions_first(guest: Guest, pattern: str, answer: Answer) -> Answer:
    """Matches on lines that define the name, in front; for a plain name only."""
    name = pattern.removeprefix("\\b").removesuffix("\\b")
    if not re.fullmatch(r"\w+", name):
        return answer
    try:
        found = await workspace_symbols(guest.backend, guest.caller(), WorkspaceQuery(text=name))
    except Failure:
        return answer
    lines = {(hit.root / hit.path.decode("utf-8", "surrogateescape"), hit.line) for hit in found.hits}

    def uses(entry: Any) -> bool:
        where = entry.root / entry.path.decode("utf-8", "surrogateescape")
        return not (isinstance(entry, Match) and (where, entry.line) in lines)

    return attrs.evolve(answer, entries=sorted(answer.entries, key=uses))


async def _help(guest: Guest, query: GrepQuery) -> list[str]:
    """What would have been found otherwise: tried, not guessed, and only after a complete search."""
    narrow = query.filter
    tries = {
        "with hidden and no_ignore": attrs.evolve(
            query, filter=attrs.evolve(narrow, hidden=True, no_ignore=True)
        ),
        "without glob, type and exclude": attrs.evolve(
            query, filter=Filter(hidden=narrow.hidden, no_ignore=narrow.no_ignore)
        ),
    }
    if query.pattern.lower() != query.pattern.upper():
        tries["with -i (case ignored)"] = attrs.evolve(query, case_mode=Case.INSENSITIVE)
    if re.escape(query.pattern) != query.pattern:
        tries["with fixed_strings (the pattern as plain text)"] = attrs.evolve(query, fixed_strings=True)
    others = [_tried(guest, how, other) for how, other in tries.items() if other != query]
    return ["No matches found.", *filter(None, await asyncio.gather(*others))]


async def _tried(guest: Guest, how: str, query: GrepQuery) -> str | None:
    probe = attrs.evolve(
        query,
        output_mode=OutputMode.FILES,
        sort=None,
        offset=0,
        head_limit=1,
        before=0,
        after=0,
        timeout_ms=PROBE_MS,
    )
    try:
        answer = await grep(guest.backend, guest.caller(), probe)
    except Failure:
        return None
    if not answer.entries:
        return None
    return f"There are matches {how}, for example in {guest.shown(answer.entries[0])}."
