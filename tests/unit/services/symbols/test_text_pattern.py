"""Lines that are worth a look: every name that a rule finds on its line is among them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ripwire.rg.query import Filter
from ripwire.rg.selection import select
from ripwire.services.symbols import languages, sources
from ripwire.services.symbols.scanner import scan
from ripwire.services.symbols.text_pattern import may_define

CASES = sorted(
    path
    for path in (Path(__file__).parent / "cases").iterdir()
    if path.suffix != ".symbols" and languages.of_path(path) is not None
)
EXOTIC = {"alpine", "WithAttribute"}
"""Behind `=` in `FROM --platform=…`, and behind an attribute with a call in it."""


def test_ripgrep_chooses_the_files_by_itself(tmp_path):
    assert select(Filter(include=sources.globs(frozenset())), tmp_path).keep is None


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_no_line_is_passed_over_that_a_rule_would_take(path):
    language = languages.of_path(path)
    text = path.read_text("utf-8", "replace").replace("\r\n", "\n")
    lines = text.split("\n")
    for symbol in scan(text, language):
        line = lines[symbol.line - 1][:1000]
        if any(hit.name == symbol.name for hit in language.line_matcher.hits(line)):
            for typed in {symbol.name, symbol.name[:1], symbol.name[:2], symbol.name[:4].upper()}:
                assert may_define(typed).search(line) or symbol.name in EXOTIC, (typed, line)


def test_uses_are_no_definitions():
    for line in ("  y = error", "x = f(1).error(2)", "  a(b, error)"):
        assert not may_define("error").search(line)


def test_no_line_takes_long():
    began = time.process_time()
    for line in ("a" * 1000, "a_" * 500, "aB(" * 333, "a)\t" * 333):
        may_define("abababababab").search(line)
    assert time.process_time() - began < 5
