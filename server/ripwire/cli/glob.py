"""Find files by name, newest first."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from ripwire.cli import listing, options
from ripwire.cli.local import Desk, typed
from ripwire.protocol.from_wire import files as from_wire
from ripwire.protocol.messages.glob import GLOB, FilesResult, GlobParams
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.glob import glob as service


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
    return listing.run(args, GLOB, params, _locally, stream=False)


async def _locally(desk: Desk, params: Mapping[str, Any]) -> FilesResult:
    query = from_wire.glob_query(typed(GlobParams, params), desk.caller.roots)
    answer = await service(desk.backend, desk.caller, query)
    return answers.files(
        answer, desk.rest("files", entries.Files(entries.Names(desk.caller.roots)), answer.entries)
    )
