"""The other places of a file that mean what is under the cursor."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import attrs

from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation import occurrences
from ripwire.services.navigation.definition import PlaceQuery
from ripwire.services.navigation.page import Page
from ripwire.services.navigation.pages import page_of

MOST = 2000


@attrs.frozen
class Mark:
    """A name at `column` of `line` (from 1); `before` is the line in front of it."""

    line: int
    column: int
    before: str
    name: str
    written: bool


async def highlights(backend: Backend, caller: Caller, query: PlaceQuery) -> Sequence[Mark]:
    """In the order of the text; empty where no name is."""
    page = await page_of(backend, caller, query.path)
    if page is None or page.language.name in query.languages_off:
        return ()
    return await asyncio.to_thread(_marks, page, query.line, query.column)


def _marks(page: Page, line: int, column: int) -> list[Mark]:
    use = page.use_at(line, column)
    if use is None or not use.in_code:
        return []
    return [mark(page, one, use.name) for one in occurrences.same_as(page, use)][:MOST]


def mark(page: Page, one: occurrences.Occurrence, name: str) -> Mark:
    line, column = page.map.place(one.at)
    return Mark(line, column, page.lines[line - 1][:column], name, one.written)
