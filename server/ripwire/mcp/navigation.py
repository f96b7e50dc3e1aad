"""The tools `definition` and `references`: by a place in a file, or by a name alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ripwire.errors import Failure, Kind
from ripwire.mcp import structured, symbols, text
from ripwire.mcp.guest import Guest, Progress, Reply, links
from ripwire.rg.outcome import Coverage, Outcome
from ripwire.rg.query import Case
from ripwire.services.answers import Answer, Match
from ripwire.services.grep import GrepQuery, grep
from ripwire.services.modes import Sort
from ripwire.services.navigation.definition import PlaceQuery
from ripwire.services.navigation.definition import definition as service
from ripwire.services.navigation.references import LIMIT, ReferencesQuery
from ripwire.services.navigation.references import references as users
from ripwire.services.roots import targets
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols

MOST_DEFINITIONS = 20
NO_NAME = "(complete: there is no name at that place, or the language is not known; try grep)"


async def definition(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "looking for the definition")
    if given["path"] is None:
        hits, outcome = await _named(guest, _symbol(given))
        return symbols.listed(guest, hits, outcome, "definitions")
    found = await service(guest.backend, guest.caller(), await _place(guest, given))
    if found.use is None:
        return Reply(text=NO_NAME, structured={"symbols": [], "complete": True})
    return symbols.listed(guest, found.hits, Outcome(), "definitions")


async def references(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    """Uses as `path:line:text`, the file that was asked about first."""
    await progress(0, None, "looking for references")
    limit = min(given["head_limit"] or LIMIT, LIMIT)
    place = await _place(guest, given) if given["path"] is not None else await _place_of(guest, given)
    found = await users(guest.backend, guest.caller(), ReferencesQuery(place=place, limit=limit))
    if found.scope is None:
        return Reply(text=NO_NAME, structured={"entries": [], "complete": True})
    answer = Answer(
        entries=found.entries,
        outcome=found.outcome,
        coverage=Coverage(),
        total=found.total,
        total_exact=not (found.outcome.incomplete or found.outcome.truncated),
    )
    view = text.View(path=lambda entry: text.shown_path(guest.shown(entry), entry.source))
    shown = text.matches(answer, view, text.notes(found.outcome))
    return Reply(
        text=shown.text, structured=structured.answer(answer, guest.shown), links=links(found.entries)
    )


def _symbol(given: dict[str, Any]) -> str:
    name = given["symbol"]
    if not name:
        raise Failure(Kind.INVALID_PARAMS, "give path, line and character of a name, or symbol")
    return str(name)


async def _named(guest: Guest, name: str) -> tuple[list[SymbolHit], Outcome]:
    """Symbols of exactly this name; `Class.method` names the container too."""
    container, _, own = name.replace("::", ".").rpartition(".")
    answer = await workspace_symbols(guest.backend, guest.caller(), WorkspaceQuery(text=own or name))
    inside = container.rpartition(".")[2]
    hits = [
        hit for hit in answer.hits if hit.name == (own or name) and (not inside or inside in hit.container)
    ]
    return hits[:MOST_DEFINITIONS], answer.outcome


async def _place(guest: Guest, given: dict[str, Any]) -> PlaceQuery:
    """Where the name stands; without a character it is looked for in its line, or in the file."""
    path = guest.place(given["path"])
    targets(guest.caller(), (path,), allow_outside=guest.backend.settings.outside_roots)
    if given["line"] is not None and given["character"] is not None:
        return PlaceQuery(path=path, line=given["line"], column=given["character"] - 1)
    return await _in_file(guest, path, _symbol(given), given["line"])


async def _in_file(guest: Guest, path: Path, name: str, line: int | None) -> PlaceQuery:
    query = GrepQuery(
        pattern=re.escape(name),
        paths=(path,),
        word=True,
        case_mode=Case.SENSITIVE,
        head_limit=0 if line else 1,
        sort=Sort.PATH,
    )
    answer = await grep(guest.backend, guest.caller(), query)
    for entry in answer.entries:
        if isinstance(entry, Match) and line in (None, entry.line):
            before = entry.text.encode()[: entry.spans[0][0]].decode("utf-8", "replace")
            return PlaceQuery(path=path, line=entry.line, column=len(before))
    where = f"in line {line} of" if line else "in"
    raise Failure(Kind.INVALID_PARAMS, f"{name} does not stand {where} {path.name}", paths=(str(path),))


async def _place_of(guest: Guest, given: dict[str, Any]) -> PlaceQuery:
    """The best definition of a name, whose uses are then looked for."""
    name = _symbol(given)
    hits, _ = await _named(guest, name)
    if not hits:
        raise Failure(Kind.INVALID_PARAMS, f"no definition of {name} was found", detail="Try grep.")
    hit = hits[0]
    path = hit.root / hit.path.decode("utf-8", "surrogateescape")
    return PlaceQuery(path=path, line=hit.line, column=hit.column)
