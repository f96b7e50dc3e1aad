"""Changes of documents, against a model that counts units one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.protocol.documents import changed, offset
from ripwire.protocol.messages.documents import ContentChange, Position, Range

TEXTS = st.text(alphabet="aé😀\n\r\u2028\x0c ", max_size=30)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


def units(char: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(char.encode())
        case "utf-16":
            return len(char.encode("utf-16-le")) // 2
        case _:
            return 1


def positions(text: str, encoding: str) -> list[tuple[int, int]]:
    """(line, character) of every index of the text, by LSP's line ends."""
    found, line, column, index = [], 0, 0, 0
    while index <= len(text):
        found.append((line, column))
        if index == len(text):
            break
        char = text[index]
        if char == "\r" and text[index + 1 : index + 2] == "\n":
            found.append((-1, -1))  # between \r and \n is no position
            index += 1
            line, column = line + 1, 0
        elif char in "\r\n":
            line, column = line + 1, 0
        else:
            column += units(char, encoding)
        index += 1
    return found


@given(TEXTS, ENCODINGS)
def test_every_position_finds_its_index(text: str, encoding: str) -> None:
    for index, (line, character) in enumerate(positions(text, encoding)):
        if line >= 0:
            assert offset(text, Position(line=line, character=character), encoding) == index


@given(TEXTS, st.integers(-2, 9), st.integers(-2, 99), ENCODINGS)
def test_odd_positions_stay_inside_of_the_text(text: str, line: int, character: int, encoding: str) -> None:
    assert 0 <= offset(text, Position(line=line, character=character), encoding) <= len(text)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((0, 1), (0, 2), "aXc\nd"),
        ((0, 3), (1, 0), "abcXd"),
        ((9, 0), (9, 9), "abc\ndX"),
        ((1, 1), (0, 0), "abc\ndX"),
    ],
)
def test_a_change_replaces_its_range(start: tuple[int, int], end: tuple[int, int], expected: str) -> None:
    range_ = Range(
        start=Position(line=start[0], character=start[1]), end=Position(line=end[0], character=end[1])
    )
    assert changed("abc\nd", ContentChange(text="X", range=range_), "utf-16") == expected


def test_a_change_without_range_is_the_whole_text() -> None:
    assert changed("abc", ContentChange(text="new"), "utf-16") == "new"


def test_a_form_feed_ends_no_line() -> None:
    assert offset("a\x0cb\u2028c\nd", Position(line=1, character=0), "utf-16") == 6
