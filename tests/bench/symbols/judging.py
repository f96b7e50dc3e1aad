"""Our answers beside an oracle's: definition by its first place, references by the F1 over all of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.references import ReferencesQuery, Scope, references
from tests.bench.symbols.oracles import Place, Sample

Wrong = Callable[[str, Sample, Sequence[Place]], None]
"""Told of a wrong answer: what it was, the sample, the places that were given."""


@attrs.define
class Definitions:
    """Over uses."""

    asked: int = 0
    first: int = 0
    among: int = 0
    """Right among the first three."""

    @property
    def share(self) -> float:
        return 100 * self.first / max(self.asked, 1)

    @property
    def share_of_three(self) -> float:
        return 100 * self.among / max(self.asked, 1)


@attrs.define
class References:
    """Over the names of one scope: places that are right, given, true."""

    hit: int = 0
    given: int = 0
    true: int = 0
    names: int = 0

    def add(self, given: set[Place], true: frozenset[Place]) -> None:
        self.hit += len(given & true)
        self.given += len(given)
        self.true += len(true)
        self.names += 1

    @property
    def precision(self) -> float:
        return 100 * self.hit / max(self.given, 1)

    @property
    def recall(self) -> float:
        return 100 * self.hit / max(self.true, 1)

    @property
    def f1(self) -> float:
        return 200 * self.hit / max(self.given + self.true, 1)


async def definitions(root: Path, samples: Sequence[Sample], wrong: Wrong) -> Definitions:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False), long_lived=True)
    caller, found = Caller(client="bench", roots=(root,)), Definitions()
    try:
        while not (await backend.symbols.upkeep.tree(root, within_s=5)).ready:
            await asyncio.sleep(0.05)
        for one in samples:
            query = PlaceQuery(path=one.file, line=one.line, column=one.column)
            hits = (await definition(backend, caller, query)).hits
            places = [(hit.root / os.fsdecode(hit.path), hit.line) for hit in hits]
            right = bool(places) and places[0] in one.truth
            found.asked += 1
            found.first += right
            found.among += any(place in one.truth for place in places[:3])
            if not right:
                wrong("definition", one, places[:2])
    finally:
        await backend.close()
    return found


async def uses(root: Path, samples: Sequence[Sample], wrong: Wrong) -> dict[Scope, References]:
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False))
    caller, found = Caller(client="bench", roots=(root,)), dict[Scope, References]()
    try:
        for one in samples:
            place = PlaceQuery(path=one.file, line=one.line, column=one.column)
            answer = await references(backend, caller, ReferencesQuery(place=place))
            if answer.scope is None:
                continue
            given = {(match.root / os.fsdecode(match.path), match.line) for match in answer.entries}
            found.setdefault(answer.scope, References()).add(given, one.truth)
            if (differ := sorted(given ^ one.truth)) and answer.scope is not Scope.MEMBER:
                more, fewer = len(given - one.truth), len(one.truth - given)
                wrong(f"{answer.scope}: +{more} -{fewer}", one, differ[:3])
    finally:
        await backend.close()
    return found
