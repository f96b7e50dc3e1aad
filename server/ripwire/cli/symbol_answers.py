"""The commands about symbols without a daemon: the same services, in this process.  Loaded only then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from ripwire.cli.local import Desk
from ripwire.protocol.documents import characters
from ripwire.protocol.from_wire import uris
from ripwire.protocol.to_wire.navigation import Locations, definitions
from ripwire.protocol.to_wire.symbols import WorkspaceSymbols
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.references import ReferencesQuery, references
from ripwire.services.symbols import reading
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols


async def of_workspace(desk: Desk, params: Mapping[str, Any]) -> Raw:
    settings = desk.backend.settings
    kinds = frozenset(settings.symbols_extra_kinds)
    query = WorkspaceQuery(text=params["query"], limit=settings.symbols_limit, extra_kinds=kinds)
    answer = await workspace_symbols(desk.backend, desk.caller, query)
    return Raw(WorkspaceSymbols("utf-8", resolves=False)(answer.hits))


async def of_definition(desk: Desk, params: Mapping[str, Any]) -> Raw:
    found = await definition(desk.backend, desk.caller, _place(params))
    return Raw(msgspec.json.encode(definitions(found, "utf-8", links=False)))


async def of_references(desk: Desk, params: Mapping[str, Any]) -> Raw:
    declared = params["context"]["includeDeclaration"]
    query = ReferencesQuery(place=_place(params), include_declaration=declared)
    found = await references(desk.backend, desk.caller, query)
    return Raw(Locations("utf-8")(found.entries))


def _place(params: Mapping[str, Any]) -> PlaceQuery:
    """In the services' words: line from 1, column in characters."""
    path = Path(uris.to_path(params["textDocument"]["uri"]))
    number, column = params["position"]["line"], params["position"]["character"]
    read = reading.read(path)
    lines = read[1].split("\n") if read else []
    line = lines[number] if number < len(lines) else ""
    return PlaceQuery(path=path, line=number + 1, column=characters(line, column, "utf-8"))
