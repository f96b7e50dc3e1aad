"""Where the name at a place is defined: `ripwire definition src/a.py:12:7`, or `ripwire definition NAME`."""

from __future__ import annotations

import argparse
import sys

import msgspec

from ripwire.cli import places, symbols
from ripwire.cli.ask import Answering, ask

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
    params = places.params(places.with_column(place))
    result = ask(args, DEFINITION, params, _work, roots=symbols.roots(args, place.file))
    return places.answered(args, result)


def _work() -> Answering:
    from ripwire.cli import symbol_answers

    return symbol_answers.of_definition
