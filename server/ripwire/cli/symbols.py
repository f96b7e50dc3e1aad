"""Find functions, types and other definitions by name: `ripwire symbols gepana`, `… Outer.inner`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Raw

from ripwire.cli import options, places
from ripwire.cli.ask import Answering, ask, roots_of
from ripwire.cli.places import Location
from ripwire.cli.progress import Progress

WORKSPACE_SYMBOL = "workspace/symbol"


class Symbol(msgspec.Struct):
    name: str
    location: Location


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", help="letters of a name; `a.b` and `a::b` look inside of a")
    options.add_paths(parser)
    options.add_output(parser)


def run(args: argparse.Namespace) -> int:
    """0 when symbols were found, 1 when none were, 2 when the search failed."""
    result = asked(args, args.query)
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
        return 0 if bytes(result) != b"[]" else 1
    return places.told(args, [one.location for one in decoded(result)])


def asked(args: argparse.Namespace, query: str) -> Raw:
    progress = Progress()
    roots = roots_of([options.absolute(path) for path in args.path or ["."]])
    result = ask(args, WORKSPACE_SYMBOL, {"query": query}, _work, roots=roots, progress=progress)
    progress.clear()
    return result


def named(args: argparse.Namespace, name: str) -> list[Location]:
    """Definitions that are called just so, the best first."""
    bare = name.replace("::", ".").rpartition(".")[2]
    return [one.location for one in decoded(asked(args, name)) if one.name == bare]


def decoded(result: Raw) -> Sequence[Symbol]:
    return msgspec.json.decode(result, type=list[Symbol])


def roots(args: argparse.Namespace, file: Path) -> list[Path]:
    """The folders that were named, else this one where the file is in it, else the file's."""
    given = [options.absolute(path) for path in args.path]
    here = Path.cwd()
    return roots_of(given) or [here if file.is_relative_to(here) else file.parent]


def _work() -> Answering:
    from ripwire.cli import symbol_answers

    return symbol_answers.of_workspace
