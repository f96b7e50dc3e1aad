"""A platform wheel with ripgrep inside works where there is no other rg; a plain one holds none."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from ripwire.rg import vendored
from tests.support.emptied import ROOT, EmptyRoot, vendor_folder

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform != "linux", reason="chroot and the shared libraries of Linux"),
]
TARGET = "-".join(vendored.this_machine())


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of what a wheel is built from, with a filled vendor folder."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    shutil.copytree(ROOT / "server" / "ripwire", folder / "server" / "ripwire", ignore=_not_caches)
    shutil.copytree(
        ROOT / "vendor", folder / "vendor", ignore=shutil.ignore_patterns("ripgrep", "__pycache__")
    )
    vendor_folder(folder / "vendor" / "ripgrep")
    return folder


def _not_caches(_, names):
    return [name for name in names if name == "__pycache__"]


def build(sources, into, **environment):
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    command += ["--disable-pip-version-check", "--wheel-dir", into, sources]
    env = os.environ | environment
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=300, check=False)
    return done, list(Path(into).glob("*.whl"))


def test_a_platform_wheel_searches_in_an_empty_root(sources, tmp_path):
    done, wheels = build(sources, tmp_path / "wheels", RIPWIRE_WHEEL_TARGET=TARGET)
    assert done.returncode == 0, done.stderr
    (wheel,) = wheels
    assert vendored.pins()[TARGET].platform_tag in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if name.startswith("ripwire/vendor/")}
    assert inside == {
        "ripwire/vendor/vendor.toml",
        f"ripwire/vendor/ripgrep/{TARGET}/rg",
        f"ripwire/vendor/ripgrep/{TARGET}/LICENSE",
    }
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site, wheel]
    subprocess.run([*install, "--disable-pip-version-check"], check=True, capture_output=True)
    root = EmptyRoot(tmp_path / "root")
    root.mount(Path(sys.base_prefix), "python")
    root.mount(Path(sysconfig.get_path("purelib")), "needed")  # our dependencies; no rg is in that folder
    root.mount(site, "site")
    for library in ("lib", "lib64"):
        if Path("/", library).exists():
            root.mount(Path("/", library), library)
    python = f"/python/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    given = {"PYTHONPATH": "/site:/needed", "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    given["LD_LIBRARY_PATH"] = "/python/lib"  # an interpreter with a shared library has it elsewhere
    doctor = root.run(python, "-m", "ripwire", "doctor", "/tree", **given)
    assert "mode         vendor" in doctor.stdout, doctor
    assert "/site/ripwire/vendor/ripgrep" in doctor.stdout
    done = root.run(python, "-m", "ripwire", "grep", "-n", "needle", "/tree", **given)
    assert (done.returncode, done.stdout) == (0, "/tree/a.txt:2:needle\n"), done.stderr


def test_a_changed_binary_is_not_packed(sources, tmp_path):
    binary = sources / "vendor" / "ripgrep" / TARGET / "rg"
    before = binary.read_bytes()
    binary.write_bytes(before[:-1] + b"x")
    done, wheels = build(sources, tmp_path / "wheels", RIPWIRE_WHEEL_TARGET=TARGET)
    binary.write_bytes(before)
    assert done.returncode != 0
    assert "is not the pinned binary" in done.stderr + done.stdout
    assert wheels == []


def test_a_plain_wheel_holds_the_pins_and_no_binary(sources, tmp_path):
    done, (wheel,) = build(sources, tmp_path / "wheels")
    assert done.returncode == 0
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if name.startswith("ripwire/vendor/")}
    assert inside == {"ripwire/vendor/vendor.toml"}
