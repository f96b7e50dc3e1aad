"""Records become entries, whole and once, however the run ended."""

from pathlib import Path

import pytest

from ripwire.rg.events import Decoder
from ripwire.rg.gate import RecordGate
from ripwire.services.answers import CountEntry, FileEntry
from ripwire.services.assembly import Counts, Files, Lines, Place
from tests.support import fake_rg

PLACE = Place(root=Path("/w"))


def records(*texts):
    return Decoder().feed("".join(texts).encode())


def context(path, line):
    return fake_rg.match(path, line, "near").replace('{"type": "match"', '{"type": "context"')


def test_f10_a_match_whose_context_was_cut_off_is_given():
    lines = Lines(PLACE, before=1, after=2)
    cut = records(fake_rg.begin("a"), context("a", 4), fake_rg.match("a", 5, "needle"), context("a", 6))
    assert lines.feed(cut) == []
    (match,) = lines.rest()
    assert (match.line, [one.line for one in match.before], [one.line for one in match.after]) == (
        5,
        [4],
        [6],
    )
    assert lines.rest() == []


def test_f10_a_count_goes_as_far_as_the_run_went():
    counts = Counts(PLACE)
    cut = records(
        fake_rg.found("a", "needle"), fake_rg.begin("b"), fake_rg.match("b", 5, "nn", (0, 1), (1, 2))
    )
    assert counts.feed(cut) == [CountEntry(Path("/w"), b"a", 1, 1)]
    assert counts.rest() == [CountEntry(Path("/w"), b"b", 1, 2)]
    assert counts.rest() == []


def test_skipped_files_are_skipped_to_the_end():
    place = Place(root=Path("/w"), skip=frozenset({b"b"}))
    cut = records(fake_rg.found("a", "needle"), fake_rg.begin("b"), fake_rg.match("b", 5, "needle"))
    for assembler, given in ((Lines(place, 1, 1), 1), (Counts(place), 1), (Files(place), 1)):
        assert len([*assembler.feed(cut), *assembler.rest()]) == given


@pytest.mark.parametrize("order", ["ab", "ba"])
async def test_f08_a_repeated_run_gives_each_file_once(order):
    first = fake_rg.begin("a") + fake_rg.match("a", 1, "needle")
    whole = {name: fake_rg.found(name, "needle", "needle") for name in "ab"}
    files, lines, counts = Files(PLACE), Lines(PLACE), Counts(PLACE)
    given: dict[type, list[object]] = {Files: [], Lines: [], Counts: []}

    async def take(batch):
        for assembler in (files, lines, counts):
            given[type(assembler)] += assembler.feed(batch)

    gate = RecordGate(take, None)
    await gate(records(first))
    gate.begin_again()
    await gate(records(*(whole[name] for name in order)))
    assert sorted(entry.path for entry in given[Files]) == [b"a", b"b"]
    assert sorted((entry.path, entry.line) for entry in given[Lines]) == [
        (b"a", 1),
        (b"a", 2),
        (b"b", 1),
        (b"b", 2),
    ]
    assert sorted((entry.path, entry.lines) for entry in given[Counts]) == [(b"a", 2), (b"b", 2)]


def test_one_file_after_another():
    files = Files(PLACE)
    assert files.feed(records(fake_rg.found("a", "x"), fake_rg.found("b", "x"))) == [
        FileEntry(Path("/w"), b"a"),
        FileEntry(Path("/w"), b"b"),
    ]


@pytest.mark.parametrize(
    ("text", "spans", "shown", "moved"),
    [
        ("needle\r", [(0, 6)], "needle", [(0, 6)]),  # F80: the record holds \r\n
        ("needle", [(0, 7)], "needle", [(0, 6)]),
        ("", [(0, 0)], "", [(0, 0)]),
        ("━x", [(1, 3)], "━x", [(0, 3)]),  # F74
        ("é", [(2, 2)], "é", [(2, 2)]),
        ("x━", [(1, 2)], "x━", [(1, 4)]),
    ],
)
def test_f74_f80_f85_spans_stand_in_the_text_and_on_characters(text, spans, shown, moved):
    (match,) = Lines(PLACE).feed(records(fake_rg.begin("a"), fake_rg.match("a", 1, text, *spans)))
    assert match.text == shown
    assert list(match.spans) == moved
