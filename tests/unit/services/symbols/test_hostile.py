"""Hostile texts end in time: a square cost would run into the test's time limit a hundred times over."""

import pytest

from ripwire.services.symbols.languages import ALL, BY_NAME
from ripwire.services.symbols.scanner import scan

SIZE = 40_000
ONE_LINE = {
    "braces": "{",
    "brackets": "({[",
    "closing": "}",
    "quotes": '"',
    "backticks": "`",
    "holes": "`${",
    "words": "a ",
    "commas": "a, ",
}


@pytest.mark.parametrize("piece", ONE_LINE.values(), ids=ONE_LINE.keys())
@pytest.mark.parametrize(
    "name", ["c", "cpp", "typescript", "python", "rust", "ruby", "markdown", "haskell", "css"]
)
def test_a_long_line_of_anything_ends(name, piece):
    scan(piece * (SIZE // len(piece)), BY_NAME[name])


@pytest.mark.parametrize("line", ["function f() {", "class A {", "f(", "#if A", "a,", "def f():"])
@pytest.mark.parametrize("name", ["cpp", "javascript", "python"])
def test_many_lines_that_never_close_end(name, line):
    scan(f"{line}\n" * (SIZE // 20), BY_NAME[name])


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.name)
def test_odd_texts_are_read(language):
    for text in ("", "\n", "\ufeff", "\x00", "}", "\n\n)", "'", '"', "ünïcödé ☃ 🎉\n" * 3):
        assert isinstance(scan(text, language), list)


def test_names_beyond_the_longest_line_are_left_out_and_later_ones_found():
    text = "x = {" + '"a": 1, ' * 500 + "}; function far() {}\nfunction near() {}\n"
    assert [symbol.name for symbol in scan(text, BY_NAME["javascript"]) if symbol.kind == "function"] == [
        "near"
    ]


def test_columns_count_characters():
    text = '🎉 = 1; const ünï = "🎉"; function näme() {}'
    places = {symbol.name: symbol.column for symbol in scan(text, BY_NAME["javascript"])}
    assert places["näme"] == text.index("näme")
