"""List the files that a search would read, in the order in which they are met."""

from __future__ import annotations

import argparse

from ripwire.cli import listing, options
from ripwire.cli.ask import Answering
from ripwire.cli.spelling import count, seconds
from ripwire.protocol.methods import FILES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_paths(parser)
    parser.add_argument(
        "--fuzzy", metavar="LETTERS", help="names that hold these letters in order, best first"
    )
    options.add_filter(parser)
    group = parser.add_argument_group("how much")
    group.add_argument(
        "--limit", "--head-limit", type=count, default=0, metavar="N", help="0, the default: all"
    )
    group.add_argument(
        "--timeout", type=seconds, default=0, metavar="SECONDS", help="give up after this long"
    )
    options.add_output(parser)


def run(args: argparse.Namespace) -> int:
    """0 when files are there, 1 when none are, 2 when the listing failed or is incomplete."""
    if args.fuzzy is not None:
        from ripwire.cli import fuzzy

        return fuzzy.run(args)
    params = {
        "headLimit": args.limit,
        **options.filter_params(args),
        **options.given(timeoutMs=args.timeout),
    }
    return listing.run(args, FILES, params, _work, stream=True)


def _work() -> Answering:
    from ripwire.cli import file_answers

    return file_answers.files
