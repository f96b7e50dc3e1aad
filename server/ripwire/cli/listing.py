"""What `glob` and `files` share: ask, print names, tell the outcome."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from ripwire.cli import options, outcome, render
from ripwire.cli.ask import Answering, ask, roots_of
from ripwire.cli.names import Names
from ripwire.cli.progress import Progress
from ripwire.errors import Failure, Kind
from ripwire.protocol.messages.common import WireCoverage, WireOutcome
from ripwire.protocol.messages.grep import WireFile


class Batch(msgspec.Struct):
    """Some files of a streamed list."""

    files: list[WireFile] = []


class Told(msgspec.Struct, rename="camel"):
    """The end of the list: what it says of itself."""

    outcome: WireOutcome
    coverage: WireCoverage
    total: int
    files: list[WireFile] = []


def run(
    args: argparse.Namespace,
    method: str,
    params: Mapping[str, Any],
    work: Callable[[], Answering],
    *,
    stream: bool,
) -> int:
    """The exit code.  `stream`: names are printed while the list still grows."""
    paths = [options.absolute(path) for path in args.path or ["."]]
    if len(paths) > 1:
        _check(paths)
    progress, printer = Progress(), _printer(args)

    def take(value: Raw) -> None:
        progress.clear()
        printer.files(msgspec.json.decode(value, type=Batch).files)

    result = ask(
        args,
        method,
        # One place is named; several are the roots, which is what a request without a path means.
        {**params, **({"path": str(paths[0])} if len(paths) == 1 else {})},
        work,
        roots=roots_of(paths),
        parts=take if stream and not args.json else None,
        progress=progress,
    )
    progress.clear()
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
    found = msgspec.json.decode(result, type=Told)
    if not args.json:
        printer.files(found.files)
    return outcome.told(found.outcome, found.coverage, found.total, limit=args.limit)


def _check(paths: Sequence[Path]) -> None:
    """A missing root is silently empty to a server: editors do open folders that are gone."""
    for path in paths:
        if not path.is_dir():
            message = f"no such folder: {path}" if not path.exists() else f"not a folder: {path}"
            raise Failure(Kind.PATH_NOT_FOUND, message)


def _printer(args: argparse.Namespace) -> render.Printer:
    colours = render.colours(args.color, sys.stdout.buffer)
    return render.Printer(names=Names(args.path), colours=colours)
