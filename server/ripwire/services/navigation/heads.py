"""The heads of functions in languages with braces: which parentheses they are, where names stand in them."""

from __future__ import annotations

import re

from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.extents import end_of_body, end_of_type, word_before
from ripwire.services.navigation.page import Page

TYPE_FIRST = frozenset({"c", "c-header", "cpp", "objc", "java", "csharp", "dart", "php"})
"""`int x`: the type stands before the name."""
_NO_CALL = frozenset(
    {"if", "while", "switch", "for", "foreach", "with", "return", "await", "typeof", "synchronized"}
)
_MODIFIERS = re.compile(
    r"^\s*(?:@[\w.]+(?:\([^()]*\))?\s*|(?:public|private|protected|readonly|override|mut|ref|val|var|inout|self"
    r"|vararg|const|final|required|this\.|_)\s*|\.\.\.|[&*]|[a-z]\w*\s+(?=$))*[{\[(\s,]*$"
)
_BEHIND_A_TYPE = re.compile(r"[\w>\])*&?]\s*[\s*&.]+$|^\s*$")
_NESTED = re.compile(r"[(,{\[:]\s*$")
_KEYWORD_HEAD = re.compile(r"\b(?:fn|func|fun|function|def|sub)\b[^(){};]*(?:\([^()]*\))?[^(){};]*$")
_FOLLOWS = (
    re.compile(r"\s*(?:->\s*\w|\{)"),
    re.compile(r"\s*:\s*[^=;{}()]*(?:\([^()]*\))?[^=;{}()]*(?:=>|\{)"),
    re.compile(
        r"\s*(?:const|noexcept|override|final|throws\s+[\w.,\s]+|where\b[^{]*|[\w<>\[\]*&.?, ]{1,60})\s*\{"
    ),
)
"""What stands behind a head: a body, an arrow, a type and then one of these."""


def parameter(page: Page, at: int, name: str, after: str) -> Binding | None:
    """In the parentheses of a function's head, at the place where names stand."""
    for opener in page.around(at):
        if page.code[opener] == "(":
            named = is_head(page, opener) and _at_name(page, _segment(page, opener, at), after, name)
            if not named and _is_typed(page, opener, at, after):
                return Binding(at, opener, end_of_type(page, page.pairs[opener] + 1), parameter=True)
            end = end_of_body(page, page.pairs[opener]) if named else 0
            return Binding(at, opener, end, parameter=True) if named else None
        # A pattern in the head, `({ a, b: c }) =>`: what stands in front of a colon is no name.
        nested = _NESTED.search(page.code[max(0, opener - 40) : opener])
        if nested is None or re.match(r"\s*:(?!:)", after):
            return None
    return None


def _is_typed(page: Page, opener: int, at: int, after: str) -> bool:
    """`(name: type`, in TypeScript: a parameter of what has no body, since no call is written so."""
    typed = page.language.name in {"typescript", "tsx"} and re.match(r"\s*\??\s*:(?!:)", after) is not None
    return typed and re.fullmatch(r"\s*(?:\.\.\.)?\s*", _segment(page, opener, at)) is not None


def is_head(page: Page, opener: int) -> bool:
    """Whether these parentheses hold a function's parameters, or what a `catch` caught."""
    follows = page.code[page.pairs[opener] + 1 : page.pairs[opener] + 300]
    word = word_before(page, opener)
    if word == "catch" or re.match(r"\s*=>", follows):
        return True
    if word in _NO_CALL:
        return re.match(r"\s*:[^=;{}()]*=>", follows) is not None
    keyword = _KEYWORD_HEAD.search(page.code[max(0, opener - 120) : opener])
    return keyword is not None or any(pattern.match(follows) for pattern in _FOLLOWS)


def _at_name(page: Page, segment: str, after: str, name: str) -> bool:
    """Where a parameter has its name: in front of its type, or behind it."""
    language = page.language.name
    if language == "go":
        return not segment.strip() and re.match(r"\s*(?:,|[\w*\[.(])", after) is not None
    if re.match(r"\s*(?:[,):=?\[]|$|\n)", after) is None:
        return False
    if name.startswith("$"):
        return True
    if language in TYPE_FIRST:
        return "=" not in segment and _BEHIND_A_TYPE.search(segment) is not None
    return re.search(r"[:=?]", segment.replace("::", "")) is None and _MODIFIERS.match(segment) is not None


def _segment(page: Page, opener: int, at: int) -> str:
    """From the last comma of this bracket to the name."""
    start = here = opener + 1
    while here < at:
        char = page.code[here]
        if char in "([{" and here in page.pairs and page.pairs[here] < at:
            here = page.pairs[here]
        elif char == ",":
            start = here + 1
        here += 1
    return page.code[start:at]
