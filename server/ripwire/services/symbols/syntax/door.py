"""The one way to the optional parser: the symbols of an open document, by its grammar if that can be.

The parser is the extra `treesitter`.  It is imported when the first open document is looked at; without
it, or with the setting off, documents are read by the rules, as all other files are.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ripwire.services.symbols import scanner
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.syntax.grammars import GRAMMARS

if TYPE_CHECKING:
    from ripwire.services.symbols.syntax.trees import Trees


@attrs.define(eq=False)
class Syntax:
    """One for each daemon or command."""

    enabled: bool = True
    _trees: Trees | None = None

    def scan(self, path: Path, text: str, language: Language) -> list[Symbol]:
        """Like `scanner.scan`; `path` says which earlier text of this document to compare with."""
        trees = self._opened() if language.name in GRAMMARS else None
        return scanner.scan(text, language) if trees is None else trees.scan(path, text, language)

    def clear(self) -> None:
        if self._trees is not None:
            self._trees.clear()

    def _opened(self) -> Trees | None:
        if self._trees is None and self.enabled:
            try:
                module = importlib.import_module("ripwire.services.symbols.syntax.trees")
                self._trees = module.Trees()
            except ImportError:
                self.enabled = False
        return self._trees
