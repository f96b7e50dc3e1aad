"""The standalone program: one file with rg inside, which is rg when it is started under that name.

A frozen build (PyInstaller) unpacks itself into a folder for as long as it runs.  The daemon starts the
rg of that folder directly, in 2 ms; should a cleaner have emptied the folder, the program starts itself
under rg's name, which unpacks it once more and costs half a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = "ripgrep"
"""Where the build script puts the binary, inside the bundle."""


def is_frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


def unpacked() -> Path | None:
    """The rg that came out of the bundle."""
    folder = getattr(sys, "_MEIPASS", None)
    if folder is None:
        return None
    return Path(folder) / FOLDER / ("rg.exe" if sys.platform == "win32" else "rg")


def candidates() -> tuple[Path, ...]:
    """The unpacked rg, then the program itself; nothing when this is an ordinary installation."""
    if not is_frozen():
        return ()
    inner = unpacked()
    own = Path(sys.executable)
    return (own,) if inner is None or not inner.is_file() else (inner, own)


def is_called_rg(argv0: str) -> bool:
    """`rg`, `/usr/bin/rg`, `RG.EXE` on Windows: the name decides, not the place."""
    name = os.path.basename(argv0.replace("\\", "/") if sys.platform == "win32" else argv0)  # noqa: PTH119
    if sys.platform == "win32":
        name = name.lower().removesuffix(".exe")
    return name.removesuffix(".exe") == "rg"


def become_rg(argv: Sequence[str]) -> None:
    """Returns when this program was not started as rg; else it is rg from here on, and never returns."""
    if not is_frozen() or not argv or not is_called_rg(argv[0]):
        return
    inner = unpacked()
    if inner is None or not inner.is_file():
        sys.exit("rg: this build of ripwire holds no ripgrep")
    if sys.platform == "win32":  # execv would return to the shell before rg has ended
        sys.exit(subprocess.call(["rg", *argv[1:]], executable=inner))  # noqa: S607 - `inner` is what runs
    os.execve(inner, ["rg", *argv[1:]], _environment())  # noqa: S606 - the arguments are passed on as they are


def _environment() -> dict[str, str]:
    """The bundle's own library path is put back to what it was before the program started."""
    env = dict(os.environ)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = env.pop(name + "_ORIG", None)
        if before is not None:
            env[name] = before
        else:
            env.pop(name, None)
    return env
