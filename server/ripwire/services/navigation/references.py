"""Where the thing under the cursor is used.

A local is looked for in its scope.  Anything else is looked for by ripgrep as a word, and each file's
hits are judged by what the file says: comments and strings are dropped, locals of the same name too,
and in languages that import by name a file counts when it defines or imports the name.  Of members we
know only that the text matches; the answer says so.
"""

from __future__ import annotations

import asyncio
import enum
import os
from collections.abc import Sequence
from pathlib import Path

import attrs

from ripwire.rg.attempt import Deadline
from ripwire.rg.outcome import Outcome, Reason
from ripwire.rg.query import Filter, TextQuery
from ripwire.rg.verdict import Stop
from ripwire.services import search
from ripwire.services.answers import FileEntry, Match, Packed, Sink
from ripwire.services.assembly import Files
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation import imports, lookup, members, occurrences, ranking, scopes
from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.definition import PlaceQuery
from ripwire.services.navigation.lookup import Candidate
from ripwire.services.navigation.page import Page, Use
from ripwire.services.navigation.pages import page_of
from ripwire.services.roots import Target
from ripwire.services.symbols import languages
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.text_pattern import exact_pattern

LIMIT = 1000
TEXT_MATCHES = "references to members are matches of text: without types no more is known of them"
_BY_NAME = frozenset({"python", "javascript", "typescript", "tsx", "java", "kotlin", "scala", "rust"})
"""Languages in which a file says by name what it takes from other files."""


class Scope(enum.StrEnum):
    LOCAL = "local"
    GLOBAL = "global"
    MEMBER = "member"


@attrs.frozen(kw_only=True)
class ReferencesQuery:
    place: PlaceQuery
    include_declaration: bool = True
    limit: int = LIMIT


@attrs.frozen(kw_only=True)
class References:
    """`entries` is empty when a sink took them."""

    entries: Sequence[Match]
    outcome: Outcome
    total: int
    scope: Scope | None = None
    """None: there was no name at the place."""


async def references(
    backend: Backend, caller: Caller, query: ReferencesQuery, sink: Sink | None = None
) -> References:
    """The current file's first, then file after file as ripgrep finds them."""
    page = await page_of(backend, caller, query.place.path)
    nothing = References(entries=(), outcome=Outcome(), total=0)
    if page is None or page.language.name in query.place.languages_off:
        return nothing
    use = await asyncio.to_thread(page.use_at, query.place.line, query.place.column)
    if use is None or not use.in_code:
        return nothing
    asked = _Asked(backend, caller, query, page, use, sink)
    scope = await asked.answer()
    return References(entries=tuple(asked.kept), outcome=asked.outcome, total=asked.total, scope=scope)


@attrs.define(eq=False)
class _Asked:
    backend: Backend
    caller: Caller
    query: ReferencesQuery
    page: Page
    use: Use
    sink: Sink | None
    outcome: Outcome = Outcome()
    kept: list[Match] = attrs.field(factory=list)
    total: int = 0
    scope: Scope = Scope.GLOBAL
    _defined: frozenset[tuple[Path, int]] = frozenset()
    """Files and lines that define the name."""
    _home: Path | None = None
    _modules: frozenset[str] = frozenset()
    """What the home of the name is called in other files."""

    async def answer(self) -> Scope:
        binding = await asyncio.to_thread(scopes.resolved, self.page, self.use.name, self.use.at)
        if (
            not self.use.member
            and binding
            and occurrences.is_local(self.page, binding)
            and not binding.of_class
        ):
            self.scope = Scope.LOCAL
            found = await asyncio.to_thread(occurrences.of_local, self.page, self.use.name, binding)
            self._defined = frozenset({(self.page.path, self.page.map.place(binding.at)[0])})
            await self.give(self.page, found)
            return self.scope
        candidates = await lookup.candidates(self.backend, self.caller, self.use.name, self.page.path)
        self.scope = self._class(candidates)
        self._defined = frozenset((one.file, one.row.line) for one in candidates)
        self._home = await asyncio.to_thread(self._home_of, binding, candidates)
        self._modules = frozenset({self._home.stem.lower()} if self._home else ())
        if self.scope is Scope.MEMBER:
            self.outcome += Outcome(notes=(TEXT_MATCHES,))
        if await self.give(self.page, await asyncio.to_thread(self._of, self.page)) is None:
            await self.everywhere()
        return self.scope

    def _class(self, candidates: list[Candidate]) -> Scope:
        """By the use where it tells, else by what the definitions of the name are."""
        if members.is_key(self.page, self.use):
            return Scope.MEMBER
        if self.use.member and self.use.receiver.lower() not in {one.file.stem.lower() for one in candidates}:
            return Scope.MEMBER
        here = [c for c in candidates if c.file == self.page.path and c.row.line == self.use.line]
        kinds = [one.row.kind for one in (here or candidates)]
        own = bool(kinds) and all(kind in ranking.MEMBERS for kind in kinds)
        return Scope.MEMBER if own else Scope.GLOBAL

    def _of(self, page: Page) -> list[occurrences.Occurrence]:
        if self.scope is Scope.MEMBER:
            return occurrences.of_member(page, self.use.name)
        if page is not self.page and not self._may_mean(page):
            return []
        return occurrences.of_global(page, self.use.name, self._modules)

    def _home_of(self, binding: Binding | None, candidates: list[Candidate]) -> Path | None:
        """The file whose definition is meant: this one where it defines the name, else the best guess."""
        if binding is not None and not self.use.member:
            return self.page.path
        root = next((root for root in self.caller.roots if self.page.path.is_relative_to(root)), None)
        order = ranking.ranked(self.page, self.use, candidates, root)
        return order[0].candidate.file if order else None

    def _may_mean(self, page: Page) -> bool:
        """The file is the home of the name or takes it from there; or its language imports no names."""
        if page.path == self._home or self._home is None:
            return True
        name, beside = page.language.name, page.path.parent == self._home.parent
        if name == "go":
            return beside or bool(self._modules)
        if name not in _BY_NAME or (name in {"java", "kotlin", "scala"} and beside):
            return True
        if any(not occurrences.is_local(page, one) for one in scopes.bindings(page, self.use.name)):
            return False  # a name of its own
        others = {file.stem.lower() for file, _ in self._defined} - self._modules
        return imports.takes(page, self.use.name, self._modules, others)

    async def everywhere(self) -> None:
        """Files that hold the word, one after the other."""
        include = tuple(dict.fromkeys(glob for one in _together(self.page) for glob in one.globs))
        query = TextQuery(
            pattern=exact_pattern(self.use.name), root=Path(), filter=Filter(include=include), max_count=1
        )
        targets = tuple(Target(root) for root in lookup.roots_of(self.caller, self.page.path))
        plan = search.Plan(query=query, targets=targets, assembler=Files)
        deadline = Deadline.after(self.backend.timeout_s(None), idle=self.sink is not None)
        ledger = await search.run(self.backend, self.caller, plan, self._files, deadline)
        ledger.settle(found=self.total > 0)
        self.outcome += ledger.outcome

    async def _files(self, entries: Sequence[Packed]) -> Stop | None:
        for entry in entries:
            assert isinstance(entry, FileEntry)
            path = entry.root / os.fsdecode(entry.path)
            page = None if path == self.page.path else await page_of(self.backend, self.caller, path)
            if page is not None:
                stop = await self.give(page, await asyncio.to_thread(self._of, page))
                if stop is not None:
                    return stop
        return None

    async def give(self, page: Page, found: list[occurrences.Occurrence]) -> Stop | None:
        """One file's references, never more than the limit in all."""
        matches = [self._match(page, line, places) for line, places in _by_line(page, found)]
        if not self.query.include_declaration:
            matches = [one for one in matches if (page.path, one.line) not in self._defined]
        room = self.query.limit - self.total
        full = len(matches) > room
        matches = matches[:room]
        self.total += len(matches)
        if self.sink is not None and matches:
            await self.sink(matches)
        elif self.sink is None:
            self.kept += matches
        if full:
            self.outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
            return Stop.LIMIT
        return None

    def _match(self, page: Page, line: int, columns: list[int]) -> Match:
        text = page.lines[line - 1]
        root = next((root for root in self.caller.roots if page.path.is_relative_to(root)), page.path.parent)
        spans = [_bytes(text, column, len(self.use.name)) for column in columns]
        path = os.fsencode(page.path.relative_to(root))
        return Match(root, path, line, text, spans, (), (), page.source)


def _by_line(page: Page, found: list[occurrences.Occurrence]) -> list[tuple[int, list[int]]]:
    lines: dict[int, list[int]] = {}
    for one in found:
        line, column = page.map.place(one.at)
        lines.setdefault(line, []).append(column)
    return list(lines.items())


def _bytes(text: str, column: int, length: int) -> tuple[int, int]:
    if text.isascii():
        return column, column + length
    start = len(text[:column].encode("utf-8", "replace"))
    return start, start + len(text[column : column + length].encode("utf-8", "replace"))


def _together(page: Page) -> list[Language]:
    """The languages whose files can use each other's names."""
    name = page.language.name
    family = next((family for family in ranking.FAMILIES if name in family), frozenset({name}))
    return [one for one in languages.ALL if one.name in family]
