"""The pages asked about last: the next key on the same file does not scan it again."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import attrs

from ripwire.services.answers import Source
from ripwire.services.navigation.page import Page
from ripwire.services.symbols import languages
from ripwire.services.symbols.syntax.door import Syntax

KEPT = 24


@attrs.define(eq=False)
class Pages:
    syntax: Syntax = attrs.field(factory=Syntax)
    _known: OrderedDict[tuple[Path, int, bool], Page] = attrs.field(factory=OrderedDict)

    def clear(self) -> None:
        self._known.clear()

    def get(self, path: Path, text: str, source: Source, *, opened: bool) -> Page | None:
        """`opened`: an editor has it open, so that a parser is worth its while."""
        key = (path, hash(text), opened)
        page = self._known.get(key)
        if page is None:
            language = languages.of_path(path)
            if language is None:
                return None
            page = self._known[key] = Page(path, text, language, source, self.syntax.scan if opened else None)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return page
