"""List the files that a search would read, in the order in which they are met."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from ripwire.cli import listing, options
from ripwire.cli.local import Desk, typed
from ripwire.cli.spelling import count, seconds
from ripwire.protocol.from_wire import files as from_wire
from ripwire.protocol.messages.glob import FILES, FilesParams, FilesResult
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.files import files as service


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_paths(parser)
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
    params = {
        "headLimit": args.limit,
        **options.filter_params(args),
        **options.given(timeoutMs=args.timeout),
    }
    return listing.run(args, FILES, params, _locally, stream=True)


async def _locally(desk: Desk, params: Mapping[str, Any]) -> FilesResult:
    query = from_wire.files_query(typed(FilesParams, params), desk.caller.roots)
    encode = entries.Files(entries.Names(desk.caller.roots))
    answer = await service(desk.backend, desk.caller, query, desk.sink("files", encode))
    return answers.files(answer, desk.rest("files", encode, answer.entries))
