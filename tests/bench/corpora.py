"""Trees to measure on, from the package registries or made here; kept in the bench's own folder.

small    1,000 files of the standard library's text, made here
default  10,000 files, made here
large    100,000 files, made here
go       Debian's golang-src (some 12,000 files)
linux    Debian's linux-source-6.1 (78,000 files), without its own catch-all ignore rule
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import tarfile
from pathlib import Path

from tests.bench.rows import STORE

FOLDER = Path(os.environ.get("RIPWIRE_CORPORA", STORE / "corpora"))
MADE = {"small": 1_000, "default": 10_000, "large": 100_000}
PACKAGES = {"go": "golang-1.19-src", "linux": "linux-source-6.1"}
LINES = 60


def corpus(name: str) -> Path:
    """The folder, made or fetched on first use."""
    folder = FOLDER / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        if name in MADE:
            _make(folder, MADE[name])
        else:
            _fetch(folder, PACKAGES[name])
    return folder


def _make(folder: Path, count: int) -> None:
    """Real lines of the standard library, dealt to many files: always the same for the same Python."""
    sources = sorted(Path(os.__file__).parent.glob("*.py"))
    lines = [line for path in sources for line in path.read_text("utf-8", errors="replace").splitlines()]
    deal, rnd = itertools.cycle(lines), random.Random(7)
    for number in range(count):
        path = folder / f"pkg{number % 97:02}/mod{number % 31:02}/file_{number:06}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(itertools.islice(deal, LINES + rnd.randrange(40))) + "\n", "utf-8")


def _fetch(folder: Path, package: str) -> None:
    """Unpack a Debian package, and the archive that it may hold."""
    downloads = folder.parent / "deb"
    downloads.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", package], cwd=downloads, check=True, stdin=subprocess.DEVNULL)
    archive = next(downloads.glob(f"{package}_*.deb"))
    unpacked = folder.with_name(folder.name + ".part")
    subprocess.run(["dpkg", "-x", archive, unpacked], check=True)
    for inner in unpacked.glob("usr/src/*.tar.xz"):
        with tarfile.open(inner) as tar:
            tar.extractall(unpacked, filter="tar")
        inner.unlink()
    rules = next(iter(unpacked.glob("*/.gitignore")), None)
    if rules is not None:
        kept = [line for line in rules.read_text("utf-8").splitlines() if line != "/*"]
        rules.write_text("\n".join(kept) + "\n", "utf-8")
    unpacked.rename(folder)
