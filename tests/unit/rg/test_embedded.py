"""A frozen build under the name rg is rg."""

import pytest

from ripwire.rg import embedded


@pytest.mark.parametrize("name", ["rg", "/usr/local/bin/rg", "./rg", "rg.exe"])
def test_the_name_decides(name):
    assert embedded.is_called_rg(name)


@pytest.mark.parametrize("name", ["ripwire", "/opt/rg/ripwire", "rgx", "", "org"])
def test_other_names_are_ripwire(name):
    assert not embedded.is_called_rg(name)


def test_an_ordinary_installation_never_becomes_rg():
    embedded.become_rg(["rg", "--version"])
    assert embedded.candidates() == ()


def test_a_frozen_build_offers_its_unpacked_rg_then_itself(monkeypatch, tmp_path):
    (tmp_path / "ripgrep").mkdir()
    inner = tmp_path / "ripgrep" / "rg"
    inner.touch()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    monkeypatch.setattr("sys.executable", "/opt/ripwire")
    assert [str(path) for path in embedded.candidates()] == [str(inner), "/opt/ripwire"]
    inner.unlink()
    assert [str(path) for path in embedded.candidates()] == ["/opt/ripwire"]


def test_becoming_rg_passes_arguments_on_and_restores_the_library_path(monkeypatch, tmp_path):
    (tmp_path / "ripgrep").mkdir()
    (tmp_path / "ripgrep" / "rg").touch()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    called = []
    monkeypatch.setattr("os.execve", lambda *args: called.append(args))
    embedded.become_rg(["/usr/bin/rg", "-e", "x", "--", "."])
    ((path, argv, env),) = called
    assert path == tmp_path / "ripgrep" / "rg"
    assert argv == ["rg", "-e", "x", "--", "."]
    assert env["LD_LIBRARY_PATH"] == "/before"
    assert "LD_LIBRARY_PATH_ORIG" not in env


def test_a_build_without_rg_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    with pytest.raises(SystemExit, match="no ripgrep"):
        embedded.become_rg(["rg"])
