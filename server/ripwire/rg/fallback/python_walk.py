"""Starts the walk in a process of its own, where a pattern that never ends can be killed.

The walk speaks rg's `--json` and listing formats, so everything that reads rg reads it too.
"""

from __future__ import annotations

import os
import re
import sys

import msgspec

from ripwire.rg.fallback.programs import ignores_case
from ripwire.rg.query import Binary, Filter, ListQuery, TextQuery

MODULE = "ripwire.rg.fallback.walker"
_NEWLINE = re.compile(r"[\n\r]|\\[nr]")


class Order(msgspec.Struct, frozen=True):
    """What the walker is told, as JSON in its arguments."""

    filter: Filter
    pattern: str | None = None
    """None: a listing."""
    files: tuple[str, ...] = ()
    fixed: bool = False
    ignore_case: bool = False
    word: bool = False
    multiline: bool = False
    encoding: str | None = None
    binary: bool = False
    before: int = 0
    after: int = 0
    max_count: int | None = None


def is_needed(query: TextQuery) -> bool:
    """What the other two cannot do: matches over several lines, other encodings."""
    return query.multiline or query.encoding is not None or bool(_NEWLINE.search(query.pattern))


def arguments(query: TextQuery | ListQuery) -> list[str | bytes]:
    """With the interpreter as the program: it finds its libraries by its own name."""
    order = _text(query) if isinstance(query, TextQuery) else Order(filter=query.filter)
    return [sys.executable, "-I", "-m", MODULE, msgspec.json.encode(order)]


def _text(query: TextQuery) -> Order:
    named = tuple(os.fsdecode(name) for name in query.files) or (() if query.file is None else (query.file,))
    return Order(
        filter=query.filter,
        pattern=query.pattern,
        files=named,
        fixed=query.fixed_strings,
        ignore_case=ignores_case(query),
        word=query.word,
        multiline=query.multiline or bool(_NEWLINE.search(query.pattern)),
        encoding=query.encoding,
        binary=query.binary is Binary.SEARCH or query.file is not None,
        before=query.before,
        after=query.after,
        max_count=query.max_count,
    )
