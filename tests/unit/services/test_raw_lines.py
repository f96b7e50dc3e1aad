"""What is passed on unread says the same as what is read, for every kind of line."""

from pathlib import Path

import msgspec
import pytest

from ripwire.protocol.to_wire.entries import Matches, Names, Parts
from ripwire.rg.events import Decoder
from ripwire.services.answers import Match, MatchRows, Source
from ripwire.services.assembly import Lines, Place
from ripwire.services.packed import count, first, portions, singly
from ripwire.services.raw_lines import LONGEST, RawLines
from tests.support import fake_rg
from tests.support.searching import Found, searching, write

LINES = {
    "plain": b"a needle here\n" * 3,
    "control": b'\t"needle"\\ \x00\x01\x7f \xc2\xa0\n',
    "quotes": b'"needle"\nneedle\\\nneedle"},"line_number":7\n',
    "no end": b"needle\nneedle",
    "ends like an escape": b"needle\\n",
    "two of them": b"needle needle\nneedle\n",
    "carriage returns": b"needle\r\nneedle\\r\nneedle r\nneedler\nneedle\r",
    "not ASCII": "é needle 😀\nneedle\n".encode(),
    "not UTF-8": b"needle \xff\nneedle\n",
    "long": b"x" * LONGEST + b" needle\n" + b"y" * (LONGEST - 7) + b" needle\n",
    "tabs that make it long": b"\t" * (LONGEST // 2) + b"needle\n",
    "at its end": b"needle\n\n  needle\n",
    "percent": b"%b %d needle %\n",
}


async def both(root, pattern="needle", **asked):
    """The same search read and unread."""
    given = []
    for raw, assembler in ((False, Lines), (True, RawLines)):
        entries, lines = [], assembler(Place(root=root))
        async with searching() as engine:
            found: Found = await engine.text(root, pattern, raw=raw, threads=1, **asked)
        for record in found.records:
            entries += lines.feed([record])
        given.append(sorted(singly(entries), key=lambda entry: (entry.path, entry.line)))
    return given


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("pattern", ["needle", "needle$", r"\S+\s*$", "(?m)^.*needle", "x*"])
async def test_rows_are_what_the_decoder_reads(tmp_path, kind, pattern):
    write(tmp_path, {"a %b": LINES[kind], "b": b"needle\n"})
    read, unread = await both(tmp_path, pattern)
    assert unread == read
    assert unread


async def test_most_lines_come_unread(tmp_path):
    write(tmp_path, {"a": b"needle\n" * 1000})
    lines = RawLines(Place(root=tmp_path))
    async with searching() as engine:
        found = await engine.text(tmp_path, "needle", raw=True)
    given = lines.feed(found.records)
    assert all(isinstance(item, MatchRows) for item in given)
    assert count(given) == 1000


@pytest.mark.parametrize("longest", [0, 10, LONGEST])
@pytest.mark.parametrize("source", Source)
async def test_rows_are_sent_as_matches_are(tmp_path, longest, source):
    write(tmp_path, {f"a%b {kind}": text for kind, text in LINES.items()})
    place, sent = Place(root=tmp_path, source=source), []
    for raw, assembler in ((False, Lines), (True, RawLines)):
        async with searching() as engine:
            found = await engine.text(tmp_path, "needle", raw=raw, threads=1, hidden=True)
        encode = Matches("utf-16", longest, Names([tmp_path]))
        matches = msgspec.json.decode(encode(assembler(place).feed(found.records)))
        sent.append((sorted(matches, key=str), encode.clipped))
        parts = Parts("utf-16", Names([tmp_path]))(assembler(place).feed(found.records))
        sent[-1] += (sorted(msgspec.json.decode(parts), key=str),)
    assert sent[0] == sent[1]


def test_skipped_files_are_skipped_and_another_spelling_of_records_is_read():
    text = fake_rg.found("./a", "needle") + fake_rg.found("./b", "needle") + fake_rg.found("./c", "needle")
    lines = RawLines(Place(root=Path("/w"), skip=frozenset({b"b"})))
    given = singly(lines.feed(Decoder.of(raw=True).feed(text.encode())))
    assert [entry.path for entry in given] == [b"a", b"c"]


def test_matches_that_are_read_already_pass_too():
    """No rg: what stands in for it knows nothing of raw matches."""
    text = fake_rg.found("./a", "needle") + fake_rg.found("./b", "needle")
    records = Decoder().feed(text.encode())
    place = Place(root=Path("/w"), skip=frozenset({b"b"}))
    assert RawLines(place).feed(records) == Lines(place).feed(records)


def rows(name, size):
    return MatchRows(Path("/w"), name, [(line + 1, 0, 1, b"x") for line in range(size)])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_portions_are_full_and_in_order(size):
    single = Match(Path("/w"), b"m", 1, "x", [(0, 1)])
    batch = [rows(b"a", 5), single, rows(b"b", 2), single]
    cut = list(portions(batch, size))
    assert [count(portion) for portion in cut[:-1]] == [size] * (len(cut) - 1)
    assert singly([item for portion in cut for item in portion]) == singly(batch)
    assert singly(first(batch, size)) == singly(batch)[:size]


def test_no_room_is_no_entry():
    assert list(first([rows(b"a", 5)], 0)) == []
    assert list(portions([], 5)) == []
