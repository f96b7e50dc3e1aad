"""Arguments as models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.errors import Failure
from ripwire.mcp.catalog import FIND, GREP, TOOL_CALL
from ripwire.mcp.table import TOOLS

read = GREP.arguments.read


def test_obvious_spellings_are_accepted():
    given = {
        "pattern": "x",
        "head_limit": "20",
        "-i": "true",
        "-n": "False",
        "multiline": 1,
        "-C": 3.0,
        "path": "undefined",
        "type": '["py", "rust"]',
        "glob": "*.py",
        "offset": "null",
        "output_mode": "Files-With-Matches",
        "exclude": [],
    }
    values = read(given)
    assert (values["head_limit"], values["-i"], values["-n"], values["multiline"]) == (20, True, False, True)
    assert (values["-C"], values["path"], values["type"], values["glob"]) == (
        3,
        None,
        ("py", "rust"),
        ("*.py",),
    )
    assert (values["offset"], values["output_mode"], values["exclude"]) == (0, "files_with_matches", None)


def test_other_harnesses_names_are_known_and_not_shown():
    assert read({"query": "x", "include": "*.c", "context": 2, "ignore_case": True})["-C"] == 2
    assert "include" not in GREP.arguments.schema()["properties"]
    assert read({"pattern": "x", "headLimit": 7})["head_limit"] == 7


def test_a_pattern_may_be_any_word():
    assert read({"pattern": "null"})["pattern"] == "null"
    assert FIND.arguments.read({"pattern": "undefined"})["pattern"] == "undefined"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "pattern: is required"),
        ({"pattern": "x", "head_limit": "many"}, "head_limit: expected an integer, got 'many'"),
        ({"pattern": "x", "head_limit": -1}, "head_limit: expected at least 0, got -1"),
        ({"pattern": "x", "-i": "perhaps"}, "-i: expected true or false, got 'perhaps'"),
        (
            {"pattern": "x", "output_mode": "lines"},
            "output_mode: expected one of files_with_matches",
        ),
        ({"pattern": "x", "patern": "y"}, "patern: is not an argument; did you mean pattern?"),
        ({"pattern": ["x"]}, "pattern: expected a text"),
        ({"pattern": "a\0b"}, "pattern: a NUL character"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(given, problem):
    with pytest.raises(Failure) as failure:
        read(given)
    assert any(told.startswith(problem) for told in failure.value.problems)


def test_all_problems_are_told_at_once():
    with pytest.raises(Failure) as failure:
        read({"head_limit": "x", "-A": "y", "zzz": 1})
    assert len(failure.value.problems) == 4


def test_object_may_come_as_text():
    assert TOOL_CALL.arguments.read({"name": "x", "arguments": '{"a": 1}'})["arguments"] == {"a": 1}


def test_list_of_tools_is_the_documented_one():
    assert list(TOOLS)[:4] == ["grep", "glob", "files", "symbols"]
    assert all(len(offer.description) < 500 for offer, _ in TOOLS.values())


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.none() | st.text(max_size=3), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=1),
)


@given(st.dictionaries(st.sampled_from([*GREP.arguments.known, "other"]), VALUES, max_size=6))
def test_no_arguments_crash(given_):
    try:
        assert set(read(given_)) == set(GREP.arguments.known)
    except Failure as failure:
        assert failure.problems  # noqa: PT017 - either a value or a refusal with words
