"""Single files, scanned when an answer needs them and remembered while they do not change."""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

import attrs

from ripwire.services.symbols import reading, rows
from ripwire.services.symbols.store import FileKey, Store

KEPT = 512
"""Scanned files that are remembered; about 10 KB each."""


@attrs.frozen(eq=False, repr=False)
class Scanned:
    key: FileKey
    store: Store


@attrs.define
class Budget:
    """Processor time for scans, so that a busy machine makes an answer later and not poorer."""

    left_s: float


@attrs.define(eq=False)
class ScannedFiles:
    """Of all roots together, the ones used last."""

    wanted: frozenset[str] = frozenset()
    _known: OrderedDict[tuple[Path, bytes], Scanned] = attrs.field(factory=OrderedDict)

    def clear(self) -> None:
        self._known.clear()

    def __len__(self) -> int:
        return len(self._known)

    async def of(
        self, root: Path, paths: Iterable[bytes], budget: Budget | None = None
    ) -> dict[bytes, Scanned | None]:
        """As they are on the disk now; None for those that are gone or no text.

        Files for which the budget was used up are missing from the answer.
        """
        return await asyncio.to_thread(self._all, root, list(paths), budget)

    def _all(self, root: Path, paths: list[bytes], budget: Budget | None) -> dict[bytes, Scanned | None]:
        """Runs in a thread; the loop gets the interpreter back every few milliseconds."""
        began = time.thread_time()
        found: dict[bytes, Scanned | None] = {}
        for path in paths:
            if budget is not None and budget.left_s < time.thread_time() - began:
                break
            found[path] = self._one(root, path)
        if budget is not None:
            budget.left_s -= time.thread_time() - began
        return found

    def _one(self, root: Path, path: bytes) -> Scanned | None:
        place = os.path.join(os.fsencode(root), path)  # noqa: PTH118 - a path of bytes
        known = self._known.get((root, path))
        if known is not None and known.key == reading.key_at(place):
            return known
        language, read = rows.language_of(path), reading.read(place)
        if language is None or read is None:
            self._known.pop((root, path), None)
            return None
        key, text = read
        scanned = Scanned(key, rows.store_of(path, key, rows.rows_of(text, language, self.wanted)))
        self._known[root, path] = scanned
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return scanned
