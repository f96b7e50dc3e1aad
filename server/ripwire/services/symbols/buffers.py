"""Symbols of texts that editors have open: always current, whatever the table says of their files."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Collection, Iterable
from pathlib import Path

import attrs

from ripwire.services.answers import Source
from ripwire.services.symbols import rows
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.search import Layer
from ripwire.services.symbols.store import Row, Store
from ripwire.services.symbols.syntax.door import Syntax
from ripwire.services.unsaved import Document

KEPT = 128
MOST = 64
"""Open documents that one query looks through."""


@attrs.define(eq=False)
class Buffers:
    """Scans of open texts, by client, path, version and contents: a version starts anew when a file is
    opened again.
    """

    wanted: frozenset[str] = frozenset()
    syntax: Syntax = attrs.field(factory=Syntax)
    _known: OrderedDict[tuple[str, Path, int, int], Store] = attrs.field(factory=OrderedDict)

    def clear(self) -> None:
        self._known.clear()

    async def layers(self, documents: Iterable[Document], roots: Collection[Path]) -> list[Layer]:
        """One for each unsaved document under a root, in a language that we know."""
        found: list[Layer] = []
        for document in [document for document in documents if document.is_unsaved][:MOST]:
            root, path = placed(document.path, roots)
            if root is not None and (store := await self._store(document, path)) is not None:
                found.append(Layer(root, store, source=Source.BUFFER))
        return found

    async def _store(self, document: Document, path: bytes) -> Store | None:
        language = rows.language_of(path)
        if language is None:
            return None
        text = document.text()
        place = (document.client, document.path, document.version, hash(text))
        known = self._known.get(place)
        if known is None:
            text = text.replace("\r\n", "\n")
            made = await asyncio.to_thread(self._rows, document.path, text, language)
            known = self._known[place] = rows.store_of(path, rows.NOBODY, made)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(place)
        return known

    def _rows(self, path: Path, text: str, language: Language) -> list[Row]:
        return list(rows.of_symbols(self.syntax.scan(path, text, language), text, self.wanted))


def placed(path: Path, roots: Iterable[Path]) -> tuple[Path | None, bytes]:
    """The root a file is under and its path there; outside of all roots it stands for itself."""
    for root in roots:
        if path.is_relative_to(root):
            return root, os.fsencode(path.relative_to(root))
    return None, os.fsencode(path)
