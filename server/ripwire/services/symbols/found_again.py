"""A symbol that an earlier answer named, at its place in the text as it is now."""

from __future__ import annotations

import asyncio
from pathlib import Path

import attrs

from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.symbols import reading, rows
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.store import Row


@attrs.frozen
class SymbolPlace:
    path: Path
    name: str
    kind: str
    line: int
    """Where it was."""


async def found_again(backend: Backend, caller: Caller, place: SymbolPlace) -> SymbolHit:
    """The nearest symbol of that name and kind; when it is gone, the beginning of its old line."""
    text = backend.unsaved.unsaved(caller).get(place.path)
    return await asyncio.to_thread(_look, place, text)


def _look(place: SymbolPlace, text: str | None) -> SymbolHit:
    if text is None:
        read = reading.read(place.path)
        text = read[1] if read else ""
    text = text.replace("\r\n", "\n")
    language = rows.language_of(place.path.name.encode("utf-8", "surrogateescape"))
    found = rows.rows_of(text, language, rows.EVERYTHING) if language else []
    same = [row for row in found if row.name == place.name]
    if not same:
        return _hit(place, Row("", place.kind, min(place.line, text.count("\n") + 1), 0), None)
    best = min(same, key=lambda row: (row.kind != place.kind, abs(row.line - place.line)))
    before = text.split("\n")[best.line - 1][: best.column] if best.wide else None
    return _hit(place, best, before)


def _hit(place: SymbolPlace, row: Row, before: str | None) -> SymbolHit:
    return SymbolHit(
        root=place.path.parent,
        path=place.path.name.encode("utf-8", "surrogateescape"),
        name=row.name,
        kind=row.kind,
        container=row.container,
        line=row.line,
        column=row.column,
        before=before,
    )
