"""What people and models type, read as they meant it."""

from __future__ import annotations

import argparse

import pytest

from ripwire.cli.spelling import count, seconds, size, spelled


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["--hidden=true"], ["--hidden"]),
        (["--hidden=YES", "x"], ["--hidden", "x"]),
        (["--no_ignore"], ["--no-ignore"]),
        (["--hidden=false", "x"], ["x"]),
        (["--hidden=perhaps"], ["--hidden=perhaps"]),
        (["--head_limit=20"], ["--head-limit=20"]),
        (["-i", "a_b", "x=true"], ["-i", "a_b", "x=true"]),
        (["--", "--hidden=true", "--a_b"], ["--", "--hidden=true", "--a_b"]),
        (["--glob=a_b=true"], ["--glob=a_b=true"]),
        (["-e", "--pre=x", "--hidden=1"], ["--regexp=--pre=x", "--hidden"]),
        (["-e", "--"], ["--regexp=--"]),
        (["-e"], ["-e"]),
    ],
)
def test_switches_take_a_word_and_names_take_underscores(typed, meant):
    parser = argparse.ArgumentParser()
    for switch in ("--hidden", "--no-ignore"):
        parser.add_argument(switch, action="store_true")
    parser.add_argument("-e", "--regexp")
    assert spelled(typed, parser) == meant


@pytest.mark.parametrize(
    ("typed", "bytes_"),
    [("10", 10), ("10K", 10240), ("10kb", 10240), ("2MiB", 2 << 20), ("1g", 1 << 30), (" 5 M ", 5 << 20)],
)
def test_sizes_as_ripgrep_counts_them(typed, bytes_):
    assert size(typed) == bytes_


@pytest.mark.parametrize(("typed", "number"), [("20", 20), ("1,000", 1000), ("1_000", 1000), (" 7 ", 7)])
def test_numbers(typed, number):
    assert count(typed) == number


@pytest.mark.parametrize(("typed", "ms"), [("2", 2000), ("1.5", 1500), ("2s", 2000), ("500ms", 500)])
def test_seconds_become_milliseconds(typed, ms):
    assert seconds(typed) == ms


@pytest.mark.parametrize("read", [size, count, seconds])
@pytest.mark.parametrize("typed", ["", "many", "-1", "1e3x"])
def test_the_error_says_what_was_expected(read, typed):
    with pytest.raises(argparse.ArgumentTypeError, match="expected"):
        read(typed)
