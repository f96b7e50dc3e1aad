"""The options that searching subcommands share, with ripgrep's names, and what they mean on the wire."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ripwire.cli.spelling import count, seconds, size


def add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", nargs="*", metavar="PATH", help="files or folders; default: this folder")


def add_filter(parser: argparse.ArgumentParser) -> None:
    """Which files are looked at."""
    group = parser.add_argument_group("which files")
    group.add_argument(
        "-g", "--glob", action="append", default=[], help="only these; with ! in front: not these"
    )
    group.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="never these")
    group.add_argument(
        "-t", "--type", action="append", default=[], help="only this type, such as py, rust, tsx"
    )
    group.add_argument("-T", "--type-not", action="append", default=[], metavar="TYPE", help="not this type")
    add_ignoring(group)
    group.add_argument("-L", "--follow", action="store_true", help="follow symbolic links")
    group.add_argument("--max-filesize", type=size, metavar="SIZE", help="skip larger files: 500K, 10M, 1G")


def add_ignoring(group: argparse._ActionsContainer) -> None:
    group.add_argument("-.", "--hidden", action="store_true", help="hidden files too")
    group.add_argument("--no-ignore", action="store_true", help="ignored files too")


def add_paging(parser: argparse.ArgumentParser, *, limit: int) -> None:
    """How much is shown, in which order, and for how long we look."""
    group = parser.add_argument_group("how much")
    shown = "all" if limit == 0 else str(limit)
    group.add_argument(
        "--limit",
        "--head-limit",
        type=count,
        default=limit,
        metavar="N",
        help=f"the first N entries; 0 for all (default: {shown})",
    )
    group.add_argument("--offset", type=count, default=0, metavar="N", help="leave out the first N entries")
    group.add_argument("--sort", choices=["path", "modified", "none"], help="order of the output")
    group.add_argument(
        "--timeout", type=seconds, default=0, metavar="SECONDS", help="give up after this long: 5, 1.5, 500ms"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--json", action="store_true", help="the answer as it is on the wire")
    group.add_argument(
        "--color",
        "--colour",
        choices=["auto", "always", "never"],
        default="auto",
        help="default: on a terminal",
    )
    group.add_argument(
        "--standalone", action="store_true", help="search in this process, even when a daemon runs"
    )


def filter_params(args: argparse.Namespace) -> dict[str, Any]:
    """The wire's words for what `add_filter` added; what was not given is left out."""
    return given(
        glob=[glob for glob in args.glob if not glob.startswith("!")],
        exclude=[*args.exclude, *(glob[1:] for glob in args.glob if glob.startswith("!"))],
        type=args.type,
        typeNot=args.type_not,
        hidden=args.hidden,
        noIgnore=args.no_ignore,
        followSymlinks=args.follow,
        maxFileSize=args.max_filesize,
    )


def paging_params(args: argparse.Namespace) -> dict[str, Any]:
    sort = None if args.sort == "none" else args.sort
    return {"headLimit": args.limit, **given(offset=args.offset, sort=sort, timeoutMs=args.timeout)}


def given(**params: Any) -> dict[str, Any]:
    """The params that say something."""
    return {name: value for name, value in params.items() if value not in (None, False, 0, [], "")}


def absolute(path: str) -> Path:
    """`path` from here, without following its links: names are shown as they were typed."""
    return Path.cwd() / Path(path).expanduser()
