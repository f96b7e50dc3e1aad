"""Find files by name, newest first."""

from __future__ import annotations

import argparse

from ripwire.cli import listing, options
from ripwire.cli.ask import Answering
from ripwire.protocol.methods import GLOB


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pattern", metavar="PATTERN", help="such as '*.py', 'src/**/test_*', '{a,b}.toml'")
    options.add_paths(parser)
    options.add_ignoring(parser.add_argument_group("which files"))
    options.add_paging(parser, limit=0)
    options.add_output(parser)


def run(args: argparse.Namespace) -> int:
    """0 when files are there, 1 when none are, 2 when the search failed or is incomplete."""
    params = {
        "pattern": args.pattern,
        **options.given(hidden=args.hidden, noIgnore=args.no_ignore),
        **options.paging_params(args),
    }
    return listing.run(args, GLOB, params, _work, stream=False)


def _work() -> Answering:
    from ripwire.cli import file_answers

    return file_answers.glob
