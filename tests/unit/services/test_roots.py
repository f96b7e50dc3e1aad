"""Where a request searches."""

from pathlib import Path

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg.query import Filter
from ripwire.services.caller import Caller
from ripwire.services.roots import Target, collapsed, scoped, targets


@pytest.fixture
def two(tmp_path):
    for name in ("one/src", "two/src", "one/docs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one/a.txt").touch()
    return tmp_path / "one", tmp_path / "two"


def test_f69_nested_and_repeated_roots_are_collapsed(two, tmp_path):
    one, other = two
    (tmp_path / "link").symlink_to(one)
    assert collapsed([one / "src", one, other, one, tmp_path / "link"]) == (one, other)


def test_f69_named_paths_are_collapsed_too(two):
    one, _ = two
    caller = Caller(client="a", roots=(one,))
    assert targets(caller, [one, one / "src", one / "." / "src", one / "a.txt", one / "a.txt"]) == (
        Target(one),
        Target(one, "a.txt"),
    )


@pytest.mark.parametrize(
    ("missing", "hint"), [("scr", "src"), ("scr/deeper/x", "src"), ("a.text", "a.txt"), ("zzz", "exists is")]
)
def test_f68_a_missing_path_names_the_nearest_one(two, missing, hint):
    one, _ = two
    with pytest.raises(Failure) as failed:
        targets(Caller(client="a", roots=(one,)), [one / missing])
    assert failed.value.kind is Kind.PATH_NOT_FOUND
    assert str(one / missing) in failed.value.message
    assert hint in failed.value.detail


def test_a_path_outside_of_the_roots_is_refused_through_links_too(two):
    one, other = two
    (one / "out").symlink_to(other)
    caller = Caller(client="a", roots=(one,))
    for path in (other, one / "out", one / ".." / "two"):
        with pytest.raises(Failure) as failed:
            targets(caller, [path])
        assert failed.value.kind is Kind.OUTSIDE_ROOTS
        assert targets(caller, [path], allow_outside=True)


@pytest.mark.parametrize("root", [Path.home(), Path("/")])
def test_f40_a_home_folder_or_a_drive_is_searched_only_when_named(root):
    caller = Caller(client="a", roots=(root,))
    with pytest.raises(Failure) as failed:
        targets(caller, [])
    assert failed.value.kind is Kind.INVALID_PARAMS
    assert targets(caller, [root]) == (Target(root),)


def test_f40_another_root_beside_it_is_searched(two):
    one, _ = two
    assert targets(Caller(client="a", roots=(Path("/"), one)), []) == (Target(one),)


def test_f65_a_nul_byte(two):
    with pytest.raises(Failure) as failed:
        targets(Caller(client="a", roots=two), [two[0] / "a\0b"])
    assert failed.value.kind is Kind.INVALID_PARAMS


def test_f59_an_absolute_glob_counts_in_the_root_where_it_lies(two):
    one, other = two
    here = (Target(one), Target(other))
    wanted = Filter(include=(f"{one}/src/*.ts",), exclude=(f"{other}/docs/", "*.md"))
    assert list(scoped(wanted, here)) == [
        (Target(one), Filter(include=(f"{one}/src/*.ts",), exclude=("*.md",)))
    ]
    both = Filter(include=(f"{one}/src/*.ts, *.js",))
    assert [(target.root, len(filter_.include)) for target, filter_ in scoped(both, here)] == [
        (one, 2),
        (other, 1),
    ]


def test_f59_a_glob_in_no_root_is_left_to_be_refused(two):
    wanted = Filter(include=("/nowhere/*.ts",))
    assert [filter_.include for _, filter_ in scoped(wanted, (Target(two[0]), Target(two[1])))] == [
        ("/nowhere/*.ts",),
        ("/nowhere/*.ts",),
    ]


def test_a_named_file_is_searched_whatever_the_globs_say(two):
    one, _ = two
    wanted = Filter(include=("*.ts",), exclude=("*.txt",), hidden=True)
    assert list(scoped(wanted, (Target(one, "a.txt"),))) == [(Target(one, "a.txt"), Filter(hidden=True))]
