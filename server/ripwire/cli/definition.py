"""Where the name at a place is defined: `ripwire definition src/a.py:12:7`, or `ripwire definition NAME`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from ripwire.cli import places, symbols
from ripwire.cli.ask import ask
from ripwire.cli.local import Desk
from ripwire.protocol.documents import characters
from ripwire.protocol.to_wire import uris
from ripwire.protocol.to_wire.navigation import definitions
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.symbols import reading

DEFINITION = "textDocument/definition"
add_arguments = places.add_arguments


def run(args: argparse.Namespace) -> int:
    """0 when there is a definition, 1 when there is none, 2 when the search failed."""
    place = places.place_of(args.what)
    if place is None:
        found = symbols.named(args, args.what)
        if args.json:
            sys.stdout.write(f"{msgspec.json.encode(found).decode()}\n")
            return 0 if found else 1
        return places.told(args, found)
    place = places.with_column(place)
    params = {"textDocument": {"uri": uris.of_path(place.file)}, "position": places.position(place)}
    result = ask(args, DEFINITION, params, local(place), roots=symbols.roots(args, place.file))
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
        return 0 if bytes(result) != b"[]" else 1
    return places.told(args, places.decoded(result))


def local(place: places.Place) -> Any:
    async def answer(desk: Desk, _: Mapping[str, Any]) -> Raw:
        found = await definition(desk.backend, desk.caller, query(place))
        return Raw(msgspec.json.encode(definitions(found, "utf-8", links=False)))

    return answer


def query(place: places.Place) -> PlaceQuery:
    """In the services' words: line from 1, column in characters."""
    read = reading.read(place.file)
    lines = read[1].split("\n") if read else []
    line = lines[place.line] if place.line < len(lines) else ""
    column = characters(line, place.column or 0, "utf-8")
    return PlaceQuery(path=place.file, line=place.line + 1, column=column)
