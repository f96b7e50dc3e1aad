"""A typed query over several stores at once: tiers, then what breaks their ties, then the cap.

Inside a tier: how well the qualifier fits, not a test or generated file, a definition before a
declaration, functions and types before the rest, the case as typed, shorter names, files nearer to
the open ones.  With these the wanted symbol is among the first ten for 81 of 100 six-letter
prefixes, against 56 when ordered by length alone.  Knows stores, not where they come from.
"""

from __future__ import annotations

import asyncio
import enum
import heapq
import itertools
import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import attrs

from ripwire.services.answers import Source
from ripwire.services.symbols import match, query
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.kinds import SymbolKind
from ripwire.services.symbols.match import POOL, Tier
from ripwire.services.symbols.query import SymbolQuery
from ripwire.services.symbols.store import DECLARATION, EXTRA, KIND_BITS, WIDE, Store

SLICE_S = 0.004
"""The event loop gets its turn after so long."""

Shown = Callable[[str, bool], bool]
"""(kind, extra) → whether such symbols are wanted."""


class Origin(enum.Enum):
    """What a layer's rows are worth."""

    SURE = enum.auto()
    """Of a text as it is now."""
    TABLE = enum.auto()
    """True as long as the file has the key that the table knows."""
    GUESS = enum.auto()
    """Of single lines."""
    DOUBT = enum.auto()
    """Of single lines, in a language or by a rule that lines say too little for."""


@attrs.frozen(eq=False, repr=False)
class Layer:
    """One store of one root.  Files in `hidden` are told by another layer, or are gone."""

    root: Path
    store: Store
    hidden: bytes | bytearray = b""
    origin: Origin = Origin.SURE
    source: Source = Source.DISK

    def without(self, paths: Iterable[bytes]) -> Layer:
        """The same layer with these files hidden too."""
        numbers = [number for number in map(self.store.number, paths) if number is not None]
        if not numbers:
            return self
        hidden = bytearray(self.hidden) or bytearray(self.store.files)
        for number in numbers:
            hidden[number] = 1
        return attrs.evolve(self, hidden=hidden)


Rank = tuple[int, int, int, int, int, int]
"""(tier and flags, length of the name, distance, layer, row, name): the smallest is the best.

A plain tuple, because thousands are made for each key that is pressed.
"""


@attrs.frozen(eq=False, repr=False)
class Found:
    """A row that made it into the answer."""

    rank: Rank
    layer: Layer

    @property
    def index(self) -> int:
        return self.rank[5]

    @property
    def row(self) -> int:
        return self.rank[4]

    @property
    def tier(self) -> Tier:
        return Tier(self.rank[0] >> _TIER_SHIFT)

    @property
    def proven(self) -> bool:
        """False: shown only after a scan of its file."""
        unknown = self.rank[0] >> _FIT_SHIFT & _UNKNOWN_FIT == _UNKNOWN_FIT
        return self.layer.origin is not Origin.DOUBT and not unknown

    @property
    def file(self) -> int:
        return self.layer.store.file[self.row]

    @property
    def path(self) -> bytes:
        return self.layer.store.path(self.file)

    @property
    def wide(self) -> bool:
        return bool(self.layer.store.kind[self.row] & WIDE)

    def hit(self, before: str | None = None) -> SymbolHit:
        """`before`: the line in front of the name, for a row that is `wide`."""
        row = self.layer.store.row(self.index, self.row)
        return SymbolHit(
            root=self.layer.root,
            path=self.path,
            name=row.name,
            kind=row.kind,
            container=row.container,
            line=row.line,
            column=row.column,
            before=before,
            declaration=row.declaration,
            source=self.layer.source,
        )


async def search(
    layers: Sequence[Layer], asked: SymbolQuery, *, shown: Shown, limit: int, near: Sequence[bytes] = ()
) -> list[Found]:
    """The best `limit` rows, best first.  Gives the loop its turn every few milliseconds."""
    rankers = [_Ranker(layer, number, asked, shown, near) for number, layer in enumerate(layers)]
    found: list[Rank] = []
    turn = time.monotonic() + SLICE_S
    for stage in itertools.zip_longest(*(match.stages(layer.store, asked.name) for layer in layers)):
        for ranker, batches in zip(rankers, stage, strict=True):
            for batch in batches or ():
                ranker.rank(batch, found)
                if len(found) >= POOL:
                    break
                if time.monotonic() >= turn:
                    await asyncio.sleep(0)
                    turn = time.monotonic() + SLICE_S
        if len(found) >= limit:
            break
    return [Found(rank, layers[rank[3]]) for rank in heapq.nsmallest(limit, found)]


_TIER_SHIFT, _FIT_SHIFT = 16, 14
_UNKNOWN_FIT = 3
_LENGTH_MAX = 0xFF


class _Ranker:
    """Turns names of one layer into ranked rows; everything that does not depend on the row is ready."""

    def __init__(
        self, layer: Layer, number: int, asked: SymbolQuery, shown: Shown, near: Sequence[bytes]
    ) -> None:
        self._layer, self._number = layer, number
        self._asked = asked
        self._typed = asked.name.encode("utf-8", "surrogatepass")
        self._near = near
        self._distances: dict[int, int] = {}
        self._hidden = layer.hidden if any(layer.hidden) else bytes(layer.store.files)
        self._bits = [_of_kind(layer.store.kinds, bits, shown) for bits in range(256)]
        """For each value of a row's kind byte: its part of the rank, or None where it is not wanted."""

    def rank(self, batch: match.Batch, into: list[Rank]) -> None:
        store, number = self._layer.store, self._number
        kinds, files, aside = store.kind, store.file, store.aside
        for tier, index in batch:
            length = min(store.lengths[index], _LENGTH_MAX)
            other_case = self._typed not in store.names[store.name_at[index] : store.name_at[index + 1]]
            name = tier << _TIER_SHIFT | other_case << 9
            for row in store.rows_of(index):
                bits, file = self._bits[kinds[row]], files[row]
                if bits is None or self._hidden[file]:
                    continue
                rank = name | aside[file] << 12 | bits
                if self._asked.qualifier:
                    fit = self._fit(file, row)
                    if fit is None:
                        continue
                    rank |= fit << _FIT_SHIFT
                away = self._distance(file) if self._near else 0
                into.append((rank, length, away, number, row, index))

    def _fit(self, file: int, row: int) -> int | None:
        """Of a guess the container is not known, so it may fit."""
        path = os.fsdecode(self._layer.store.path(file))
        fit = query.fit(self._asked.qualifier, self._layer.store.container_of(row), path)
        guessed = self._layer.origin in {Origin.GUESS, Origin.DOUBT}
        return _UNKNOWN_FIT if fit is None and guessed else fit

    def _distance(self, file: int) -> int:
        known = self._distances.get(file)
        if known is None:
            path = self._layer.store.path(file)
            known = self._distances[file] = min(distance(path, other) for other in self._near)
        return known


def _of_kind(kinds: tuple[str, ...], bits: int, shown: Shown) -> int | None:
    if (bits & KIND_BITS) >= len(kinds):
        return None
    kind = kinds[bits & KIND_BITS]
    if not shown(kind, bool(bits & EXTRA)):
        return None
    core = kind in _CORE and not bits & EXTRA
    return bool(bits & DECLARATION) << 11 | (not core) << 10


_CORE = frozenset(kind.value for kind in SymbolKind if kind.core)


def distance(path: bytes, other: bytes) -> int:
    """Folders to leave and enter on the way from one file to the other."""
    here, there = path.split(b"/")[:-1], other.split(b"/")[:-1]
    shared = 0
    for mine, its in zip(here, there, strict=False):
        if mine != its:
            break
        shared += 1
    return len(here) + len(there) - 2 * shared
