"""Where the user's own git excludes are: the one ignore file that lies in no tree.

rg reads git's configuration with one regular expression, and so do we; to start git for each search
would cost more than the search.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

_EXCLUDES_FILE = re.compile(r'^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$', re.IGNORECASE | re.MULTILINE)


def users_excludes(environment: Mapping[str, str] = os.environ) -> Path | None:
    """`core.excludesFile`, else git's default place; None where there is no home."""
    home = environment.get("HOME") or environment.get("USERPROFILE")
    for file in _configurations(environment, home):
        if named := _named_in(file):
            return _expanded(named, home)
    folder = _git_folder(environment, home)
    return folder / "ignore" if folder else None


def users_files(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Every file that `users_excludes` depends on, and its answer, whether they are there or not."""
    home = environment.get("HOME") or environment.get("USERPROFILE")
    excludes = users_excludes(environment)
    return (*_configurations(environment, home), *([excludes] if excludes else []))


def _configurations(environment: Mapping[str, str], home: str | None) -> Iterator[Path]:
    if replaced := environment.get("GIT_CONFIG_GLOBAL"):
        yield Path(replaced)
        return
    if home:
        yield Path(home, ".gitconfig")
    if folder := _git_folder(environment, home):
        yield folder / "config"


def _git_folder(environment: Mapping[str, str], home: str | None) -> Path | None:
    if configured := environment.get("XDG_CONFIG_HOME"):
        return Path(configured, "git")
    return Path(home, ".config", "git") if home else None


def _named_in(file: Path) -> str | None:
    try:
        found = _EXCLUDES_FILE.search(file.read_text("utf-8", errors="replace"))
    except OSError:
        return None
    return found[1] if found else None


def _expanded(path: str, home: str | None) -> Path:
    return Path(home, path[2:]) if home and path.startswith("~/") else Path(path)
