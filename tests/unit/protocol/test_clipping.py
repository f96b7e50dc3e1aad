"""Long lines on the wire: cut around their match, with its true column."""

import pytest

from ripwire.protocol.to_wire.clipping import ELLIPSIS, clip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_f88_a_long_line_is_centred_on_its_match(encoding):
    text = "a" * 6000 + "needle" + "b" * 6000
    clipped = clip(text, (6000, 6006), 500, encoding)
    assert clipped.text.startswith(ELLIPSIS)
    assert clipped.text.endswith(ELLIPSIS)
    inner = clipped.text[1:-1]
    assert len(inner) == 500
    assert inner.index("needle") == 247
    assert clipped.start == 6000 - 247


def test_f88_the_column_counts_in_the_clients_units():
    text = "😀" * 1000 + "needle" + "b" * 1000
    start = len(text[:1000].encode())
    assert clip(text, (start, start + 6), 100, "utf-16").start == 2 * (1000 - 47)
    assert clip(text, (start, start + 6), 100, "utf-32").start == 1000 - 47


def test_a_match_near_an_end_keeps_as_much_of_the_other_side():
    assert clip("needle" + "b" * 600, (0, 6), 100, "utf-8").text == "needle" + "b" * 94 + ELLIPSIS
    assert clip("a" * 600 + "needle", (600, 606), 100, "utf-8").text == ELLIPSIS + "a" * 94 + "needle"


def test_a_short_line_is_left_alone():
    assert clip("a needle", (2, 8), 100, "utf-8").text == "a needle"
