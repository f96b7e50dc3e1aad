"""Whether rg's ignore rules hide one place: asked before a folder becomes a search root.

rg started inside an ignored folder searches it, so an include glob like `build/**` would bring ignored
files back if `build` simply became the working directory.  Reading the rules is `pathspec`'s work.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ripwire.rg import gitconfig, gitignore

NAMES = (".rgignore", ".ignore", ".gitignore")
"""In rg's order of precedence; `.git/info/exclude` comes after them, then the user's own excludes."""


def is_ignored(root: Path, place: PurePosixPath, *, is_file: bool = False) -> bool:
    """Whether `place` (relative to `root`), or a folder on the way to it, is ignored from there or above."""
    ways = list(_ways_down(place))
    return any(_rules_say(root, part, "" if is_file and part == place else "/") for part in ways)


def is_passed_over(root: Path, folder: PurePosixPath) -> bool:
    """Whether rg leaves it out: `folder`, or one on the way, is ignored, or hidden and not whitelisted."""
    for part in _ways_down(folder):
        said = _rules_say(root, part, "/")
        if said or (said is None and part.name.startswith(".")):
            return True
    return False


def _ways_down(place: PurePosixPath) -> Iterator[PurePosixPath]:
    parts = place.parts
    for count in range(1, len(parts) + 1):
        yield PurePosixPath(*parts[:count])


def _rules_say(root: Path, place: PurePosixPath, end: str) -> bool | None:
    """The nearest rule of the strongest kind decides; `end` is `/` for a folder.  None: no rule meets it."""
    target = root / place
    for name in (*NAMES, ".git/info/exclude"):
        for above in target.parents:
            said = _rule(above / name, target.relative_to(above).as_posix() + end)
            if said is not None:
                return said
            if name not in {".rgignore", ".ignore"} and (above / ".git").exists():
                break  # git's own rules end at the top of the work tree
    users_own = gitconfig.users_excludes()
    return _rule(users_own, place.as_posix() + end) if users_own is not None else None


def _rule(file: Path, path: str) -> bool | None:
    try:
        lines = file.read_text("utf-8", errors="replace").split("\n")
    except OSError:
        return None
    return gitignore.says(gitignore.lenient(lines), path)
