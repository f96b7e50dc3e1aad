"""Which files ripgrep would not look at: ignore rules of all folders above, hidden names, the filter's globs.

The engines of this package know no ignore files, or only git's; so what they give passes through here.
"""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import gitconfig, gitignore, globs, postfilter, types, worktrees
from ripwire.rg.fallback.file_types import GLOBS
from ripwire.rg.postfilter import Keep
from ripwire.rg.query import Filter
from ripwire.rg.selection import VCS

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

NAMES = (".rgignore", ".ignore", ".gitignore", ".git/info/exclude")
"""Strongest first, as rg applies them; git's global file comes last."""
_GITS_OWN = (".gitignore", ".git/info/exclude")


@attrs.define(eq=False)
class IgnoreRules:
    """Asked with paths relative to `root`; every ignore file is read once."""

    root: Path
    _everywhere: Path | None = attrs.field(factory=gitconfig.users_excludes)
    _specs: dict[Path, GitIgnoreSpec | None] = attrs.field(factory=dict)
    _folders: dict[str, bool] = attrs.field(factory=dict)

    def hides(self, path: str) -> bool:
        """A file: ignored by itself, or in an ignored folder."""
        folder = path.rpartition("/")[0]
        return (bool(folder) and self.hides_folder(folder)) or self._say(path, folder=False)

    def hides_folder(self, folder: str) -> bool:
        """Asked for every file of a folder, so it is remembered."""
        if folder not in self._folders:
            above = folder.rpartition("/")[0]
            hidden = bool(above) and self.hides_folder(above)
            self._folders[folder] = hidden or self._say(folder, folder=True)
        return self._folders[folder]

    def _say(self, path: str, *, folder: bool) -> bool:
        """The nearest rule of the strongest kind decides."""
        target = self.root / path
        tail = "/" if folder else ""
        for name in NAMES:
            for above in target.parents:
                said = self._rule(above / name, target.relative_to(above).as_posix() + tail)
                if said is not None:
                    return said
                if name in _GITS_OWN and self._is_top(above):
                    break  # git's own rules end at the top of the work tree
        return bool(self._everywhere is not None and self._rule(self._everywhere, path + tail))

    def _rule(self, file: Path, path: str) -> bool | None:
        if file not in self._specs:
            self._specs[file] = _read(file)
        spec = self._specs[file]
        return None if spec is None else gitignore.says(spec, path)

    def _is_top(self, folder: Path) -> bool:
        marker = folder / ".git"
        if marker not in self._specs:
            # A spec in this place would never be asked for: the key only remembers that `.git` is there.
            self._specs[marker] = gitignore.lenient([]) if marker.exists() else None
        return self._specs[marker] is not None


def keeper(wanted: Filter, root: Path, *, named: bool = False) -> Keep:
    """Whether rg would look at this file.  `named`: the caller named files, and rules hide none of those."""
    if named:
        return lambda _: True
    tests = tuple(_tests(wanted, root))
    return lambda path: all(test(os.fsdecode(path)) for test in tests)


def _tests(wanted: Filter, root: Path) -> Iterator[Callable[[str], bool]]:
    """Cheap ones first; the ignore rules may read files."""
    includes, excludes = globs.parted(wanted.include, wanted.exclude, root)
    if (passes := postfilter.keeping(includes, excludes, hidden=wanted.hidden)) is not None:
        yield lambda path: passes(os.fsencode(path))
    named_hidden = any(glob.names_hidden for glob in includes)
    yield from _types(wanted)
    yield _not_version_control if wanted.hidden or named_hidden else _not_hidden
    elsewhere = tuple(place + "/" for place in worktrees.nested(root))
    if elsewhere:
        yield lambda path: not path.startswith(elsewhere)
    if not wanted.no_ignore:
        rules = IgnoreRules(root)
        yield lambda path: not rules.hides(path)
    if (most := wanted.max_file_size) is not None:
        yield lambda path: _size(root / path) <= most


def _types(wanted: Filter) -> Iterator[Callable[[str], bool]]:
    if wanted.types:
        patterns = [glob for name in wanted.types for glob in _globs(name)]
        yield lambda path: _named_like(path, patterns)
    if wanted.types_not:
        unwanted = [glob for name in wanted.types_not for glob in _globs(name)]
        yield lambda path: not _named_like(path, unwanted)


def _globs(name: str) -> tuple[str, ...]:
    known = types.known_name(name)
    if known not in GLOBS:
        near = ", ".join(types.near_names(name, GLOBS))
        hint = f"; near names: {near}" if near else ""
        raise Failure(Kind.UNKNOWN_TYPE, f"unknown file type {name!r} without ripgrep{hint}")
    return GLOBS[known]


def _named_like(path: str, globs: list[str]) -> bool:
    name = path.rpartition("/")[2]
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


def _not_hidden(path: str) -> bool:
    return not any(part.startswith(".") for part in PurePosixPath(path).parts)


def _not_version_control(path: str) -> bool:
    return not any(part in VCS for part in PurePosixPath(path).parts)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _read(file: Path) -> GitIgnoreSpec | None:
    """A bad line is left out, the others stand: `ripwire doctor` tells of it."""
    try:
        lines = file.read_text("utf-8", errors="replace").split("\n")
    except OSError:
        return None
    return gitignore.lenient(lines)
