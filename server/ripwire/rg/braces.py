"""`{a,{b,c}}` written out, and lists cut at their commas.

rg refuses nested braces before 15, and the post-filter knows none at all, so every glob is written out
here.  Brackets are checked at the same time: the post-filter would take `[a` for a name that nobody has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripwire.errors import Failure, Kind

EXPANSIONS = 1000
"""Most alternatives that the braces of one glob may name."""
DEEPEST = 20
"""Braces within braces; nobody writes three."""

_PIECE = re.compile(r"\[[!^]?+\]?+[^\]]*\]|[\[{},]|[^\[{},]+", re.DOTALL)
_NO_CLASS = "["
"""A class is one piece; a bracket alone was never closed."""


def listed(globs: str) -> Iterator[str]:
    """`*.ts,*.js` is two globs; a comma inside braces or brackets is not a separator."""
    depth, one = 0, ""
    for piece in _PIECE.findall(globs):
        depth += (piece == "{") - (piece == "}")
        if piece == "," and depth <= 0:
            yield one
            one = ""
        else:
            one += piece
    yield one


def expanded(glob: str) -> list[str]:
    """All that the braces name, in their order.  `Failure` for what is not closed, or names too much."""
    pieces = _PIECE.findall(glob)
    if _NO_CLASS in pieces:
        raise _refused(glob, "a [ is not closed", "write [[] for the letter")
    if pieces.count("{") != pieces.count("}"):
        raise _unbalanced(glob)
    found, _ = _alternatives(glob, pieces, 0, 0)
    return found


def _alternatives(glob: str, pieces: list[str], at: int, depth: int) -> tuple[list[str], int]:
    """What the pieces from `at` to the brace that closes them can be, and where that ends."""
    if depth > DEEPEST:
        raise _refused(glob, f"its braces stand more than {DEEPEST} deep")
    whole: list[str] = []
    begun = [""]
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if piece == "{":
            inner, at = _alternatives(glob, pieces, at, depth + 1)
            if len(begun) * len(inner) + len(whole) > EXPANSIONS:
                raise _refused(glob, f"its braces name more than {EXPANSIONS} alternatives")
            begun = [left + right for left in begun for right in inner]
        elif piece == "}":
            if depth == 0:
                raise _unbalanced(glob)
            return whole + begun, at
        elif piece == "," and depth > 0:
            whole, begun = whole + begun, [""]
        else:
            begun = [left + piece for left in begun]
    return whole + begun, at


def _unbalanced(glob: str) -> Failure:
    return _refused(glob, "its braces are not balanced", "write [{] for the letter")


def _refused(glob: str, why: str, hint: str | None = None) -> Failure:
    shown = glob if len(glob) <= 200 else glob[:200] + "…"  # noqa: PLR2004 - enough to know it by
    return Failure(Kind.INVALID_GLOB, f"the glob {shown!r} cannot be read: {why}", hint)
