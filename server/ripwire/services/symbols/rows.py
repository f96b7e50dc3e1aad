"""A text in, the rows that the table keeps of it out.  Knows the scanner and no file system."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from ripwire import __version__
from ripwire.services.symbols import languages, scanner
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.store import FileKey, Row, Store

TABLE_VERSION = 1
"""Of the rows and the buffers; a new number makes old tables useless."""

DATA = frozenset({SymbolKind.KEY, SymbolKind.HEADING})
"""Left out of tables unless a setting asks for them: a tree of JSON has more keys than code has names."""
EVERYTHING = frozenset(kind.value for kind in SymbolKind)
NOBODY = FileKey(0, 0, 0, 0)


def kept(symbol: Symbol, wanted: frozenset[str]) -> bool:
    """Whether the table has it.  Object-like macros are left out: Linux alone has 4.8 million."""
    if symbol.kind.value in wanted:
        return True
    if symbol.local or symbol.kind in DATA:
        return False
    return not (symbol.extra and symbol.kind is SymbolKind.MACRO)


def rows_of(text: str, language: Language, wanted: frozenset[str] = frozenset()) -> list[Row]:
    return list(of_symbols(scanner.scan(text, language), text, wanted))


def of_symbols(symbols: list[Symbol], text: str, wanted: frozenset[str]) -> Iterator[Row]:
    lines = None if text.isascii() else text.split("\n")
    for symbol in symbols:
        if kept(symbol, wanted):
            yield Row(
                name=symbol.name,
                kind=symbol.kind.value,
                line=symbol.line,
                column=symbol.column,
                container=symbol.container,
                declaration=symbol.declaration,
                extra=symbol.extra,
                wide=lines is not None and not lines[symbol.line - 1][: symbol.column].isascii(),
            )


def store_of(path: bytes, key: FileKey, rows: list[Row]) -> Store:
    """One file as a store of its own, to lie over a tree's table."""
    builder = Builder()
    builder.add(path, key, rows)
    return builder.finish()


def language_of(path: bytes) -> Language | None:
    return languages.of_path(Path(path.decode("utf-8", "surrogateescape")).name)


def fingerprint(wanted: frozenset[str]) -> str:
    """Of everything that decides what a table holds: its version, ours, the rules, the settings."""
    rules = [
        [language.name, list(language.globs), [[str(rule.kind), rule.pattern] for rule in language.rules]]
        for language in languages.ALL
    ]
    whole = json.dumps([TABLE_VERSION, __version__, sorted(wanted), rules])
    return hashlib.sha256(whole.encode()).hexdigest()[:32]
