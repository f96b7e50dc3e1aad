"""Where tests/editors/setup.sh has put the editors.  One that is missing fails in CI, and skips elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import pytest

HOW = "run tests/editors/setup.sh"


def cache() -> Path:
    chosen = os.environ.get("RIPWIRE_EDITORS")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ripwire-editors"


def screens() -> Path:
    """Where pictures of the running editors go: `RIPWIRE_SCREENS`, or beside the editors."""
    folder = Path(os.environ.get("RIPWIRE_SCREENS") or cache() / "screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def needed(*parts: str) -> Path:
    """A file or folder under the cache."""
    path = cache().joinpath(*parts)
    if not path.exists():
        missing(str(path))
    return path


def with_ripwire(environment: Mapping[str, str]) -> dict[str, str]:
    """The same, with the `ripwire` of this Python first on PATH: that is the one under test."""
    return {**environment, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"}


def program(name: str) -> Path:
    """A program that comes from the system's packages."""
    found = shutil.which(name)
    if found is None:
        missing(name)
    return Path(found)


def missing(what: str) -> NoReturn:
    reason = f"{what} is missing: {HOW}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
