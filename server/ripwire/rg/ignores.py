"""Whether rg's ignore rules hide one folder: asked before that folder becomes a search root.

rg started inside an ignored folder searches it, so an include glob like `build/**` would bring ignored
files back if `build` simply became the working directory.  Reading the rules is `pathspec`'s work.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pathspec

NAMES = (".rgignore", ".ignore", ".gitignore")
"""In rg's order of precedence; `.git/info/exclude` comes after them."""


def is_ignored(root: Path, folder: PurePosixPath) -> bool:
    """Whether `folder` (relative to `root`), or one on the way to it, is ignored by a file at or above it."""
    return any(_rules_say(root, part) for part in _ways_down(folder))


def _ways_down(folder: PurePosixPath) -> Iterator[PurePosixPath]:
    parts = folder.parts
    for count in range(1, len(parts) + 1):
        yield PurePosixPath(*parts[:count])


def _rules_say(root: Path, folder: PurePosixPath) -> bool:
    """The nearest rule of the strongest kind decides."""
    target = root / folder
    for name in (*NAMES, ".git/info/exclude"):
        for above in target.parents:
            said = _rule(above / name, target.relative_to(above).as_posix() + "/")
            if said is not None:
                return said
            if name not in {".rgignore", ".ignore"} and (above / ".git").exists():
                break  # git's own rules end at the top of the work tree
    return False


def _rule(file: Path, path: str) -> bool | None:
    try:
        lines = file.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    return pathspec.GitIgnoreSpec.from_lines(lines).check_file(path).include
