"""What was typed, taken apart: the name that is looked for, and what it is looked for in.

`a::b`, `a.b`, `a/b`, `a#b` and `a:b` ask for `b` inside something like `a`.  Only the last part
has to match a symbol's name: editors filter our answer again by the bare name and would drop
anything else.  Knows no table and no file.
"""

from __future__ import annotations

import re

import attrs

_SEPARATOR = re.compile(r"::|[./#:\\]")
LONGEST = 200
"""Characters of a query that are read; a pasted file is no symbol's name."""


@attrs.frozen
class SymbolQuery:
    """`name` as typed (its capitals break ties), `qualifier` in lower case, parts joined by a space."""

    name: str
    qualifier: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.name


def parse(text: str) -> SymbolQuery:
    """`Outer::inn` → `inn` in `outer`.  Half-typed queries (`outer.`) ask for their last word."""
    parts = [part.strip() for part in _SEPARATOR.split(text[:LONGEST].strip())]
    parts = [part for part in parts if part]
    if not parts:
        return SymbolQuery("")
    *qualifier, name = parts
    return SymbolQuery("".join(name.split()), tuple(part.lower() for part in qualifier))


def subsequence(needle: str, haystack: str) -> bool:
    """All characters of `needle` stand in `haystack` in their order."""
    rest = iter(haystack)
    return all(char in rest for char in needle)


def fit(qualifier: tuple[str, ...], container: str, path: str) -> int | None:
    """How well a symbol's surroundings fit, 0 best; None: they do not.

    0: a part names the innermost container or the file; 1: all parts stand in container or path;
    2: only their letters do, in order.
    """
    if not qualifier:
        return 0
    container, path = container.lower(), path.lower()
    last = qualifier[-1]
    if last in (_SEPARATOR.split(container)[-1], _stem(path)):
        nearest = 0
    elif last in container or last in path:
        nearest = 1
    else:
        nearest = 2
    around = f"{path} {container}"
    for part in qualifier:
        if part not in around:
            nearest = 2
            if not (subsequence(part, container) or subsequence(part, path)):
                return None
    return nearest


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
