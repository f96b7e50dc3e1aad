"""`ripwire files --fuzzy LETTERS`: file names as one types them in an editor, best first."""

from __future__ import annotations

import argparse
import sys

import msgspec

from ripwire.cli import options, outcome, render
from ripwire.cli.ask import Answering, ask, roots_of
from ripwire.cli.names import Names
from ripwire.protocol.messages.grep import WireFile
from ripwire.protocol.messages.quick_open import QuickOpenResult
from ripwire.protocol.methods import QUICK_OPEN

LIMIT = 100
"""Names that are ranked when no --limit is given: nobody reads the hundredth."""


def run(args: argparse.Namespace) -> int:
    """0 when names fit, 1 when none do, 2 when the list could not be made."""
    params = {"query": args.fuzzy, "limit": args.limit or LIMIT, **options.given(timeoutMs=args.timeout)}
    paths = [options.absolute(path) for path in args.path or ["."]]
    result = ask(args, QUICK_OPEN, params, _work, roots=roots_of(paths))
    found = msgspec.json.decode(result, type=QuickOpenResult)
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
    else:
        printer = render.Printer(
            names=Names(args.path), colours=render.colours(args.color, sys.stdout.buffer)
        )
        printer.files([WireFile(file.uri, file.path) for file in found.files])
    if found.outcome.incomplete:
        return outcome.FAILED
    return outcome.FOUND if found.files else outcome.NONE


def _work() -> Answering:
    from ripwire.cli import file_answers

    return file_answers.quick_open
