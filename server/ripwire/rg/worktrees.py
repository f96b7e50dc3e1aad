"""Other work trees of the same repository that lie inside a root: copies that would flood an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def nested(root: Path) -> Iterator[str]:
    """Paths relative to `root`, with `/`, of linked work trees below it.  Usually none."""
    common = _common_folder(root)
    if common is None:
        return
    try:
        entries = sorted((common / "worktrees").iterdir())
    except OSError:
        return
    for entry in entries:
        place = _place(entry)
        if place is not None and place != root and place.is_relative_to(root):
            yield place.relative_to(root).as_posix()


def _common_folder(root: Path) -> Path | None:
    """The `.git` folder that all work trees of the repository share."""
    for folder in (root, *root.parents):
        git = folder / ".git"
        if git.is_dir():
            return git
        if git.is_file():
            return _through_file(git)
    return None


def _through_file(git: Path) -> Path | None:
    """A linked work tree's `.git` file names `…/.git/worktrees/NAME`."""
    try:
        named = git.read_text("utf-8").removeprefix("gitdir:").strip()
    except (OSError, UnicodeDecodeError):
        return None
    folder = (git.parent / named).resolve()
    return folder.parent.parent if folder.parent.name == "worktrees" else None


def _place(entry: Path) -> Path | None:
    try:
        return Path((entry / "gitdir").read_text("utf-8").strip()).parent
    except (OSError, UnicodeDecodeError):
        return None
