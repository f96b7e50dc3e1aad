"""Builds `ripwire` as one file with ripgrep inside, by PyInstaller; started under the name `rg` it is rg.

`python vendor/build_standalone.py [--dist FOLDER]`, on the system and architecture that it is for.  The
binary comes from the vendor folder, verified; a missing one is fetched first.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ripwire.rg import embedded, vendored

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (
    *("numpy", "opentelemetry"),
    *("hypothesis", "mypy", "ast_serialize", "psutil", "pytest", "setuptools", "pip"),
    *("tkinter", "pydoc_data", "lib2to3"),
)
"""Extras that the one file goes without, and what PyInstaller would find a way to."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--folder", type=Path, default=vendored.home(), help="of the vendored binaries")
    args = parser.parse_args()
    binary = pinned_binary(args.folder)
    with tempfile.TemporaryDirectory(prefix="ripwire-build-") as work:
        subprocess.run(command(binary, args.dist, Path(work)), check=True)
    program = args.dist / ("ripwire.exe" if sys.platform == "win32" else "ripwire")
    sys.stdout.write(f"{program}: {program.stat().st_size / 1e6:.1f} MB\n")


def pinned_binary(folder: Path) -> Path:
    """Fetched when it is not there; one with another hash is refused."""
    target = "-".join(vendored.this_machine())
    fetch = [sys.executable, "-m", "ripwire", "vendor", "fetch", target, "--folder", str(folder)]
    subprocess.run(fetch, check=True)
    pin = vendored.pins()[target]
    return folder / target / pin.name


def command(binary: Path, dist: Path, work: Path) -> list[str]:
    """Ripgrep goes in as data, so that nothing strips or signs its bytes."""
    separator = os.pathsep
    return [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--onefile", "--name", "ripwire"),
        *("--distpath", str(dist), "--workpath", str(work / "build"), "--specpath", str(work)),
        *("--log-level", "WARN", "--paths", str(ROOT / "server")),
        *(() if sys.platform == "win32" else ("--strip",)),
        *("--add-data", f"{binary}{separator}{embedded.FOLDER}"),
        *("--add-data", f"{binary.with_name('LICENSE')}{separator}{embedded.FOLDER}"),
        *("--add-data", f"{vendored.manifest()}{separator}ripwire/vendor"),
        *("--collect-submodules", "ripwire", "--collect-data", "ripwire"),
        *(part for name in LEFT_OUT for part in ("--exclude-module", name)),
        str(ROOT / "server" / "ripwire" / "__main__.py"),
    ]


if __name__ == "__main__":
    main()
