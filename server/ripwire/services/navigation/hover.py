"""What is under the cursor: the line that defines it, and the comment that goes with it."""

from __future__ import annotations

import asyncio
import os
import re
import textwrap

import attrs

from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.page import Page, Use
from ripwire.services.navigation.pages import page_of
from ripwire.services.symbols.hits import SymbolHit

HEAD_LINES = 12
COMMENT_LINES = 40
_MARKS = re.compile(
    r"^\s*(?:///?!?|#!?|--\|?|;+|%+|/\*\*?!?|\*(?!/)|\"\"\"|'''|r\"\"\")?\s?|\s*(?:\*/|\"\"\"|''')\s*$"
)
_DECORATION = re.compile(r"^\s*(?:@|#\[|\[\w)")


@attrs.frozen
class Hover:
    use: Use
    before: str
    """The line in front of the use."""
    language: str
    head: str
    comment: str
    place: str
    """`path:line`, relative to its root."""
    others: int = 0
    """Further definitions of that name that may be meant."""


async def hover(backend: Backend, caller: Caller, query: PlaceQuery) -> Hover | None:
    """Of the best definition; None where there is none."""
    found = await definition(backend, caller, query)
    if found.page is None or found.use is None or not found.hits:
        return None
    hit = found.hits[0]
    target = await page_of(backend, caller, hit.root / os.fsdecode(hit.path))
    if target is None or hit.line > len(target.lines):
        return None
    head, comment = await asyncio.to_thread(told, target, hit)
    before = found.page.lines[found.use.line - 1][: found.use.column]
    place = f"{_shown(caller, hit)}:{hit.line}"
    return Hover(found.use, before, target.language.name, head, comment, place, len(found.hits) - 1)


def told(page: Page, hit: SymbolHit) -> tuple[str, str]:
    """(the definition's head, its comment without the comment's own signs)"""
    if hit.kind == "module" and hit.column == 0 and not hit.container:
        return f"{hit.name}", _clean(_docstring(page, 0))
    last = _end_of_head(page, hit)
    head = textwrap.dedent("\n".join(page.lines[hit.line - 1 : last]))
    above = _above(page, hit.line)
    return head.rstrip(), _clean(above) or _clean(_docstring(page, last))


def _end_of_head(page: Page, hit: SymbolHit) -> int:
    """The line on which the brackets that the head opens are closed."""
    begin, last = page.offset(hit.line, 0), hit.line
    end = page.offset(hit.line, 1 << 30)
    for opener, closer in page.pairs.items():
        if begin <= opener <= end and page.code[opener] in "([":
            last = max(last, page.map.place(closer)[0])
    return min(last, hit.line + HEAD_LINES)


def _above(page: Page, line: int) -> list[str]:
    """The comment right above, over decorators and attributes."""
    code, number = page.code.split("\n"), line - 1
    while number > 0 and _DECORATION.match(page.lines[number - 1]):
        number -= 1
    last = number
    while number > 0 and last - number < COMMENT_LINES:
        text = page.lines[number - 1]
        if not text.strip() or code[number - 1].strip():
            break
        number -= 1
    return page.lines[number:last]


def _docstring(page: Page, last: int) -> list[str]:
    """Python's: the string that the body begins with."""
    if page.language.name != "python" or last >= len(page.lines):
        return []
    opening = re.match(r"\s*[rRuU]?(\"\"\"|''')", page.lines[last])
    if opening is None:
        return []
    found = []
    for text in page.lines[last : last + COMMENT_LINES]:
        found.append(text)
        closed = text.rstrip().endswith(opening[1]) and len(text.strip()) > len(opening[1])
        if closed or (len(found) > 1 and opening[1] in text):
            break
    return found


def _clean(lines: list[str]) -> str:
    bare = [_MARKS.sub("", line) for line in lines]
    return textwrap.dedent("\n".join(bare)).strip()


def _shown(caller: Caller, hit: SymbolHit) -> str:
    path = hit.root / os.fsdecode(hit.path)
    root = next((root for root in caller.roots if path.is_relative_to(root)), None)
    return str(path.relative_to(root) if root else path)
