"""Rows become hits: the few whose line is not ASCII in front of the name are looked up in their file."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ripwire.services.answers import Source
from ripwire.services.symbols import reading
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.search import Found


async def hits(found: Sequence[Found], unsaved: Mapping[Path, str]) -> list[SymbolHit]:
    """In their order.  `unsaved`: the texts that rows of open buffers speak of."""
    if not any(one.wide for one in found):
        return [one.hit() for one in found]
    return await asyncio.to_thread(_with_lines, found, unsaved)


def _with_lines(found: Sequence[Found], unsaved: Mapping[Path, str]) -> list[SymbolHit]:
    lines: dict[tuple[Path, bytes], list[str]] = {}
    return [one.hit(_before(one, unsaved, lines) if one.wide else None) for one in found]


def _before(one: Found, unsaved: Mapping[Path, str], known: dict[tuple[Path, bytes], list[str]]) -> str:
    store, place = one.layer.store, (one.layer.root, one.path)
    if place not in known:
        known[place] = _lines(one, unsaved)
    lines, number = known[place], store.line[one.row]
    return lines[number - 1][: store.column[one.row]] if number <= len(lines) else ""


def _lines(one: Found, unsaved: Mapping[Path, str]) -> list[str]:
    path = one.layer.root / os.fsdecode(one.path)
    if one.layer.source is Source.BUFFER and path in unsaved:
        return unsaved[path].replace("\r\n", "\n").split("\n")
    read = reading.read(path)
    return read[1].split("\n") if read else []
