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
        self, root: Path, paths: Iterable[bytes], *, within_s: float | None = None
    ) -> dict[bytes, Scanned | None]:
        """As they are on the disk now; None for those that are gone or no text.

        With `within_s` the ones that were not reached in that time are missing from the answer.
        """
        return await asyncio.to_thread(self._all, root, list(paths), within_s)

    def _all(self, root: Path, paths: list[bytes], within_s: float | None) -> dict[bytes, Scanned | None]:
        """Runs in a thread; the loop gets the interpreter back every few milliseconds."""
        until = time.monotonic() + within_s if within_s is not None else None
        found: dict[bytes, Scanned | None] = {}
        for path in paths:
            if until is not None and time.monotonic() > until:
                break
            found[path] = self._one(root, path)
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
