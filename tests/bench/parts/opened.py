"""Open documents: the optional parser against the rules, with Python's own `ast` as the judge of ends."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Callable
from pathlib import Path

from ripwire.services.symbols import languages, scanner
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.syntax.door import Syntax
from tests.bench.rows import Row

PART = "symbols"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def rows_of_python() -> list[Row]:
    """Of the standard library's modules: wrong ends of functions and classes, and the time of a reading."""
    language, syntax = languages.BY_NAME["python"], Syntax()
    texts = [
        (path, path.read_text("utf-8", "replace")) for path in sorted(Path(os.__file__).parent.glob("*.py"))
    ]
    by_rules = _row("rules", texts, lambda _, text: scanner.scan(text, language))
    return [by_rules, _row("parser", texts, lambda path, text: syntax.scan(path, text, language))]


def _row(who: str, texts: list[tuple[Path, str]], read: Callable[[Path, str], list[Symbol]]) -> Row:
    wrong = all_ = 0
    spent = 0.0
    for path, text in texts:
        began = time.process_time()
        found = {(one.name, one.line): one.end_line for one in read(path, text)}
        spent += time.process_time() - began
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, DEFINITIONS):
                all_ += 1
                wrong += found.get((node.name, node.lineno)) != node.end_lineno
    size = sum(len(text) for _, text in texts) / 1e6
    note = f"{wrong} of {all_:,}; {size / spent:.1f} MB/s"
    figure = round(100 * wrong / all_, 2)
    return Row(part=PART, what=f"ends of open Python by the {who}", figure=figure, unit="% wrong", note=note)
