"""Search the contents of files: ripgrep's patterns, options and output, and an honest exit code."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec
from msgspec import Raw

from ripwire.cli import options, outcome, render
from ripwire.cli.ask import Answering, ask, roots_of
from ripwire.cli.names import Names
from ripwire.cli.progress import Progress
from ripwire.cli.spelling import count
from ripwire.protocol.messages.grep import GrepResult, WireCount, WireFile, WireMatch
from ripwire.protocol.methods import GREP
from ripwire.services.modes import OutputMode


class BareBatch(msgspec.Struct):
    """Some matches, for a pipe."""

    matches: list[render.BareLine] = []


class Batch(msgspec.Struct):
    """Some entries of a streamed result."""

    matches: list[WireMatch] = []
    files: list[WireFile] = []
    counts: list[WireCount] = []


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pattern", nargs="?", metavar="PATTERN", help="a regular expression, as ripgrep reads it"
    )
    options.add_paths(parser)
    parser.add_argument("-e", "--regexp", metavar="PATTERN", help="the pattern, when it begins with a dash")
    _add_matching(parser.add_argument_group("what matches"))
    options.add_filter(parser)
    _add_shape(parser.add_argument_group("shape of the output"))
    options.add_paging(parser, limit=0)
    options.add_output(parser)


def run(args: argparse.Namespace) -> int:
    """0 when something was found, 1 when nothing is there, 2 when the search failed or is incomplete."""
    params = _params(args)
    progress = Progress()
    parts = None if args.json else _printing(args, progress)
    paths = [options.absolute(path) for path in args.path or ["."]]
    result = ask(args, GREP, params, _work, roots=roots_of(paths), parts=parts, progress=progress)
    progress.clear()
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
    found = msgspec.json.decode(result, type=GrepResult)
    return outcome.told(found.outcome, found.coverage, found.total, limit=args.limit)


def _add_matching(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-i", "--ignore-case", action="store_true")
    group.add_argument(
        "-S", "--smart-case", action="store_true", help="ignore case unless the pattern has capitals"
    )
    group.add_argument("-s", "--case-sensitive", action="store_true", help="the default")
    group.add_argument("-w", "--word-regexp", action="store_true", help="whole words only")
    group.add_argument("-F", "--fixed-strings", action="store_true", help="the pattern is a text")
    group.add_argument("-U", "--multiline", action="store_true", help="matches may reach over lines")
    group.add_argument("-P", "--pcre2", action="store_true", help="with look-around and back-references")
    group.add_argument("-E", "--encoding", help="of files without a byte order mark")
    group.add_argument("--binary", action="store_true", help="search binary files too")
    group.add_argument(
        "--no-unsaved", action="store_true", help="what is on disk, not what editors have open"
    )


def _add_shape(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-A", "--after-context", type=count, default=0, metavar="N", help="lines after each match"
    )
    group.add_argument("-B", "--before-context", type=count, default=0, metavar="N", help="lines before it")
    group.add_argument("-C", "--context", type=count, default=0, metavar="N", help="lines around it")
    group.add_argument("-l", "--files-with-matches", action="store_true", help="names of files only")
    group.add_argument("-c", "--count", action="store_true", help="matching lines of each file")
    group.add_argument("-o", "--only-matching", action="store_true", help="only the parts that match")
    group.add_argument(
        "-q", "--quiet", action="store_true", help="only the exit code; stops at the first match"
    )
    group.add_argument("-n", "--line-number", action="store_true", default=None, help="default on a terminal")
    group.add_argument("-N", "--no-line-number", dest="line_number", action="store_false")
    group.add_argument("-H", "--with-filename", action="store_true", default=None)
    group.add_argument("-I", "--no-filename", dest="with_filename", action="store_false")
    group.add_argument(
        "--column", action="store_true", help="the column of the first match, in bytes, from 1"
    )
    group.add_argument(
        "--heading", action="store_true", default=None, help="names above; default on a terminal"
    )
    group.add_argument("--no-heading", dest="heading", action="store_false")
    group.add_argument("-M", "--max-columns", type=count, default=0, metavar="N", help="cut longer lines")


def _params(args: argparse.Namespace) -> dict[str, Any]:
    """The request.  Every path is absolute: the daemon lives elsewhere."""
    return {
        "pattern": _pattern(args),
        "paths": [str(options.absolute(path)) for path in args.path or ["."]],
        "outputMode": str(_mode(args)),
        "maxLineLength": args.max_columns,
        "unsaved": not args.no_unsaved,
        **options.filter_params(args),
        **options.paging_params(args),
        **options.given(
            caseMode="insensitive" if args.ignore_case else "smart" if args.smart_case else None,
            word=args.word_regexp,
            fixedStrings=args.fixed_strings,
            multiline=args.multiline,
            engine="pcre2" if args.pcre2 else None,
            encoding=args.encoding,
            binary="search" if args.binary else None,
            after=args.after_context,
            before=args.before_context,
            context=args.context,
        ),
        **({"headLimit": 1} if args.quiet else {}),
    }


def _pattern(args: argparse.Namespace) -> str:
    """Of `-e`; the word that argparse took for the pattern is then the first path."""
    if args.regexp is None:
        if args.pattern is None:
            raise SystemExit(_usage())
        return str(args.pattern)
    if args.pattern is not None:
        args.path.insert(0, args.pattern)
        args.pattern = None
    return str(args.regexp)


def _usage() -> int:
    sys.stderr.write("ripwire: what is to be searched for? `ripwire grep PATTERN [PATH]`\n")
    return 2


def _mode(args: argparse.Namespace) -> OutputMode:
    if args.files_with_matches or args.quiet:
        return OutputMode.FILES
    return OutputMode.COUNT if args.count else OutputMode.CONTENT


def _printing(args: argparse.Namespace, progress: Progress) -> Any:
    """What takes batches and prints them as they come."""
    if args.quiet:
        return lambda _: None
    printer = _printer(args)

    bare = msgspec.json.Decoder(BareBatch).decode

    def lines(value: Raw) -> None:
        progress.clear()
        printer.lines(bare(value).matches)

    def take(value: Raw) -> None:
        batch = msgspec.json.decode(value, type=Batch)
        progress.clear()
        printer.matches(batch.matches)
        printer.files(batch.files)
        printer.counts(batch.counts)

    return lines if printer.bare and _mode(args) is OutputMode.CONTENT else take


def _printer(args: argparse.Namespace) -> render.Printer:
    """As ripgrep does: on a terminal headings and numbers, in a pipe a name before each line."""
    terminal = sys.stdout.isatty()
    one_file = len(args.path) == 1 and options.absolute(args.path[0]).is_file()
    return render.Printer(
        names=Names(args.path),
        colours=render.colours(args.color, sys.stdout.buffer),
        heading=terminal if args.heading is None else args.heading,
        filenames=not one_file if args.with_filename is None else args.with_filename,
        numbers=(terminal or args.column) if args.line_number is None else args.line_number,
        column=args.column,
        only_matching=args.only_matching,
        context=bool(args.after_context or args.before_context or args.context),
    )


def _work() -> Answering:
    from ripwire.cli import grep_answers

    return grep_answers.grep
