"""Type parameters: where they are declared, and how far they hold."""

from __future__ import annotations

import re

from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.extents import closing_angle, end_of_body, end_of_type, in_block
from ripwire.services.navigation.heads import is_head
from ripwire.services.navigation.page import Page

_NAME_STANDS = re.compile(r"[<,]\s*(?:(?:const|in|out|typename|class|reified)\s+)*$")
_FOLLOWS = re.compile(r"\s*(?:extends\b|=(?!=|>)|,|>|:)")
_DECLARES = re.compile(
    r"\b(class|interface|type|struct|enum|trait|fn|func|fun|function|impl)\b\s*[\w$.]*\s*$"
)
_SIGNATURE = re.compile(r"\s*(?::(?!:)|=>)")
_INFER = re.compile(r"\binfer\s+$")
_KEYED = re.compile(r"[{;\n+-]\s*(?:readonly\s*)?\[\s*$")
_KEYED_BY = re.compile(r"\s+in\b|\s*:")
"""`{ [K in keyof T]: … }` and `{ [key: string]: … }`."""
_TYPESCRIPTS = frozenset({"typescript", "tsx"})
_FURTHEST = 2000
"""Characters back to the angle that opens a list."""


def generic(page: Page, at: int, before: str, after: str) -> Binding | None:
    """Up to the end of what the list of parameters heads."""
    if _INFER.search(before):
        return Binding(at, at, end_of_type(page, at))
    if _KEYED.search(before) and _KEYED_BY.match(after) and page.language.name in _TYPESCRIPTS:
        return in_block(page, at)
    start = _opening(page, at) if _NAME_STANDS.search(before) and _FOLLOWS.match(after) else -1
    return _listed(page, at, start) if start >= 0 else None


def _listed(page: Page, at: int, start: int) -> Binding | None:
    declares = _DECLARES.search(page.code, max(0, start - 80), start)
    close = closing_angle(page.code, at)
    if declares and declares[1] == "type":
        return Binding(at, start, end_of_type(page, close + 1))
    opener = page.code.find("(", close)
    called = opener >= 0 and not page.code[close + 1 : opener].strip() and opener in page.pairs
    if declares or (called and is_head(page, opener)):
        return Binding(at, start, end_of_body(page, page.pairs[opener] if called else close))
    if called and _is_signature(page, start, close, opener):
        return Binding(at, start, end_of_type(page, page.pairs[opener] + 1))
    return None


def _is_signature(page: Page, start: int, close: int, opener: int) -> bool:
    """A method without a body; a call with type arguments has no constraints and no type behind it."""
    constrained = re.search(r"\bextends\b", page.code[start:close]) is not None
    return constrained or _SIGNATURE.match(page.code, page.pairs[opener] + 1) is not None


def _opening(page: Page, at: int) -> int:
    """The `<` of the list that the place is in, or -1."""
    code, here, depth = page.code, at - 1, 0
    while here >= max(0, at - _FURTHEST):
        char = code[here]
        if char in ")]}" and here in page.closers:
            here = page.closers[here]
        elif char in ";{}([":
            return -1
        elif char == ">" and code[here - 1] != "=":
            depth += 1
        elif char == "<":
            if depth == 0:
                return here
            depth -= 1
        here -= 1
    return -1
