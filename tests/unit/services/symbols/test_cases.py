"""Each language's case file; `python -m tests.support.symbol_cases` writes what is found, for review."""

import re

import pytest

from ripwire.services.symbols import languages
from tests.support import symbol_cases


@pytest.mark.parametrize("case", symbol_cases.cases(), ids=lambda case: case.name)
def test_symbols_of_a_case_file(case):
    assert symbol_cases.found(case) == symbol_cases.expected(case)


def test_every_language_has_a_case_file():
    covered = {(languages.of_path(case.name) or languages.FALLBACK).name for case in symbol_cases.cases()}
    assert covered >= {language.name for language in languages.ALL} - {"c-header"}


@pytest.mark.parametrize("language", languages.ALL, ids=lambda language: language.name)
def test_patterns_are_plain_enough_for_ripgrep(language):
    """Look-around and back-references are Python's alone."""
    for pattern in language.rg_patterns():
        assert not re.search(r"\(\?(?:=|!|<[=!])|\\[1-9]|\(\?P=", pattern), pattern
