"""The symbols of one file as a tree, for an editor's outline.  Names inside of functions are left out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.page import Page
from ripwire.services.navigation.pages import page_of
from ripwire.services.symbols.kinds import Symbol


@attrs.define
class Node:
    symbol: Symbol
    before: str
    """The line in front of the name."""
    end_text: str
    """The last line of the definition, for its length in whatever units."""
    children: list[Node] = attrs.field(factory=list)


async def outline(
    backend: Backend, caller: Caller, path: Path, languages_off: frozenset[str] = frozenset()
) -> Sequence[Node]:
    """In the order of the text; empty for a file that is gone or in no language that we know."""
    page = await page_of(backend, caller, path)
    if page is None or page.language.name in languages_off:
        return ()
    return await asyncio.to_thread(tree, page)


def tree(page: Page) -> list[Node]:
    symbols = sorted(_shown(page.symbols), key=lambda s: (s.line, s.column))
    top: list[Node] = []
    stack: list[Node] = []
    for symbol in symbols:
        node = Node(symbol, page.lines[symbol.line - 1][: symbol.column], _line(page, symbol.end_line))
        while stack and not _inside(symbol, stack[-1].symbol):
            stack.pop()
        (stack[-1].children if stack else top).append(node)
        stack.append(node)
    return top


def _shown(symbols: Iterable[Symbol]) -> list[Symbol]:
    return [symbol for symbol in symbols if symbol.name and not symbol.local]


def _inside(symbol: Symbol, outer: Symbol) -> bool:
    """Within its lines, and named as its part: a Go method stands behind its type, not in it."""
    within = outer.line <= symbol.line and symbol.end_line <= outer.end_line
    return within and symbol.container.endswith(outer.name) and symbol.container != outer.container


def _line(page: Page, number: int) -> str:
    return page.lines[min(number, len(page.lines)) - 1]
