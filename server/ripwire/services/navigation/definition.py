"""Where the thing under the cursor is defined: the scopes around it, then every definition of its name."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation import default_exports, imports, lookup, ranking, scopes
from ripwire.services.navigation.lookup import Candidate
from ripwire.services.navigation.members import bases, member_of, own_member, owner_of, parameter_of, place
from ripwire.services.navigation.members import callee as callee_of
from ripwire.services.navigation.page import Page, Use
from ripwire.services.navigation.pages import page_of
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K

MOST = 10
_AS = re.compile(r"default\s+as\s+([\w$]+)")
_BASES_MOST = 12
"""Types that are looked through for an inherited member."""


@attrs.frozen(kw_only=True)
class PlaceQuery:
    """A place in a file: `line` from 1, `column` in characters."""

    path: Path
    line: int
    column: int
    languages_off: frozenset[str] = frozenset()


@attrs.frozen(kw_only=True)
class Definitions:
    """`use` is what was asked about; None when there is no name at the place."""

    page: Page | None
    use: Use | None
    hits: Sequence[SymbolHit]
    local: bool = False
    """By the scopes of the file: nothing else can be meant."""


NOTHING = Definitions(page=None, use=None, hits=())


async def definition(backend: Backend, caller: Caller, query: PlaceQuery) -> Definitions:
    """One place where the lead is clear, else the best few, best first."""
    page = await page_of(backend, caller, query.path)
    if page is None or page.language.name in query.languages_off:
        return NOTHING
    use = await asyncio.to_thread(page.use_at, query.line, query.column)
    if use is None or not use.in_code:
        return attrs.evolve(NOTHING, page=page)
    near = await asyncio.to_thread(_in_file, page, use, caller)
    if near and (near[0].line, near[0].column) != (use.line, use.column):
        return Definitions(page=page, use=use, hits=near, local=True)
    told = (
        await _default(backend, caller, page, use)
        or await _inherited(backend, caller, page, use)
        or await _keyword_argument(backend, caller, page, use)
    )
    if told:
        return Definitions(page=page, use=use, hits=told)
    order = await _everywhere(backend, caller, page, use)
    if near and not any(_is_here(one, page, use) for one in order):
        return Definitions(page=page, use=use, hits=near, local=True)
    on_itself = bool(order) and _is_here(order[0], page, use)
    picked = [one.candidate for one in order[:MOST]] if on_itself else ranking.chosen(order, MOST)
    hits = [await hit_of(backend, caller, one) for one in picked]
    return Definitions(page=page, use=use, hits=hits or await asyncio.to_thread(_imported, page, use))


async def _everywhere(backend: Backend, caller: Caller, page: Page, use: Use) -> list[ranking.Ranked]:
    """Every definition of the name, the one that is meant first."""
    name = imports.original_name(page, use.name)
    found = await lookup.candidates(backend, caller, name, page.path)
    root = next((root for root in caller.roots if page.path.is_relative_to(root)), None)
    order = await asyncio.to_thread(ranking.ranked, page, use, found, root)
    return _with_twin(order, page, use)


def _is_here(one: ranking.Ranked, page: Page, use: Use) -> bool:
    return one.candidate.file == page.path and one.candidate.row.line == use.line


def _in_file(page: Page, use: Use, caller: Caller) -> list[SymbolHit]:
    """What the file itself says: nothing, or one place."""
    module = imports.module_file(page, use, caller.roots)
    if module is not None:
        return [_beginning(module)]
    if use.member:
        return own_member(page, use)
    binding = scopes.resolved(page, use.name, use.at)
    if binding is None or imports.is_import(page, binding.at):
        module = imports.imported_module(page, use.name, caller.roots)
        if module is not None:
            return [_beginning(module)]
    renamed = imports.original_name(page, use.name) != use.name
    return [] if binding is None or renamed else [place(page, use.name, binding.at)]


def _imported(page: Page, use: Use) -> list[SymbolHit]:
    """Of a name from outside of the tree: the import that brings it."""
    at = None if use.member else imports.import_of(page, use.name)
    return [] if at is None or at == use.at else [place(page, use.name, at)]


def _beginning(file: Path) -> SymbolHit:
    return SymbolHit(file.parent, os.fsencode(file.name), file.stem, K.MODULE.value, "", 1, 0)


async def _default(backend: Backend, caller: Caller, page: Page, use: Use) -> list[SymbolHit]:
    """A name for what another file exports as its default."""
    name = _AS.match(page.code, use.at) if use.name == "default" else None
    file = await asyncio.to_thread(default_exports.source_of, page, name[1] if name else use.name)
    target = await page_of(backend, caller, file) if file and not use.member else None
    at = await asyncio.to_thread(default_exports.place_of, target) if target else None
    return [place(target, use.name, at)] if target and at is not None else []


async def _inherited(backend: Backend, caller: Caller, page: Page, use: Use) -> list[SymbolHit]:
    """`self.x` of a type that does not define it: of the nearest type it extends that does."""
    owner = owner_of(page, use) if use.member else None
    pending = [(page, owner)] if owner else []
    for _ in range(_BASES_MOST):
        if not pending:
            break
        page, owner = pending.pop(0)
        for base in await asyncio.to_thread(bases, page, owner):
            for target, found in await _type_at(backend, caller, page, base):
                if hits := await asyncio.to_thread(member_of, target, found, use.name):
                    return hits
                pending.append((target, found))
    return []


async def _type_at(backend: Backend, caller: Caller, page: Page, use: Use) -> list[tuple[Page, Symbol]]:
    """What a name in a head means, with the page it is on."""
    query = PlaceQuery(path=page.path, line=use.line, column=use.column)
    for hit in (await definition(backend, caller, query)).hits[:1]:
        target = await page_of(backend, caller, hit.root / os.fsdecode(hit.path))
        if target is not None:
            return [(target, s) for s in target.symbols if s.line == hit.line and s.name == hit.name]
    return []


async def _keyword_argument(backend: Backend, caller: Caller, page: Page, use: Use) -> list[SymbolHit]:
    """`f(width=3)`: the parameter of `f`."""
    if page.language.name != "python" or use.member:
        return []
    callee = await asyncio.to_thread(callee_of, page, use)
    if callee is None:
        return []
    query = PlaceQuery(path=page.path, line=callee.line, column=callee.column)
    for hit in (await definition(backend, caller, query)).hits[:1]:
        target = await page_of(backend, caller, hit.root / os.fsdecode(hit.path))
        if target is not None and (found := await asyncio.to_thread(parameter_of, target, hit, use.name)):
            return [found]
    return []


def _with_twin(order: list[ranking.Ranked], page: Page, use: Use) -> list[ranking.Ranked]:
    """On a definition itself: that one, and its declaration or definition elsewhere."""
    own = [one for one in order if _is_here(one, page, use)]
    if not own:
        return order
    row = own[0].candidate.row
    twins = [
        one
        for one in order
        if one is not own[0]
        and one.candidate.row.declaration != row.declaration
        and one.candidate.row.container == row.container
    ]
    return [own[0], *twins] if twins else [own[0]]


async def hit_of(backend: Backend, caller: Caller, one: Candidate) -> SymbolHit:
    """A row as a hit; the line is looked up where its columns are not plain."""
    row, before = one.row, None
    if row.wide:
        page = await page_of(backend, caller, one.file)
        if page is not None and row.line <= len(page.lines):
            before = page.lines[row.line - 1][: row.column]
    return SymbolHit(one.root, one.path, row.name, row.kind, row.container, row.line, row.column, before)
