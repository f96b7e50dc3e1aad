"""Which rg is used, in which order, and why the others are not."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from ripwire.rg.binary import Choice, Mode, Resolver, chosen
from ripwire.rg.process import Children

SAYS = """#!/bin/sh
echo "$0 $*" >> "{log}"
[ "$1" = --version ] && echo '{first}'
exit {exit}
"""


@pytest.fixture
async def children():
    all_of_ours = Children()
    yield all_of_ours
    await all_of_ours.close()


@pytest.fixture(autouse=True)
def nothing_vendored(monkeypatch):
    """A developer's filled vendor folder must not decide these tests."""
    monkeypatch.setattr("ripwire.rg.vendored.installed", tuple)


@pytest.fixture
def rg_saying(tmp_path):
    """Make a program named rg that answers --version with a line."""

    def make(folder: str, first: str = "ripgrep 15.2.0", status: int = 0) -> Path:
        path = tmp_path / folder / "rg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SAYS.format(first=first, exit=status, log=tmp_path / "started"))
        path.chmod(0o755)
        return path

    return make


def resolver(children, source="system", path="", folders=(), **environment):
    return Resolver(
        source, children, environment={"PATH": path, **environment}, workspace_folders=lambda: folders
    )


async def test_the_packaged_rg_is_found_by_its_own_record(children):
    found = await resolver(children, "builtin").resolve()
    assert found.mode is Mode.PACKAGED
    assert found.version == "15.2.0"
    assert found.pcre2
    assert found.argv0 == "rg"
    assert found.warnings == ()


async def test_system_uses_the_real_path(children, rg_saying, tmp_path):
    real = rg_saying("opt")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "rg").symlink_to(real)
    found = await resolver(children, path=str(tmp_path / "bin")).resolve()
    assert (found.mode, found.path) == (Mode.SYSTEM, real)


@pytest.mark.parametrize("entry", [".", "", "planted", "./planted"])
async def test_f27_a_planted_rg_is_never_run(children, rg_saying, tmp_path, monkeypatch, entry):
    rg_saying("planted")
    rg_saying(".")
    monkeypatch.chdir(tmp_path)
    good = rg_saying("good")
    found = await resolver(children, path=os.pathsep.join((entry, str(good.parent)))).resolve()
    assert found.path == good
    assert "PATH" in found.problems[0]
    assert str(tmp_path / "planted") not in (tmp_path / "started").read_text()


async def test_f27_an_rg_inside_a_workspace_is_never_run_even_through_a_link(children, rg_saying, tmp_path):
    inside = rg_saying("work/tools")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "rg").symlink_to(inside)
    path = os.pathsep.join((str(inside.parent), str(tmp_path / "bin")))
    found = await resolver(children, path=path, folders=(tmp_path / "work",)).resolve()
    assert found.mode is not Mode.SYSTEM
    assert sum("inside the workspace folder" in problem for problem in found.problems) == 2
    assert not (tmp_path / "started").exists()


async def test_a_broken_first_rg_is_remembered_and_the_next_is_used(children, rg_saying):
    broken, good = rg_saying("a", status=3), rg_saying("b")
    found = await resolver(children, path=f"{broken.parent}{os.pathsep}{good.parent}").resolve()
    assert found.path == good
    assert "exit status 3" in found.problems[0]


async def test_another_program_named_rg_is_not_ripgrep(children, rg_saying):
    other = rg_saying("a", first="rogue 1.0")
    found = await resolver(children, str(other)).resolve()
    assert found.mode is Mode.NONE
    assert found.strict
    assert "not ripgrep" in found.problems[0]


@pytest.mark.parametrize(
    ("first", "works", "warned"),
    [
        ("ripgrep 12.1.1", False, False),
        ("ripgrep 13.0.0", True, True),
        ("ripgrep 14.1.0 (rev abc)", True, True),
        ("ripgrep 15.2.0", True, False),
        ("ripgrep 16.0.0", True, False),
    ],
)
async def test_an_old_system_rg_works_with_a_warning(children, rg_saying, first, works, warned):
    found = await resolver(children, path=str(rg_saying("a", first=first).parent)).resolve()
    assert (found.mode is Mode.SYSTEM) is works
    assert bool(found.warnings) is warned


async def test_the_answer_is_cached_until_the_file_changes(children, rg_saying, tmp_path):
    path = rg_saying("a")
    finder = resolver(children, str(path))
    assert await finder.resolve() is await finder.resolve()
    starts = (tmp_path / "started").read_text().count("--version")
    assert starts == 1
    rg_saying("a", first="ripgrep 15.3.0")
    os.utime(path, ns=(1, 1))
    assert (await finder.resolve()).version == "15.3.0"


async def test_f07_an_rg_that_moved_away_and_came_back_is_found_again(children, rg_saying, tmp_path):
    path = rg_saying("a")
    finder = resolver(children, str(path))
    assert (await finder.resolve()).mode is Mode.PATH
    shutil.move(path, tmp_path / "away")
    finder.invalidate()
    assert (await finder.resolve()).mode is Mode.NONE
    shutil.move(tmp_path / "away", path)
    assert (await finder.resolve()).mode is Mode.PATH


async def test_invalidate_forgets_a_good_verdict_whose_file_lost_its_permission(children, rg_saying):
    path = rg_saying("a")
    finder = resolver(children, str(path))
    await finder.resolve()
    path.write_text("no program")
    path.chmod(stat.S_IRUSR)
    finder.invalidate()
    found = await finder.resolve()
    assert found.mode is Mode.NONE
    assert "cannot be started" in found.problems[0]


@pytest.mark.parametrize(
    ("source", "variable", "choice"),
    [
        ("auto", "", Choice.AUTO),
        ("", "0", Choice.SYSTEM),
        ("auto", "False", Choice.SYSTEM),
        ("auto", "off", Choice.SYSTEM),
        ("auto", "1", Choice.BUILTIN),
        ("auto", "true", Choice.BUILTIN),
        ("system", "1", Choice.SYSTEM),
        ("builtin", "0", Choice.BUILTIN),
        ("/usr/bin/rg", "1", Choice.PATH),
    ],
)
def test_the_setting_wins_over_the_variable(source, variable, choice):
    assert chosen(source, {"USE_BUILTIN_RIPGREP": variable})[0] is choice


@pytest.mark.parametrize(("source", "variable"), [("bin/rg", ""), ("auto", "perhaps")])
def test_a_bad_choice_is_told_and_auto_is_used(source, variable):
    choice, _, problems = chosen(source, {"USE_BUILTIN_RIPGREP": variable})
    assert choice is Choice.AUTO
    assert "expected one of" in problems[0]


async def test_f29_builtin_never_falls_back_to_the_system(children, rg_saying, monkeypatch):
    monkeypatch.setattr("ripwire.rg.candidates._package_folders", tuple)
    rg_saying("a")
    found = await resolver(children, "builtin").resolve()
    assert (found.mode, found.strict) == (Mode.NONE, True)


async def test_f29_a_missing_builtin_gives_way_to_the_system(children, rg_saying, monkeypatch):
    monkeypatch.setattr("ripwire.rg.candidates._package_folders", tuple)
    found = await resolver(children, "auto", path=str(rg_saying("a").parent)).resolve()
    assert found.mode is Mode.SYSTEM
