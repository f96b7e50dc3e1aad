"""Where the name at a place is used: `ripwire references src/a.py:12:7`, or `ripwire references NAME`.

References to members are matches of text: without types no more is known of them.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from ripwire.cli import places, symbols
from ripwire.cli.ask import Answering, ask
from ripwire.cli.names import path_of
from ripwire.cli.progress import Progress

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
    context = {"includeDeclaration": not args.no_declaration}
    params = {**places.params(places.with_column(place)), "context": context}
    progress = Progress()
    roots = symbols.roots(args, place.file)
    result = ask(args, REFERENCES, params, _work, roots=roots, progress=progress)
    progress.clear()
    return places.answered(args, result)


def _defined(args: argparse.Namespace) -> places.Place | None:
    """Where the best definition of a mere name is."""
    for one in symbols.named(args, args.what)[:1]:
        start = one.range.start
        return places.Place(Path(os.fsdecode(path_of(one.uri))), start.line, start.character)
    return None


def _work() -> Answering:
    from ripwire.cli import symbol_answers

    return symbol_answers.of_references
