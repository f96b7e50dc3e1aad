"""A query as ripgrep's arguments.  Pure, so that a table can test it.

Always `--no-config`, the pattern by `-e`, paths behind `--` and never a bare `-`: a pattern like
`--pre=/x.sh` in positional place would run code.  No flag comes from outside as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripwire.errors import Failure, Kind
from ripwire.rg import encodings
from ripwire.rg.query import Binary, Case, ListQuery, RegexEngine, TextQuery
from ripwire.rg.selection import Selection

PATTERN_CAP = 128 * 1024 - 1
"""Bytes of one argument on Linux."""
FEW_FILES = 8
"""Below this rg's own threads cost more than they bring: 2.6 ms against 1.1 ms."""

_NEWLINE = re.compile(r"(?<!\\)(?:\\\\)*\\[nr]")
_UNICODE_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u([0-9A-Fa-f]{4})")
_REGEX_SPECIAL = re.compile(r"([\\.+*?()|\[\]{}^$#&\-~])")
_CASE = {Case.SENSITIVE: "--case-sensitive", Case.INSENSITIVE: "--ignore-case", Case.SMART: "--smart-case"}
_COMMON = ("--no-config", "--no-ignore-messages", "--no-require-git")


def text_search(query: TextQuery, selection: Selection, threads: int) -> list[str | bytes]:
    """`rg --json …`, to be run with the root as its working directory."""
    pattern, fixed, multiline = _pattern(query)
    few = query.file is not None or 0 < len(query.files) <= FEW_FILES
    return [
        "rg",
        *_COMMON,
        "--json",
        f"--threads={1 if few else threads}",
        "--crlf",
        _CASE[query.case],
        *_switches(query, fixed=fixed, multiline=multiline),
        *selection.args,
        "-e",
        pattern,
        "--",
        *_paths(query, selection),
    ]


def listing(query: ListQuery, selection: Selection, threads: int) -> list[str | bytes]:
    """`rg --files -0 …`: paths ended by NUL bytes, because a name may hold a newline."""
    return [
        "rg",
        *_COMMON,
        "--files",
        "--null",
        f"--threads={threads}",
        *selection.args,
        *(() if query.max_depth is None else (f"--max-depth={query.max_depth}",)),
        "--",
        *([b"./" + folder for folder in query.folders] or selection.paths),
    ]


def with_one_thread(argv: list[str | bytes]) -> list[str | bytes]:
    """The same call for a machine that has no threads to give; the original is not changed."""
    return [
        "--threads=1" if isinstance(part, str) and part.startswith("--threads=") else part for part in argv
    ]


def escaped(literal: str) -> str:
    """A regex, in rg's syntax, that matches exactly this text."""
    return _REGEX_SPECIAL.sub(r"\\\1", literal)


def _pattern(query: TextQuery) -> tuple[str, bool, bool]:
    """(pattern, fixed strings, multiline) as rg must be told."""
    pattern, fixed, multiline = query.pattern, query.fixed_strings, query.multiline
    if "\0" in pattern:
        raise Failure(Kind.INVALID_PARAMS, "a NUL byte in pattern", "write \\x00 to search for one")
    if len(pattern.encode("utf-8", "surrogatepass")) > PATTERN_CAP:
        raise Failure(Kind.INVALID_PATTERN, f"the pattern is longer than {PATTERN_CAP} bytes")
    if fixed and ("\n" in pattern or "\r" in pattern):
        pattern, fixed = escaped(pattern), False
    if not fixed:
        pattern = _UNICODE_ESCAPE.sub(r"\1\\x{\2}", pattern)
    if "\n" in pattern or "\r" in pattern or (not fixed and _NEWLINE.search(pattern)):
        multiline = True
    return (_any_line_end(pattern) if multiline and not fixed else pattern), fixed, multiline


def _any_line_end(pattern: str) -> str:
    r"""`\n` outside of brackets also meets `\r\n`; a `\r` written before it is left alone."""
    out: list[str] = []
    brackets, at = 0, 0
    while at < len(pattern):
        pair = pattern[at : at + 2]
        letter = pair[0]
        step = 2 if letter == "\\" and len(pair) == 2 else 1  # noqa: PLR2004 - an escape and its letter
        piece = pattern[at : at + step]
        brackets = max(0, brackets + (piece == "[") - (piece == "]")) if step == 1 else brackets
        is_newline = piece in {"\n", "\\n"}
        after_return = bool(out) and out[-1] in {"\r", "\\r", "\\r?", "?"}
        out.append(r"\r?\n" if is_newline and not brackets and not after_return else piece)
        at += step
    return "".join(out)


def _switches(query: TextQuery, *, fixed: bool, multiline: bool) -> Iterator[str]:
    if fixed:
        yield "--fixed-strings"
    if query.word:
        yield "--word-regexp"
    if multiline:
        yield from ("--multiline", "--multiline-dotall")
    if query.engine is not RegexEngine.DEFAULT:
        yield f"--engine={query.engine.value}"
    if query.encoding is not None:
        yield f"--encoding={encodings.known_name(query.encoding)}"
    if query.binary is Binary.SEARCH or query.file is not None:
        yield "--binary"
    if query.before:
        yield f"--before-context={query.before}"
    if query.after:
        yield f"--after-context={query.after}"
    if query.max_count is not None:
        yield f"--max-count={query.max_count}"


def _paths(query: TextQuery, selection: Selection) -> list[str | bytes]:
    if query.file is not None:
        return [f"./{query.file}"]
    if query.files:
        return [b"./" + name for name in query.files]
    return list(selection.paths)
