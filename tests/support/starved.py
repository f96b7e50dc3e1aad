"""A real rg that cannot create threads: another user's, under a limit of that user's processes.

The limit counts threads, and does not bind root; so rg runs as a user that nobody else is.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ripwire.rg import candidates

USER = 54_321
"""Without a name and without other processes, whose threads would count."""
FILES = 2_400
HITS = 1_200

_WRAPPER = """#!/bin/sh
[ "$1" = --version ] && exec {rg} "$@"
exec {setpriv} --reuid={user} --regid={user} --clear-groups {prlimit} --nproc={most}:{most} {rg} "$@"
"""


def can_starve() -> bool:
    tools = all(shutil.which(name) for name in ("setpriv", "prlimit"))
    return hasattr(os, "geteuid") and os.geteuid() == 0 and tools


class Starved:
    """`rg(most)` is a program named rg that may have so many threads; `root` is a tree it can read."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "tree"
        folder.chmod(0o755)
        self.root.mkdir()
        (packaged,) = candidates.packaged().candidates[:1]
        self._real = shutil.copy(packaged.path, folder / "real-rg")

    def fill(self) -> None:
        for number in range(FILES):
            file = self.root / f"d{number % 40}" / f"f{number}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("needle\n" if number < HITS else "hay\n")

    def rg(self, most: int) -> Path:
        path = self.folder / str(most) / "rg"
        path.parent.mkdir(exist_ok=True)
        tools = {name: shutil.which(name) for name in ("setpriv", "prlimit")}
        path.write_text(_WRAPPER.format(rg=self._real, user=USER, most=most, **tools))
        path.chmod(0o755)
        return path


@contextlib.contextmanager
def other_user() -> Iterator[Starved]:
    if not can_starve():
        pytest.skip("needs root, to become a user of its own, and setpriv and prlimit")
    # Not tmp_path: its folders are closed to other users.
    with tempfile.TemporaryDirectory(prefix="rw-starved-") as folder:
        yield Starved(Path(folder))


@pytest.fixture(scope="module")
def starved() -> Iterator[Starved]:
    with other_user() as place:
        place.fill()
        yield place
