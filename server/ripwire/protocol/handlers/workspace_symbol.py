"""Symbols of the workspace for a typed query."""

from __future__ import annotations

from typing import Any

from ripwire.protocol import results
from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.symbols import SymbolToResolve, WireLocation, WireSymbol, WorkspaceSymbolParams
from ripwire.protocol.pieces import Pieces
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import symbols as wire
from ripwire.services.symbols.found_again import SymbolPlace, found_again
from ripwire.services.symbols.switches import languages_off
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols

STREAM = "workspace/symbol"


async def workspace_symbol(session: Session, params: WorkspaceSymbolParams) -> Pieces[Any]:
    query = WorkspaceQuery(
        text=params.query,
        limit=session.settings.symbols_limit,
        extra_kinds=frozenset(session.settings.symbols_extra_kinds),
        languages_off=languages_off(session.settings.symbols_off, "workspaceSymbol"),
    )
    encode = wire.WorkspaceSymbols(session.encoding, session.who.resolves)
    writer = results.ResultWriter(session, params.partial_result_token, "symbols", encode, bare=True)
    async with work_done(session, params.work_done_token, "Looking for symbols") as writer.progress:
        answer = await workspace_symbols(session.backend, session.caller(STREAM), query, writer.sink)
        return await writer.finish(answer.hits)


async def workspace_symbol_resolve(session: Session, params: SymbolToResolve) -> WireSymbol:
    """The symbol with its range, found again in the text as it is now."""
    kind, line = _remembered(params.data)
    place = SymbolPlace(uris.to_path(params.location.uri, "$.location.uri"), params.name, kind, line)
    hit = await found_again(session.backend, session.caller(), place)
    location = WireLocation(params.location.uri, wire.name_range(hit, session.encoding))
    return WireSymbol(params.name, params.kind, location, params.container_name or "", params.data)


def _remembered(data: object) -> tuple[str, int]:
    match data:
        case [str(kind), int(line)]:
            return kind, line
    return "", 1
