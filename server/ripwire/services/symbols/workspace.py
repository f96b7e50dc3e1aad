"""Symbols of the whole workspace for a typed query: unsaved texts, tables, or a pass of ripgrep.

Whatever is shown is true at that moment: the files behind the best rows are looked at, and those that
changed, or that only single lines spoke for, are scanned first.  Knows no protocol.
"""

from __future__ import annotations

import asyncio
import functools
import os
import time
from collections.abc import Sequence
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.rg.outcome import Outcome, Reason
from ripwire.rg.verdict import Stop
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.roots import targets
from ripwire.services.symbols import match, places, reading, rows, text_pass
from ripwire.services.symbols.buffers import placed
from ripwire.services.symbols.files import Budget, Scanned
from ripwire.services.symbols.hits import SymbolAnswer, SymbolHit, SymbolSink
from ripwire.services.symbols.query import SymbolQuery, parse
from ripwire.services.symbols.recent import recent
from ripwire.services.symbols.search import Found, Layer, Origin, search
from ripwire.services.symbols.text_pass import Candidates
from ripwire.services.symbols.text_pattern import may_define, text_pattern

LIMIT = 256
FRESHNESS_S = 0.15
"""How long a request waits for the table to be compared with the disk."""
CONFIRM_S = 0.15
"""Budget for scans of files of which only lines are known.  Above it, what lines say well enough is shown
as it is, and what they do not is left out, which the answer says.
"""
ROUNDS = 3
STREAM_EVERY_S = 0.03
NEAR = 5
"""Open files, the last ones, whose neighbours rank first among equals."""
CONFIRMED = 100
"""Files behind the best guesses that are scanned before they are shown."""


@attrs.frozen(kw_only=True)
class WorkspaceQuery:
    text: str
    limit: int = LIMIT
    extra_kinds: frozenset[str] = frozenset()
    """Kinds shown though they are left out by default: `field`, `enum_member`, `heading`, `key`, `macro`."""
    languages_off: frozenset[str] = frozenset()

    def shown(self, kind: str, extra: bool) -> bool:
        return kind in self.extra_kinds or not (extra or kind in rows.DATA)


async def workspace_symbols(
    backend: Backend, caller: Caller, query: WorkspaceQuery, sink: SymbolSink | None = None
) -> SymbolAnswer:
    """The best `limit` symbols, best first; to the sink in batches, each best first.

    Raises `Failure` when nothing was found and the search that found nothing was not complete.
    """
    asked = _Asked(backend, caller, query, parse(query.text), _roots(caller), sink)
    if asked.parsed.empty:
        await asked.recent()
    else:
        await asked.answer()
    return SymbolAnswer(hits=tuple(asked.kept), outcome=asked.outcome, total=asked.total)


@attrs.define(eq=False)
class _Asked:
    """One request on its way: what was sent already, and what is known of its completeness."""

    backend: Backend
    caller: Caller
    query: WorkspaceQuery
    parsed: SymbolQuery
    roots: tuple[Path, ...]
    sink: SymbolSink | None
    outcome: Outcome = Outcome()
    kept: list[SymbolHit] = attrs.field(factory=list)
    total: int = 0
    _budget: Budget = attrs.field(factory=lambda: Budget(CONFIRM_S))
    _sent: set[tuple[Path, bytes, int, int]] = attrs.field(factory=set)

    async def answer(self) -> None:
        if not self.roots:
            await self.give(await self.confirmed(await self.only_open()))
            return
        layers = await self.unsaved()
        if self.sink is not None and layers:
            await self.give(await self.best(layers))
        for root in self.roots:
            own = frozenset(layer.store.path(0) for layer in layers if layer.root == root)
            tree = await self.backend.symbols.upkeep.tree(root, within_s=FRESHNESS_S)
            layers += tree.layers(own) if tree.ready else await self.without_table(root, own)
        await self.give(await self.confirmed(layers))

    async def recent(self) -> None:
        symbols = self.backend.symbols
        opened = [(root, path) for root, path in reversed(self.open_files()) if root is not None]
        trees = [tree for tree in map(symbols.upkeep.peek, self.roots) if tree is not None]
        unsaved = await self.unsaved()
        found = await recent(unsaved, opened, trees, symbols.upkeep.files, self.query.shown)
        await self.give(found)

    async def unsaved(self) -> list[Layer]:
        documents = self.backend.unsaved.open_documents(self.caller)
        return await self.backend.symbols.buffers.layers(documents, self.roots)

    async def only_open(self) -> list[Layer]:
        """Where no folder is open the open files are the workspace."""
        documents = self.backend.unsaved.open_documents(self.caller)
        self.roots = tuple(dict.fromkeys(document.path.parent for document in documents))
        layers = await self.unsaved()
        unsaved = {(layer.root, layer.store.path(0)) for layer in layers}
        for root, path in self.open_files():
            if root is not None and (root, path) not in unsaved:
                scanned = (await self.backend.symbols.upkeep.files.of(root, [path])).get(path)
                layers += [Layer(root, scanned.store)] if scanned else []
        return layers

    async def without_table(self, root: Path, own: frozenset[bytes]) -> list[Layer]:
        """Candidates of one root; with a sink they are confirmed and given while ripgrep runs."""
        matches = functools.partial(_matches, self.parsed.name)
        likely = may_define(self.parsed.name)
        candidates = Candidates(matches, self.query.extra_kinds, own, likely=likely)
        sent_at = 0.0

        async def give() -> Stop | None:
            nonlocal sent_at
            if time.monotonic() - sent_at >= STREAM_EVERY_S:
                await self.give(await self.confirmed(candidates.drain(root)))
                sent_at = time.monotonic()
            return Stop.LIMIT if self.total >= self.query.limit else None

        pattern = text_pattern(self.parsed.name)
        on_batch = give if self.sink is not None else None
        self.outcome += await text_pass.run(self.backend, self.caller, root, pattern, candidates, on_batch)
        return await asyncio.to_thread(candidates.drain, root)

    async def best(self, layers: Sequence[Layer]) -> list[Found]:
        near = [path for root, path in self.open_files() if root is not None][-NEAR:]
        limit = self.query.limit + 1
        return await search(layers, self.parsed, shown=self.query.shown, limit=limit, near=near)

    async def confirmed(self, layers: list[Layer]) -> list[Found]:
        """The best rows after a look at their files; scans of some may bring others to the top."""
        found = await self.best(layers)
        for _ in range(ROUNDS):
            scanned = await self._looked_at(found)
            if not scanned:
                break
            layers = _replaced(layers, scanned)
            found = await self.best(layers)
        if not all(one.proven for one in found):
            self.outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
            found = await self.best([layer for layer in layers if layer.origin is not Origin.DOUBT])
        return [one for one in found if one.proven]

    async def _looked_at(self, found: list[Found]) -> dict[Path, dict[bytes, Scanned | None]]:
        """The files that are not what their rows say; those of a table are told to it."""
        upkeep = self.backend.symbols.upkeep
        result: dict[Path, dict[bytes, Scanned | None]] = {}
        for root in self.roots:
            stale, guessed, doubtful = await asyncio.to_thread(_unsettled, root, found)
            scanned = await upkeep.files.of(root, stale)
            for path, one in scanned.items():
                upkeep.replace(root, path, one)
            scanned |= await upkeep.files.of(root, doubtful, self._budget)
            scanned |= await upkeep.files.of(root, guessed[:CONFIRMED], self._budget)
            if scanned:
                result[root] = scanned
        return result

    def open_files(self) -> list[tuple[Path | None, bytes]]:
        documents = self.backend.unsaved.open_documents(self.caller)
        return [placed(document.path, self.roots) for document in documents]

    async def give(self, found: list[Found]) -> None:
        """To the sink or into the answer, each symbol once, never more than the limit."""
        fresh = [one for one in found if self._is_new(one) and not self._is_off(one)]
        room = max(0, self.query.limit - self.total)
        if len(fresh) > room:
            self.outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
        if not fresh[:room]:
            return
        hits = await places.hits(fresh[:room], self.backend.unsaved.unsaved(self.caller))
        self.total += len(hits)
        if self.sink is not None:
            await self.sink(hits)
        else:
            self.kept += hits

    def _is_off(self, found: Found) -> bool:
        if not self.query.languages_off:
            return False
        language = rows.language_of(found.path)
        return language is not None and language.name in self.query.languages_off

    def _is_new(self, found: Found) -> bool:
        store = found.layer.store
        place = (found.layer.root, found.path, store.line[found.row], store.column[found.row])
        if place in self._sent:
            return False
        self._sent.add(place)
        return True


def _roots(caller: Caller) -> tuple[Path, ...]:
    """None for an editor without a folder, or with a whole home folder: open files are its workspace."""
    try:
        return tuple(target.root for target in targets(caller, ()))
    except Failure:
        return ()


def _matches(typed: str, name: str) -> bool:
    return match.tier_of(typed, name) is not None


def _unsettled(root: Path, found: list[Found]) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """(changed since the table, guessed from lines, doubtful): files in the order of their best rows."""
    base = os.fsencode(root) + b"/"
    by_origin: dict[Origin, dict[bytes, None]] = {origin: {} for origin in Origin}
    for one in found:
        if one.layer.root == root:
            by_origin[one.layer.origin].setdefault(one.path)
    keys = {one.path: one.layer.store.key(one.file) for one in found if one.layer.origin is Origin.TABLE}
    stale = [path for path in by_origin[Origin.TABLE] if reading.key_at(base + path) != keys[path]]
    return stale, list(by_origin[Origin.GUESS]), list(by_origin[Origin.DOUBT])


def _replaced(layers: list[Layer], scanned: dict[Path, dict[bytes, Scanned | None]]) -> list[Layer]:
    """The files of `scanned` answer for themselves, and are hidden elsewhere."""
    result = [
        layer if layer.origin is Origin.SURE else layer.without(scanned.get(layer.root, ()))
        for layer in layers
    ]
    for root, files in scanned.items():
        result += [Layer(root, one.store) for one in files.values() if one is not None]
    return result
