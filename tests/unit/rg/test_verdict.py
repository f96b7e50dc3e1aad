"""Every row of the table, and what holds for all of them."""

import itertools

import pytest

from ripwire.errors import Kind
from ripwire.rg.events import Totals
from ripwire.rg.outcome import Outcome, Reason
from ripwire.rg.verdict import Ended, Stop, judge
from ripwire.telemetry import FailureKind
from tests.support import fake_rg

SUMMARY = Totals(searches=3)
CLOSED = "rg: ./b: Permission denied (os error 13)\n"
RULE = "rg: /w/.gitignore: line 4: error parsing glob 'a{b': unclosed alternate group\n"
BAD_PATTERN = "regex parse error:\n    (\n    ^\nerror: unclosed group\n"


def said(found=True, kept=None, first=True, root=".", **ended):
    ended.setdefault("exit", 0 if found else 1)
    return judge(Ended(**ended), found=found, kept=found if kept is None else kept, first=first, root=root)


@pytest.mark.parametrize(
    ("found", "ended"),
    [
        (True, {"summary": SUMMARY, "exit": 0}),
        (False, {"summary": SUMMARY, "exit": 1}),
        (True, {"summary": SUMMARY, "exit": 0, "stderr": " \n"}),
        (True, {"listing": True, "exit": 0}),
        (False, {"listing": True, "exit": 0}),
        (False, {"listing": True, "exit": 1}),
        (True, {"listing": True, "exit": 1}),
        (True, {"summary": SUMMARY, "exit": 2, "stderr": RULE}),
        (False, {"summary": SUMMARY, "exit": 2, "stderr": RULE}),
        (True, {"listing": True, "exit": 2, "stderr": RULE}),
    ],
)
def test_row_8_complete(found, ended):
    verdict = said(found, **ended)
    assert verdict.outcome.complete
    assert verdict.failure is None
    assert verdict.kind is None


@pytest.mark.parametrize("kept", [True, False])
def test_row_3_a_starved_first_attempt_is_run_again(kept):
    for ended in (
        {"exit": 101, "stderr": fake_rg.EAGAIN},
        {"exit": None, "stopped_by": Stop.EAGAIN},
        {"exit": 0, "summary": SUMMARY, "stderr": fake_rg.EAGAIN},
    ):
        verdict = said(kept, **ended)
        assert verdict.retry
        assert verdict.kind is FailureKind.EAGAIN
        assert said(kept, first=False, **ended).retry is False


@pytest.mark.parametrize("stop", [Stop.LIMIT, Stop.DEADLINE, Stop.MAX_BUFFER])
def test_row_3_nothing_is_repeated_that_we_stopped_for_another_reason(stop):
    assert not said(exit=None, stopped_by=stop, stderr=fake_rg.EAGAIN).retry


@pytest.mark.parametrize("kept", [True, False])
def test_row_3_a_starved_second_attempt_has_failed(kept):
    verdict = said(kept, exit=101, stderr=fake_rg.EAGAIN, first=False)
    assert verdict.outcome.incomplete
    assert verdict.kind is FailureKind.EAGAIN
    assert (verdict.failure is None) is kept


@pytest.mark.parametrize("listing", [True, False])
@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        (BAD_PATTERN, Kind.INVALID_PATTERN, "unclosed group"),
        ("rg: error parsing glob '[a': unclosed character class", Kind.INVALID_GLOB, "[a"),
        ("rg: unrecognized file type: nosuch", Kind.UNKNOWN_TYPE, "nosuch"),
        (
            "rg: error parsing flag --encoding: grep config error: unknown encoding: x",
            Kind.UNKNOWN_ENCODING,
            "x",
        ),
        ("rg: unrecognized flag --new", Kind.INVALID_PARAMS, "--new"),
    ],
)
def test_f02_row_4_the_callers_mistake(text, kind, word, listing):
    verdict = said(False, exit=2, stderr=RULE + text, listing=listing)
    assert verdict.failure is not None
    assert verdict.failure.kind is kind
    assert word in verdict.failure.message
    assert "no matches" not in verdict.failure.message
    assert verdict.kind is None


def test_f04_a_mistake_is_one_only_where_rg_says_so_and_stopped():
    assert said(False, exit=2, summary=SUMMARY, stderr=BAD_PATTERN).failure is None
    assert said(False, exit=1, stderr=BAD_PATTERN).failure.kind is Kind.EXIT


def test_row_5_the_limit():
    verdict = said(exit=None, stopped_by=Stop.LIMIT, stderr=CLOSED)
    assert verdict.outcome == Outcome(truncated=True, reasons=(Reason.LIMIT,))
    assert verdict.failure is None


@pytest.mark.parametrize(
    ("stop", "reason", "kind"),
    [(Stop.DEADLINE, Reason.TIMEOUT, Kind.TIMEOUT), (Stop.MAX_BUFFER, Reason.MAX_BUFFER, Kind.MAX_BUFFER)],
)
def test_f01_rows_6_and_7_what_was_found_is_kept(stop, reason, kind):
    some = said(True, exit=None, stopped_by=stop)
    assert some.failure is None
    assert some.outcome.incomplete
    assert some.outcome.reasons == (reason,)
    none = said(False, exit=None, stopped_by=stop)
    assert none.failure.kind is kind
    assert none.kind == reason.value
    filtered = said(True, kept=False, exit=None, stopped_by=stop)
    assert filtered.failure.kind is kind


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.parametrize("listing", [True, False])
def test_f03_f04_f20_row_9_unreadable_paths(found, listing):
    verdict = said(found, exit=2, summary=None if listing else SUMMARY, listing=listing, stderr=CLOSED)
    assert verdict.failure is None
    assert verdict.outcome.incomplete
    assert not verdict.outcome.truncated
    assert verdict.outcome.reasons == (Reason.UNREADABLE,)
    assert verdict.unreadable == ("b",)
    assert verdict.kind is None


def test_row_9_an_unknown_complaint_is_shown_as_it_is():
    verdict = said(exit=2, summary=SUMMARY, stderr="something odd\n")
    assert verdict.outcome.notes == ("something odd",)


@pytest.mark.parametrize(
    ("root", "text", "kind"),
    [
        (".", "rg: .: Permission denied (os error 13)", Kind.UNREADABLE),
        (".", "rg: .: No such file or directory (os error 2)", Kind.PATH_NOT_FOUND),
        ("b", CLOSED, Kind.UNREADABLE),
        ("b", "rg: ./b: IO error for operation on ./b: No such file (os error 2)", Kind.PATH_NOT_FOUND),
        ("b", "rg: .\\b: The system cannot find the path specified. (os error 3)", Kind.PATH_NOT_FOUND),
    ],
)
def test_f05_f68_row_9_the_root_itself(root, text, kind):
    for listing in (True, False):
        verdict = said(
            False, exit=2, summary=None if listing else SUMMARY, listing=listing, stderr=text, root=root
        )
        assert verdict.failure.kind is kind


@pytest.mark.parametrize(
    "ended",
    [
        {"exit": 1, "summary": SUMMARY, "stderr": "odd"},  # F18
        {"exit": 1},
        {"exit": 0},
        {"exit": 2},
        {"exit": 3, "summary": SUMMARY},
        {"exit": 101, "stderr": "panicked"},
        {"exit": -6},  # F16
        {"exit": -9, "summary": SUMMARY},
        {"exit": 0, "summary": SUMMARY, "broken_output": "malformed"},
        {"exit": 2, "summary": SUMMARY, "stderr": CLOSED, "broken_output": "malformed"},
        {"exit": -15, "listing": True},
        {"exit": 0, "listing": True, "stderr": "odd"},
        {"exit": 3, "listing": True, "stderr": RULE},
    ],
)
def test_row_10_anything_else(ended):
    some, none = said(True, **ended), said(False, **ended)
    assert some.failure is None
    assert some.outcome.incomplete
    assert some.outcome.reasons == (Reason.EXIT,)
    assert some.kind is FailureKind.EXIT
    assert none.failure.kind is Kind.EXIT
    assert "not “no matches”" in none.failure.message


def test_f16_a_signal_is_named():
    assert "SIGABRT" in said(False, exit=-6).failure.message
    assert "signal 99" in said(False, exit=-99).failure.message


@pytest.mark.parametrize(("exit_status", "found"), [(0, False), (1, True)])
def test_row_8_exit_and_matches_must_agree(exit_status, found):
    verdict = said(found, exit=exit_status, summary=SUMMARY)
    assert verdict.outcome.incomplete


def test_lines_of_ignore_files_above_the_root_are_notes():
    verdict = said(exit=2, summary=SUMMARY, stderr=RULE + CLOSED)
    assert verdict.unreadable == ("b",)
    assert verdict.outcome.notes[-1] == RULE.removeprefix("rg: ").strip()


def test_invariant_no_unfinished_run_leads_to_no_matches():
    """Complete with nothing found: only a whole, clean run whose status says so."""
    exits = (None, 0, 1, 2, 3, 101, -6, -9, -15)
    texts = ("", CLOSED, BAD_PATTERN, fake_rg.EAGAIN, RULE, RULE + CLOSED, "odd")
    stops = (None, *Stop)
    for exit_, text, stop, summary, listing, broken, first in itertools.product(
        exits, texts, stops, (None, SUMMARY), (False, True), (None, "broken"), (True, False)
    ):
        ended = Ended(
            exit=exit_, stderr=text, stopped_by=stop, summary=summary, listing=listing, broken_output=broken
        )
        verdict = judge(ended, found=False, kept=False, first=first)
        if verdict.failure is None and not verdict.retry and verdict.outcome.complete:
            assert stop is None
            assert broken is None
            assert summary is not None or listing
            assert (exit_, text) in {(1, ""), (2, RULE), (1, RULE)} or (listing and exit_ == 0)
            assert text in ("", RULE)


def test_truncated_and_incomplete_are_independent():
    both = Outcome(truncated=True, reasons=(Reason.LIMIT,)) + Outcome(incomplete=True, reasons=(Reason.EXIT,))
    assert (both.truncated, both.incomplete, both.complete) == (True, True, False)
    assert both.reasons == (Reason.LIMIT, Reason.EXIT)
