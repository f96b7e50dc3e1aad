"""The argument lists of `git grep`, `git ls-files` and `grep -r`.  Pure, so that a table can test them.

None of ripgrep's flags is used here.  Patterns always come by `-e`, paths behind `--`; git's own
configuration cannot make it run anything, nor print in another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripwire.rg.fallback.lines import COLOUR
from ripwire.rg.query import Binary, Case, TextQuery

_PLAIN = ("filename", "lineNumber", "separator", "context", "selected", "function", "column")
_GIT = (
    "git",
    "--no-pager",
    # What a repository's configuration could make git start.
    *("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false", "-c", "submodule.recurse=false", "-c", "grep.fullName=false"),
)
_GIT_COLOURS = (
    *("-c", "color.grep.match=bold #010203"),
    *(part for name in _PLAIN for part in ("-c", f"color.grep.{name}=normal")),
)
GREP_COLOURS = f"GREP_COLORS=mt={COLOUR}:fn=:ln=:bn=:se=:sl=:cx=:ne"


def git_grep(query: TextQuery, threads: int) -> list[str | bytes]:
    """In the work tree: tracked files and those that are not, but not the ignored ones."""
    which = ("--no-index", "--no-exclude-standard") if query.filter.no_ignore else ("--untracked",)
    return [
        *_GIT,
        *_GIT_COLOURS,
        *("grep", "--color=always", "--heading", "--break", "--line-number", "--no-textconv"),
        *which,
        f"--threads={threads}",
        *_switches(query),
        *("-e", query.pattern, "--", "."),
    ]


def git_files(*, no_ignore: bool) -> list[str | bytes]:
    """Paths ended by NUL bytes; the ones that were deleted are among them."""
    standard = () if no_ignore else ("--exclude-standard",)
    return [*_GIT, "ls-files", "-z", "--cached", "--others", "--deduplicate", *standard, "--", "."]


def grep(query: TextQuery) -> list[str | bytes]:
    """GNU grep through `env`, which gives it the colours: `grep -r`, or the named files."""
    follow = "--dereference-recursive" if query.filter.follow_symlinks else "--recursive"
    hidden = () if query.filter.hidden or _named(query) else ("--exclude-dir=.?*", "--exclude=.?*")
    version_control = [f"--exclude-dir={name}" for name in (".git", ".svn", ".hg", ".bzr", ".jj", ".sl")]
    return [
        *("env", GREP_COLOURS, f"LC_ALL={_locale(query)}", "grep", "--color=always"),
        *(follow, "--with-filename", "--null", "--line-number"),
        *hidden,
        *version_control,
        *(() if query.max_count is None else (f"--max-count={query.max_count}",)),
        *_switches(query),
        *("-e", query.pattern, "--"),
        *(_named(query) or (".",)),
    ]


def grep_probe(pattern: str, *, fixed: bool = False) -> list[str | bytes]:
    """Exit 1 where this grep knows all our switches and can read the pattern."""
    dialect = "-F" if fixed else "-P"
    return [
        *("env", GREP_COLOURS, "grep", "--color=always", "--recursive", "--null", "--line-number", "-I"),
        *(dialect, "-e", pattern, "--", "/dev/null"),
    ]


def ignores_case(query: TextQuery) -> bool:
    """Smart case is decided here: a pattern without capital letters, escapes aside, ignores case."""
    plain = query.pattern if query.fixed_strings else re.sub(r"\\(?:[pP]\{\w+\}|.)", "", query.pattern)
    lower = plain == plain.lower()
    return query.case is Case.INSENSITIVE or (query.case is Case.SMART and lower)


def _locale(query: TextQuery) -> str:
    """To grep a line that is not UTF-8 makes a binary file, except where bytes are all there is.

    A plain ASCII text is the same text in bytes; a regex needs characters.
    """
    literal = query.fixed_strings or not re.search(r"[^\w\s\"'/:;,=<>@%!~`_-]", query.pattern)
    return "C" if literal and query.pattern.isascii() else "C.UTF-8"


def _switches(query: TextQuery) -> Iterator[str]:
    yield "-a" if query.binary is Binary.SEARCH or query.file is not None else "-I"
    yield "-F" if query.fixed_strings else "-P"
    if ignores_case(query):
        yield "-i"
    if query.word:
        yield "-w"
    if query.before:
        yield f"-B{query.before}"
    if query.after:
        yield f"-A{query.after}"


def _named(query: TextQuery) -> tuple[bytes, ...]:
    names = query.files or (() if query.file is None else (query.file.encode("utf-8", "surrogateescape"),))
    return tuple(b"./" + name for name in names)
