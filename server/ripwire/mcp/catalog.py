"""The tools of this door, in a fixed order: names, words for the model, arguments.

Argument names are those that models know from grep tools.  Key words come first in a description,
because some harnesses cut it.  Knows neither services nor the SDK.
"""

from __future__ import annotations

from typing import Any

import attrs

from ripwire.mcp.arguments import Argument, Arguments

MODES = ("files_with_matches", "content", "count")
SORTS = ("path", "modified")


@attrs.frozen(kw_only=True)
class Offer:
    """One tool as it is listed."""

    name: str
    title: str
    description: str
    arguments: Arguments
    read_only: bool = True
    open_world: bool = False
    """It reaches beyond this machine's files."""


def _of(known: dict[str, Argument], required: str = "") -> Arguments:
    return Arguments(known=known, required=tuple(required.split()))


PATH = Argument("text", "File or folder to search, absolute or relative to the root. Default: the root(s).")
GLOB = Argument("texts", 'Only files that match, e.g. "*.py", "src/**/*.{ts,tsx}".', aliases=("include",))
EXCLUDE = Argument("texts", "Files to leave out, as globs.")
HIDDEN = Argument("flag", "Hidden files too.", default=False)
NO_IGNORE = Argument("flag", "Files that .gitignore hides, too.", default=False, aliases=("include_ignored",))
OFFSET = Argument("number", "Skip the first N entries: continue where a truncated answer says.", default=0)
TIMEOUT = Argument("number", "Give up after so many milliseconds.", aliases=("timeout",), at_least=1)


def _limit(default: int, aliases: tuple[str, ...] = ("limit",)) -> Argument:
    return Argument("number", "First N entries, at most 2000.", default=default, aliases=aliases)


_LINES = {
    "-A": Argument("number", "Lines after each match (content).", aliases=("after",)),
    "-B": Argument("number", "Lines before each match (content).", aliases=("before",)),
    "-C": Argument("number", "Lines around each match (content).", aliases=("context",)),
    "-i": Argument("flag", "Ignore case.", default=False, aliases=("ignore_case", "case_insensitive")),
    "-n": Argument("flag", "Line numbers (content).", default=True),
    "-o": Argument("flag", "Only the matched part (content).", default=False),
}
GREP = Offer(
    name="grep",
    title="Search file contents",
    description=(
        "Search file contents with a regular expression (ripgrep syntax). Respects .gitignore, sees what "
        "editors have not saved, and says whether the answer is complete: only that proves absence. "
        "output_mode: files_with_matches (default), content (path:line:text), count."
    ),
    arguments=_of(
        {
            "pattern": Argument("text", "Regular expression.", literal=True, aliases=("query", "regex")),
            "path": PATH,
            "glob": GLOB,
            "type": Argument("texts", "File types such as py, rust, tsx."),
            "output_mode": Argument("text", "What is listed.", default="files_with_matches", choices=MODES),
            **_LINES,
            "multiline": Argument("flag", "Matches may span lines; . matches newlines.", default=False),
            "fixed_strings": Argument("flag", "The pattern is plain text.", default=False, aliases=("-F",)),
            "word": Argument("flag", "Whole words only.", default=False, aliases=("-w",)),
            "head_limit": _limit(250, ("limit", "max_results")),
            "offset": OFFSET,
            "exclude": EXCLUDE,
            "hidden": HIDDEN,
            "no_ignore": NO_IGNORE,
            "definitions_first": Argument("flag", "Definitions before uses (content).", default=False),
            "max_columns": Argument("number", "Longer lines are clipped.", default=500, at_least=20),
            "timeout_ms": TIMEOUT,
        },
        required="pattern",
    ),
)
NAMES = {"path": PATH, "hidden": HIDDEN, "no_ignore": NO_IGNORE, "timeout_ms": TIMEOUT}
FIND = Offer(
    name="glob",
    title="Find files by name",
    description=(
        "Find files by name pattern, newest first: *.py, src/**/test_*, **/*.{json,yaml}. "
        "Respects .gitignore unless no_ignore is set."
    ),
    arguments=_of(
        {
            "pattern": Argument("text", "Glob pattern.", literal=True, aliases=("glob",)),
            "head_limit": _limit(100),
            "offset": OFFSET,
            "sort": Argument("text", "Order.", default="modified", choices=SORTS),
            **NAMES,
        },
        required="pattern",
    ),
)
FILES = Offer(
    name="files",
    title="List files",
    description="List the files that a search would read, by path; with glob or type only those.",
    arguments=_of(
        {
            "glob": GLOB,
            "exclude": EXCLUDE,
            "type": Argument("texts", "File types such as py, rust, tsx."),
            "head_limit": _limit(1000),
            **NAMES,
        },
    ),
)
SYMBOLS = Offer(
    name="symbols",
    title="Find symbols",
    description=(
        "Find functions, classes, methods, types and constants of the workspace by name; letters in their "
        "order are enough (fuzzy). Faster and more exact than grep for a definition."
    ),
    arguments=_of(
        {
            "query": Argument(
                "text", "Name or part of one.", literal=True, aliases=("name", "symbol", "pattern")
            ),
            "head_limit": _limit(50),
        },
        required="query",
    ),
)
_PLACE = {
    "path": Argument("text", "File, absolute or relative to the root.", aliases=("file", "file_path")),
    "line": Argument("number", "Line, from 1.", at_least=1),
    "character": Argument("number", "Character in the line, from 1.", aliases=("column",), at_least=1),
    "symbol": Argument("text", "The name, where its place is not known.", literal=True, aliases=("name",)),
}
DEFINITION = Offer(
    name="definition",
    title="Go to definition",
    description="Where a name is defined: give path, line and character of a use, or only the symbol.",
    arguments=_of(_PLACE),
)
REFERENCES = Offer(
    name="references",
    title="Find references",
    description="Where a name is used: give path, line and character of it, or only the symbol.",
    arguments=_of({**_PLACE, "head_limit": _limit(250)}),
)
TOOL_SEARCH = Offer(
    name="tool_search",
    title="Search deferred tools",
    description=(
        "Find tools of the user's other MCP servers by what they should do, and get their definitions. "
        "Forms: words (send slack message), select:NAME,NAME, +required words, mcp__server. "
        "Then run one with tool_call."
    ),
    arguments=_of(
        {
            "query": Argument("text", "What the tool should do, or select:NAME.", literal=True),
            "max_results": Argument(
                "number", "At most 20.", default=5, aliases=("limit", "head_limit"), at_least=1
            ),
        },
        required="query",
    ),
)
TOOL_CALL = Offer(
    name="tool_call",
    title="Call a found tool",
    description="Run a tool that tool_search found, by its name and with arguments after its schema.",
    arguments=_of(
        {
            "name": Argument("text", "The tool's name.", aliases=("tool", "tool_name")),
            "arguments": Argument("object", "The tool's arguments.", default={}, aliases=("args", "input")),
            "timeout_ms": TIMEOUT,
        },
        required="name",
    ),
    read_only=False,
    open_world=True,
)
WEB_FETCH = Offer(
    name="web_fetch",
    title="Fetch a web page",
    description=(
        "Fetch a page by http(s) and return it as Markdown. Private addresses are refused; a redirect to "
        "another host is returned, not followed. With a prompt a long page keeps the parts about it."
    ),
    arguments=_of(
        {
            "url": Argument("text", "http or https URL."),
            "prompt": Argument("text", "What is wanted of the page."),
            "max_length": Argument("number", "Characters of text.", default=15_000, at_least=1),
        },
        required="url",
    ),
    open_world=True,
)
WEB_SEARCH = Offer(
    name="web_search",
    title="Search the web",
    description="Search the web with the provider that the user configured: titles, URLs, snippets.",
    arguments=_of(
        {
            "query": Argument("text", "Words.", literal=True),
            "allowed_domains": Argument("texts", "Only results of these domains."),
            "blocked_domains": Argument("texts", "No results of these domains."),
            "max_results": Argument(
                "number", "At most 20.", default=8, aliases=("limit", "count"), at_least=1
            ),
        },
        required="query",
    ),
    open_world=True,
)


def schema_of(offer: Offer) -> dict[str, Any]:
    return offer.arguments.schema()
