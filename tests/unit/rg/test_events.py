"""Records out of chunks, wherever a chunk ends."""

import base64
import json
import os

import msgspec
import pytest

from ripwire.rg.events import Begin, Context, Decoder, End, Match, Summary
from ripwire.rg.gate import file_path
from tests.support import fake_rg


def decoded(*chunks):
    decoder = Decoder()
    return [record for chunk in chunks for record in decoder.feed(chunk)], decoder


def record(kind, **data):
    return json.dumps({"type": kind, "data": data}).encode() + b"\n"


WHOLE = (fake_rg.found("./a", "needle", "needle é😀") + fake_rg.summary()).encode()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 100_000])
def test_a_chunk_may_end_anywhere(size):
    chunks = [WHOLE[at : at + size] for at in range(0, len(WHOLE), size)]
    records, decoder = decoded(*chunks)
    assert [type(one) for one in records] == [Begin, Match, Match, End, Summary]
    assert records[2].data.lines.text == "needle é😀\n"
    assert decoder.tail == b""


def test_f10_a_half_written_last_line_is_never_seen():
    records, decoder = decoded(WHOLE[:-30])
    assert [type(one) for one in records] == [Begin, Match, Match, End]
    assert decoder.tail


def test_f86_the_order_of_keys_means_nothing():
    shuffled = []
    for line in WHOLE.splitlines():
        keys = json.loads(line)
        shuffled.append(json.dumps(dict(reversed(keys.items()))).encode() + b"\n")
    records, _ = decoded(b"".join(shuffled))
    assert [type(one) for one in records] == [Begin, Match, Match, End, Summary]
    assert records[-1].data.stats.searches == 1


def test_f86_types_and_fields_of_a_newer_rg_are_skipped():
    newer = record("begun", anything=[1]) + record("begin", path={"text": "./a"}, colour="red")
    records, _ = decoded(newer + b"\n" + record("progress"))
    assert [type(one) for one in records] == [Begin]


@pytest.mark.parametrize(
    "broken", [record("match", path=3), b"no json\n", record("begin"), b'{"type": "begin"\n']
)
def test_f10_a_line_that_is_no_record_is_told_and_what_came_before_is_kept(broken):
    records, decoder = decoded(
        WHOLE[: WHOLE.index(b'{"type": "end"')] + broken + record("begin", path={"text": "b"})
    )
    assert [type(one) for one in records] == [Begin, Match, Match]
    assert decoder.broken


def test_f71_f72_bytes_stay_bytes():
    line, path = "漢字 needle\n".encode("gbk"), b"./bad\xffname"
    coded = {name: {"bytes": base64.b64encode(raw).decode()} for name, raw in (("p", path), ("l", line))}
    records, _ = decoded(
        record(
            "match", path=coded["p"], lines=coded["l"], line_number=1, submatches=[{"start": 5, "end": 11}]
        )
    )
    assert records[0].data.lines.raw() == line
    assert file_path(records[0].data.path) == b"bad\xffname"
    assert os.fsencode(os.fsdecode(b"bad\xffname")) == b"bad\xffname"


def test_f85_a_match_may_hold_no_submatch_and_a_submatch_no_width():
    text = {"path": {"text": "a"}, "lines": {"text": "\n"}, "line_number": 1}
    records, _ = decoded(
        record("match", **text) + record("match", **text, submatches=[{"start": 0, "end": 0}])
    )
    assert [one.data.submatches for one in records] == [
        [],
        [msgspec.structs.replace(records[1].data.submatches[0])],
    ]


def test_context_lines_are_told_from_matches():
    records, _ = decoded(
        record("context", path={"text": "a"}, lines={"text": "x"}, line_number=4, submatches=[])
    )
    assert isinstance(records[0], Context)


def test_f78_where_a_file_was_cut():
    records, _ = decoded(fake_rg.end("a", binary_offset=7).encode() + fake_rg.end("b").encode())
    assert [one.data.binary_offset for one in records] == [7, None]


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("./a/b", b"a/b"),
        (".\\a\\b", b"a\\b"),
        ("a", b"a"),
        (".hid", b".hid"),
        ("./.hid", b".hid"),
        ("..", b".."),
    ],
)
def test_f114_the_leading_dot_of_both_systems(written, path):
    records, _ = decoded(fake_rg.begin(written).encode())
    assert file_path(records[0].data.path) == path
