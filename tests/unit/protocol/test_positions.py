"""Columns and clipped lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.protocol.to_wire.clipping import clip
from ripwire.protocol.to_wire.positions import ranges

TEXTS = st.text(alphabet="aé━😀\n", max_size=60)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


def length(text: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(text.encode())
        case "utf-16":
            return len(text.encode("utf-16-le")) // 2
        case _:
            return len(text)


@given(TEXTS, st.data(), ENCODINGS)
def test_f73_columns_count_units_of_the_encoding(text: str, data: st.DataObject, encoding: str) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = (len(text[:start].encode()), len(text[:end].encode()))
    [found] = ranges(text, 7, [span], encoding)
    for position, index in ((found.start, start), (found.end, end)):
        before = text[:index]
        assert position.line == 7 + before.count("\n")
        assert position.character == length(before.rpartition("\n")[2], encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_f74_a_span_inside_of_a_character_raises_nothing(encoding: str) -> None:
    assert ranges("━", 0, [(1, 2)], encoding)


@given(st.text(alphabet="aé😀", min_size=1, max_size=300), st.data(), st.integers(1, 50), ENCODINGS)
def test_a_clipped_line_shows_its_match_at_the_true_column(
    text: str, data: st.DataObject, longest: int, encoding: str
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    clipped = clip(text, (len(text[:start].encode()), len(text[: start + 1].encode())), longest, encoding)
    shown = clipped.text.strip("…")
    assert len(shown) <= longest
    assert shown in text
    if len(text) > longest:
        skipped = next(i for i in range(len(text) + 1) if length(text[:i], encoding) == clipped.start)
        assert text[skipped : skipped + len(shown)] == shown
        assert skipped <= start < skipped + len(shown)


def test_each_line_of_a_match_over_lines_is_clipped_by_itself() -> None:
    text = "x" * 100 + "needle\n" + "y" * 100 + "\nz"
    lines = clip(text, (100, 106), 20, "utf-16").text.split("\n")
    assert "needle" in lines[0]
    assert [len(line) for line in lines] == [21, 21, 1]
