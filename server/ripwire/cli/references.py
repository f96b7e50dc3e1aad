"""Where the name at a place is used: `ripwire references src/a.py:12:7`, or `ripwire references NAME`.

References to members are matches of text: without types no more is known of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Raw

from ripwire.cli import places, symbols
from ripwire.cli.ask import ask
from ripwire.cli.definition import query
from ripwire.cli.local import Desk
from ripwire.cli.names import path_of
from ripwire.cli.progress import Progress
from ripwire.protocol.to_wire import uris
from ripwire.protocol.to_wire.navigation import Locations
from ripwire.services.navigation.references import ReferencesQuery, references

REFERENCES = "textDocument/references"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    places.add_arguments(parser)
    parser.add_argument("--no-declaration", action="store_true", help="uses only, not where it is defined")


def run(args: argparse.Namespace) -> int:
    """0 when there are references, 1 when there are none, 2 when the search failed."""
    place = places.place_of(args.what) or _defined(args)
    if place is None:
        if args.json:
            sys.stdout.write("[]\n")
        return 1
    place = places.with_column(place)
    params = {
        "textDocument": {"uri": uris.of_path(place.file)},
        "position": places.position(place),
        "context": {"includeDeclaration": not args.no_declaration},
    }
    progress = Progress()
    roots = symbols.roots(args, place.file)
    result = ask(args, REFERENCES, params, _local(args, place), roots=roots, progress=progress)
    progress.clear()
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
        return 0 if bytes(result) != b"[]" else 1
    return places.told(args, places.decoded(result))


def _defined(args: argparse.Namespace) -> places.Place | None:
    """Where the best definition of a mere name is."""
    for one in symbols.named(args, args.what)[:1]:
        start = one.range.start
        return places.Place(Path(_text(path_of(one.uri))), start.line, start.character)
    return None


def _text(path: bytes) -> str:
    return path.decode(sys.getfilesystemencoding(), "surrogateescape")


def _local(args: argparse.Namespace, place: places.Place) -> Any:
    async def answer(desk: Desk, _: Mapping[str, Any]) -> Raw:
        asked = ReferencesQuery(place=query(place), include_declaration=not args.no_declaration)
        found = await references(desk.backend, desk.caller, asked)
        return Raw(Locations("utf-8")(found.entries))

    return answer
