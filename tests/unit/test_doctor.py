"""Six machines: what the doctor says of each, why, and what to do."""

import json
import os

import pytest

from ripwire.cli.main import command_line
from ripwire.rg.binary import Mode
from ripwire.rg.process import Children
from ripwire.services import doctor
from tests.support.fake_rg import EAGAIN, FakeRg, err, exits, killed, says


@pytest.fixture
async def children():
    all_of_ours = Children()
    yield all_of_ours
    await all_of_ours.close()


@pytest.fixture
def machine(children, tmp_path, monkeypatch):
    """A machine with nothing but what the test puts on PATH."""
    monkeypatch.setattr("ripwire.rg.vendored.installed", tuple)
    monkeypatch.setattr("ripwire.rg.candidates._package_folders", tuple)
    (tmp_path / "workspace").mkdir()
    monkeypatch.chdir(tmp_path / "workspace")

    async def examine(*path, source="auto", **environment):
        env = {"PATH": os.pathsep.join(map(str, path)), **environment}
        return await doctor.examine(children, source, tmp_path / "workspace", env, "git grep")

    return examine


async def test_no_rg(machine, tmp_path):
    found = await machine(tmp_path / "empty")
    assert not found.works
    assert "answered by git grep" in found.why
    assert "ripwire vendor fetch this" in found.advice[0]


async def test_a_broken_rg(machine, tmp_path):
    broken = FakeRg(tmp_path / "broken", version=[killed("SIGABRT")])
    found = await machine(broken.folder)
    assert not found.works
    assert found.resolution.problems == (f"system {broken.path}: was killed by SIGABRT",)
    assert any("Mend or remove" in advice for advice in found.advice)


async def test_f16_an_rg_that_aborts_at_start_is_found_before_any_search(machine, tmp_path):
    broken = FakeRg(
        tmp_path / "broken", version=[err("<jemalloc>: Unsupported system page size\n"), killed("SIGABRT")]
    )
    good = FakeRg(tmp_path / "good")
    found = await machine(broken.folder, good.folder)
    assert found.resolution.path == good.path
    assert "SIGABRT: <jemalloc>: Unsupported system page size" in found.resolution.problems[0]


async def test_a_planted_rg_with_a_dot_in_path(machine, tmp_path):
    FakeRg(tmp_path / "workspace")
    good = FakeRg(tmp_path / "good")
    found = await machine(".", good.folder)
    assert found.resolution.path == good.path
    assert found.resolution.problems == (
        "system ./rg: the entry '.' in PATH depends on the current directory",
    )
    assert any("out of PATH" in advice for advice in found.advice)


async def test_an_old_rg(machine, tmp_path):
    old = FakeRg(tmp_path / "old", version=says("ripgrep 14.1.0\n\nfeatures:-pcre2\n"))
    found = await machine(old.folder)
    assert found.works
    assert found.resolution.version == "14.1.0"
    assert not found.resolution.pcre2
    assert "older than 15.2" in found.resolution.warnings[0]
    assert any("Update it to 15.2" in advice for advice in found.advice)


async def test_one_that_is_too_old(machine, tmp_path):
    old = FakeRg(tmp_path / "old", version=says("ripgrep 0.10.0\n"))
    found = await machine(old.folder)
    assert not found.works
    assert "older than 13" in found.resolution.problems[0]


async def test_a_good_one(machine, tmp_path):
    good = FakeRg(tmp_path / "good")
    found = await machine(good.folder)
    assert (found.resolution.mode, found.advice) == (Mode.SYSTEM, ())


async def test_f28_an_rg_that_may_not_be_started(machine, tmp_path):
    blocked = FakeRg(tmp_path / "blocked")
    blocked.path.write_bytes(b"MZ this is no program of this system")
    found = await machine(source=str(blocked.path))
    assert not found.works
    assert "cannot be started" in found.resolution.problems[0]
    assert "never answer" in found.why


async def test_bad_lines_of_ignore_files_are_told_here(machine, tmp_path, children):
    (tmp_path / "workspace" / ".gitignore").write_text("[z-a]\n")
    noisy = FakeRg(
        tmp_path / "noisy", [err("rg: ./.gitignore: line 1: error parsing glob '[z-a]'\n", EAGAIN), exits(0)]
    )
    found = await machine(noisy.folder)
    assert found.ignore_files == ("./.gitignore: line 1: error parsing glob '[z-a]'",)


def test_the_command_says_it_in_words_and_in_json(tmp_path, monkeypatch, capsys):
    good = FakeRg(tmp_path / "good")
    monkeypatch.setenv("RIPWIRE_RG_SOURCE", str(good.path))
    assert command_line(["doctor", str(tmp_path)]) == 0
    words = capsys.readouterr().out
    assert f"ripgrep 15.2.0 with PCRE2: {good.path}" in words
    assert "Nothing: all is well." in words
    monkeypatch.setenv("RIPWIRE_RG_SOURCE", "/nowhere/rg")
    assert command_line(["doctor", "--json", str(tmp_path)]) == 2
    tree = json.loads(capsys.readouterr().out)
    assert tree["mode"] == "none"
    assert tree["problems"] == ["path /nowhere/rg: no such file"]
