"""Answers as text: familiar shapes, the ladder, the closing line; never over the budget."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.mcp import structured, text
from ripwire.rg.outcome import Coverage, Outcome, Reason
from ripwire.services.answers import Answer, ContextLine, CountEntry, FileEntry, Match, Source

ROOT = Path("/root-of-tests")


def view(**more) -> text.View:
    return text.View(path=lambda entry: text.shown_path(entry.path.decode(), entry.source), **more)


def match(path: str, line: int, words: str, span=(0, 1), **more) -> Match:
    return Match(ROOT, path.encode(), line, words, [span], **more)


def answer(entries, outcome=Outcome(), total=None, **more) -> Answer:
    total = len(entries) if total is None else total
    return Answer(
        entries=entries, outcome=outcome, coverage=Coverage(), total=total, total_exact=True, **more
    )


def test_matches_and_context_in_the_shape_of_grep():
    around = {"before": [ContextLine(1, "one")], "after": [ContextLine(3, "three")]}
    shown = text.matches(answer([match("a.py", 2, "two", **around), match("b.py", 9, "nine")]), view())
    assert shown.text.splitlines() == [
        "a.py-1-one",
        "a.py:2:two",
        "a.py-3-three",
        "--",
        "b.py:9:nine",
        "(complete: 2 matching lines in 2 files)",
    ]
    assert shown.step == 0


def test_touching_blocks_are_one_and_no_line_is_shown_twice():
    one = match("a", 2, "two", before=[ContextLine(1, "1")], after=[ContextLine(3, "three")])
    two = match("a", 3, "three", before=[ContextLine(2, "two")], after=[ContextLine(4, "4")])
    lines = text.matches(answer([one, two]), view()).text.splitlines()
    assert lines[:-1] == ["a-1-1", "a:2:two", "a:3:three", "a-4-4"]


def test_multiline_match_numbers_each_of_its_lines():
    lines = text.matches(answer([match("a", 5, "x\ny", (0, 3))]), view()).text.splitlines()
    assert lines[:-1] == ["a:5:x", "a:6:y"]


def test_numbers_off_and_only_matching():
    found = answer([match("a", 5, "say hello now", (4, 9))])
    assert text.matches(found, view(numbers=False)).text.startswith("a:say hello now\n")
    assert text.matches(found, view(only_matching=True)).text.startswith("a:5:hello\n")


def test_long_line_is_clipped_around_its_match():
    words = "a" * 5000 + "NEEDLE" + "b" * 5000
    line = text.matches(answer([match("m.js", 1, words, (5000, 5006))]), view()).text.splitlines()[0]
    assert "NEEDLE" in line
    assert line.startswith("m.js:1:[4875 characters] ")
    assert line.endswith(" [4631 more characters]")


@pytest.mark.parametrize(
    ("count", "length", "files", "step"),
    [(50, 20, 1, 0), (120, 400, 5, 1), (1500, 400, 5, 2), (20_000, 10, 400, 3), (60_000, 10, 60_000, 4)],
)
def test_ladder_shortens_the_whole_answer_one_step_at_a_time(count, length, files, step):
    entries = [match(f"dir/f{n * files // count:06}.py", n + 1, "x" * length) for n in range(count)]
    shown = text.matches(answer(entries), view())
    assert shown.step == step
    assert len(shown.text) <= text.BUDGET
    assert shown.text.splitlines()[-1].startswith(f"(complete: {count:,} matching lines")
    if step:
        assert "[shortened to fit" in shown.text


def test_files_fall_back_to_folders_and_counts_keep_their_total():
    many = [FileEntry(ROOT, f"src/part{n % 7}/{'n' * 40}{n}.py".encode()) for n in range(5000)]
    shown = text.files(answer(many), view())
    assert shown.step == 1
    assert "src/part3/ 714 files" in shown.text
    tallies = [CountEntry(ROOT, f"{n}.py".encode(), 2, 3) for n in range(9000)]
    shown = text.counts(answer(tallies, total_matches=18_000), view())
    assert "total: 18000 matching lines in 9000 files" in shown.text


def test_closing_line_says_what_to_do_next():
    few = [FileEntry(ROOT, b"a")]
    cut = answer(few, Outcome(truncated=True, reasons=(Reason.LIMIT,)), total=90, next_offset=1)
    assert text.closing(cut, "files") == (
        "(truncated: 1 of 90 files shown; continue with offset=1, or narrow the search)"
    )
    slow = answer([], Outcome(incomplete=True, reasons=(Reason.TIMEOUT,)))
    assert "absence proves nothing" in text.closing(slow, "files")
    assert "smaller path" in text.closing(slow, "files")
    assert text.closing(answer(few), "files") == "(complete: 1 file)"


def test_odd_names_stay_on_their_line_and_unsaved_text_is_marked():
    entry = FileEntry(ROOT, b"a\nb\x1b[31m.py", source=Source.BUFFER)
    line = text.files(answer([entry]), view()).text.splitlines()[0]
    assert line == "a\\x0ab\\x1b[31m.py (unsaved)"


@given(
    st.lists(
        st.builds(
            match,
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300),
            st.integers(1, 10**9),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=3000),
        ),
        max_size=60,
    )
)
def test_no_answer_is_over_the_budget(entries):
    found = answer(entries)
    assert len(text.matches(found, view()).text) <= text.BUDGET
    data = structured.answer(found, lambda entry: entry.path.decode())
    assert len(data["entries"]) + data.get("entriesLeftOut", 0) == len(entries)


def test_data_beside_the_text_is_bounded_too():
    entries = [match(f"f{n}.py", n, "x" * 300) for n in range(1, 2000)]
    data = structured.answer(answer(entries), lambda entry: entry.path.decode())
    assert len(str(data)) < 3 * structured.BUDGET
    assert data["entriesLeftOut"] > 0
    assert data["total"] == 1999


def test_free_text_is_cut_with_its_closing_line():
    assert text.bounded("short", "(complete)") == "short\n(complete)"
    cut = text.bounded("x" * 50_000, "(complete)")
    assert len(cut) <= text.BUDGET
    assert cut.endswith("\n(complete)")
