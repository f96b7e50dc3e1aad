"""A query as ripgrep's arguments.  Pure, so that a table can test it.

Always `--no-config`, the pattern by `-e`, paths behind `--` and never a bare `-`: a pattern like
`--pre=/x.sh` in positional place would run code.  No flag comes from outside as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ripwire.rg import encodings, patterns, sendable
from ripwire.rg.patterns import Pattern
from ripwire.rg.query import Binary, Case, ListQuery, RegexEngine, TextQuery
from ripwire.rg.selection import Selection

FEW_FILES = 8
"""Below this rg's own threads cost more than they bring: 2.6 ms against 1.1 ms."""

_CASE = {Case.SENSITIVE: "--case-sensitive", Case.INSENSITIVE: "--ignore-case", Case.SMART: "--smart-case"}
_COMMON = ("--no-config", "--no-ignore-messages", "--no-require-git")


def text_search(query: TextQuery, selection: Selection, threads: int) -> list[str | bytes]:
    """`rg --json …`, to be run with the root as its working directory."""
    pattern = patterns.prepared(query.pattern, fixed=query.fixed_strings, multiline=query.multiline)
    few = query.file is not None or 0 < len(query.files) <= FEW_FILES
    return [
        "rg",
        *_COMMON,
        "--json",
        f"--threads={1 if few else threads}",
        "--crlf",
        _CASE[query.case],
        *_switches(query, pattern),
        *selection.args,
        "-e",
        pattern.text,
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
    flags = argv.index("-e") if "-e" in argv else argv.index("--")
    return [*map(_one_thread, argv[:flags]), *argv[flags:]]


def _one_thread(flag: str | bytes) -> str | bytes:
    return "--threads=1" if isinstance(flag, str) and flag.startswith("--threads=") else flag


def _switches(query: TextQuery, pattern: Pattern) -> Iterator[str]:
    if pattern.fixed:
        yield "--fixed-strings"
    if query.word:
        yield "--word-regexp"
    if pattern.multiline:
        yield from ("--multiline", "--multiline-dotall")
    if query.engine is not RegexEngine.DEFAULT:
        yield f"--engine={query.engine.value}"
    if query.encoding is not None:
        sendable.check(query.encoding, "encoding")
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
        sendable.check(query.file, "path")
        return [f"./{query.file}"]
    for name in query.files:
        sendable.check(name, "path")
    if query.files:
        return [b"./" + name for name in query.files]
    return list(selection.paths)
