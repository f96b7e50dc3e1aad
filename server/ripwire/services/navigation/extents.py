"""How far a thing reaches: blocks, bodies, expressions, angle brackets.  Pure."""

from __future__ import annotations

import re

from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.page import Page
from ripwire.services.symbols.kinds import SymbolKind

FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
_HEADERS = frozenset({"for", "foreach", "if", "while", "switch", "using"})


def in_block(page: Page, at: int) -> Binding:
    """Over the braces around; a name in the parentheses of a `for` or `if` over what follows them."""
    for opener in page.around(at):
        if page.code[opener] == "{":
            return Binding(at, opener, page.pairs[opener])
        if page.code[opener] == "(" and word_before(page, opener) in _HEADERS:
            return Binding(at, opener, end_of_body(page, page.pairs[opener]))
    return in_function(page, at) or Binding(at, 0, len(page.code) + 1)


def in_function(page: Page, at: int) -> Binding | None:
    """By lines, where functions have no braces."""
    if "{" in page.code:
        return None
    line, _ = page.map.place(at)
    around = [symbol for symbol in page.enclosing(line, FUNCTIONS) if symbol.line != line]
    if not around:
        return None
    return Binding(at, page.offset(around[0].line, 0), page.offset(around[0].end_line, 1 << 30))


def word_before(page: Page, at: int) -> str:
    found = re.search(r"([\w$]+)\s*(?:await\s*)?$", page.code[max(0, at - 60) : at])
    return found[1] if found else ""


def end_of_body(page: Page, after: int) -> int:
    """Of the block that follows, or of the one statement."""
    arrow = re.compile(r"[^;{}]*?=>\s*(?!\{)").match(page.code, after + 1)
    opener = page.code.find("{", after)
    semicolon = page.code.find(";", after)
    if (
        arrow is not None
        and (opener < 0 or arrow.end() < opener + 1)
        and page.code[arrow.end() - 1 : arrow.end()] != "{"
    ):
        return end_of_expression(page, arrow.end())
    if opener >= 0 and (semicolon < 0 or opener < semicolon) and opener in page.pairs:
        return page.pairs[opener]
    inside = in_function(page, after)
    if inside is not None:
        return inside.end
    return semicolon if semicolon >= 0 else len(page.code)


def end_of_expression(page: Page, start: int) -> int:
    """To the bracket, comma or semicolon that ends it; a block is jumped over."""
    here, code = start, page.code
    while here < len(code):
        char = code[here]
        if char in "([{" and here in page.pairs:
            here = page.pairs[here]
            if char == "{" and not code[start:here].lstrip().startswith("("):
                return here
        elif char in ")]},;":
            return here
        here += 1
    return here


_TYPE_GOES_ON = re.compile(r"[=|&:?,<(.]\s*$|\b(?:extends|infer|keyof|is)\s*$")
_TYPE_CONTINUES = re.compile(r"\s*(?:[|&?:.=<>),\]]|extends\b)")


def end_of_type(page: Page, start: int) -> int:
    """Of a type that is written out: to `;`, the brace around it, or a line end that nothing bridges."""
    here, code = start, page.code
    while here < len(code):
        char = code[here]
        if char in "([{" and here in page.pairs:
            here = page.pairs[here]
        elif char in "};" or (char == "\n" and not _bridged(code, start, here)):
            return here
        here += 1
    return here


def _bridged(code: str, start: int, here: int) -> bool:
    before = _TYPE_GOES_ON.search(code, max(start, here - 40), here)
    return before is not None or _TYPE_CONTINUES.match(code, here) is not None


def closing_angle(code: str, at: int) -> int:
    """The `>` that closes the angle bracket around `at`; arrows do not count."""
    depth = 0
    for here in range(at, min(at + 2000, len(code))):
        if code[here] == "<":
            depth += 1
        elif code[here] == ">" and code[here - 1] != "=":
            if depth == 0:
                return here
            depth -= 1
    return at
