"""Globs as people write them, brought to the one form that rg and the post-filter share.

rg's `-g '*.txt'` brings ignored files back, and `-g '*'` hidden ones too; ours never do.  Here a glob only
becomes plain: separators, `./`, `~`, folders, lists, braces, absolute ones.  `selection.py` decides how
each is applied.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg.braces import expanded, listed

WILD = re.compile(r"[*?\[\]{}]")
_MATCHES_ALL = {"*", "**", "**/*", "**/**"}
_DRIVE = re.compile(r"^[A-Za-z]:(?:/|$)")
_ESCAPED_BRACKETS = re.compile(r"\\\[([^\[\]/\\]*)\\\]")


@attrs.frozen
class Glob:
    """A relative glob: `prefix` is its literal folder, `rest` what is left, relative to it.

    A `rest` with a slash in it, or any `rest` behind a prefix, is anchored there; a bare name is met at
    any depth.
    """

    prefix: PurePosixPath
    rest: str

    @property
    def text(self) -> str:
        """As one gitignore-style pattern, anchored where it names a folder."""
        if not self.prefix.parts:
            return self.rest
        return f"/{escaped(self.prefix.as_posix())}/{self.rest}"

    @property
    def pruned(self) -> str:
        """The same for an exclude: a whole folder is left out without walking it."""
        if self.prefix.parts and self.rest == "**":
            return "/" + escaped(self.prefix.as_posix())
        return self.text

    @property
    def base_name(self) -> str | None:
        """The pattern for base names alone, at any depth under `prefix`; None where folders matter.

        A literal name without a dot may be a folder as well, so it is left to the post-filter.
        """
        rest = self.rest.removeprefix("**/")
        anchored = self.prefix.parts and rest == self.rest
        if "/" in rest or anchored or (not WILD.search(rest) and "." not in rest):
            return None
        return rest

    @property
    def matches_all(self) -> bool:
        return self.rest in _MATCHES_ALL

    @property
    def names_hidden(self) -> bool:
        """A part of it begins with a dot: the caller asks for something hidden by name."""
        return any(part.startswith(".") for part in (*self.prefix.parts, *self.rest.split("/")))


def parted(include: Iterable[str], exclude: Iterable[str], root: Path) -> tuple[list[Glob], list[Glob]]:
    """(includes, excludes) in their plain form; `!x` among the includes is an exclude.

    `Failure` for one that cannot be read or that lies outside the root.
    """
    wanted = [one.strip() for globs in include for one in listed(globs)]
    unwanted = [one.strip() for globs in exclude for one in listed(globs)]
    negative = [one for one in wanted if one.startswith("!")]
    positive = [one for one in wanted if not one.startswith("!")]
    return _plain(positive, root), _plain([*unwanted, *negative], root)


def is_absolute(glob: str) -> bool:
    plain = glob.strip().removeprefix("!").replace("\\", "/")
    return plain.startswith(("/", "~")) or _DRIVE.match(plain) is not None


def reaches(glob: str, root: Path) -> bool:
    """False for a glob that lies outside of this root; it may lie in another."""
    try:
        _plain([glob.strip()], root)
    except Failure:
        return False
    return True


def escaped(name: str) -> str:
    """A glob that matches exactly this name."""
    return re.sub(r"([*?\[{}])", r"[\1]", name)


def _plain(globs: Iterable[str], root: Path) -> list[Glob]:
    found = (
        _split(_relative(one, written, root), root)
        for written in globs
        for one in expanded(_ESCAPED_BRACKETS.sub(r"[[]\1[]]", written.removeprefix("!")))
        if one
    )
    return list(dict.fromkeys(found))


def _relative(glob: str, written: str, root: Path) -> str:
    """With `/`, without `./` and `..`; a leading `/` that remains anchors it at the root."""
    plain = glob.replace("\\", "/")
    if plain == "~" or plain.startswith("~/"):
        plain = os.path.expanduser(plain).replace("\\", "/")  # noqa: PTH111 - a glob, not a path
    inside = plain
    if plain.startswith("/") or _DRIVE.match(plain):
        below = under(plain, root.as_posix())
        if below is None and not (plain.startswith("/") and _begins_here(plain, root)):
            raise _outside(written, root)
        inside = plain if below is None else "/" + below
    return _without_dots(inside, written, root)


def under(glob: str, base: str) -> str | None:
    """What is left of an absolute glob below `base`; None outside of it.  Drives have no case."""
    base = base.rstrip("/")
    head, rest = glob[: len(base)], glob[len(base) :]
    same = head.lower() == base.lower() if _DRIVE.match(base + "/") else head == base
    return rest.lstrip("/") if same and (not rest or rest.startswith("/")) else None


def _begins_here(glob: str, root: Path) -> bool:
    """Gitignore-style: `/x` is x at the root, if there is such an x."""
    first = glob.lstrip("/").split("/")[0]
    return bool(WILD.search(first)) or not first or _exists(root / first)


def _without_dots(glob: str, written: str, root: Path) -> str:
    parts: list[str] = []
    for part in glob.split("/"):
        if part == "..":
            if not parts or WILD.search(parts[-1]):
                raise _outside(written, root)
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    if not parts:
        return "**"
    start = "/" if glob.startswith("/") else ""
    end = "/" if glob.endswith(("/", "/.", "/..")) else ""
    return start + "/".join(parts) + end


def _outside(written: str, root: Path) -> Failure:
    return Failure(
        Kind.INVALID_GLOB, f"the glob {written!r} lies outside the search root", f"the root is {root}"
    )


def _split(glob: str, root: Path) -> Glob:
    """A literal name that is a folder at the root means everything in that folder."""
    folder = glob.endswith("/")
    parts = [part for part in glob.split("/") if part]
    anchored = glob.startswith("/") and parts[0] != "**"
    if _exists(root / "/".join(parts)) and WILD.search(glob):
        return Glob(PurePosixPath(*parts[:-1]), escaped(parts[-1]))  # a file called `[id].tsx`
    literal = _literal_parts(parts, root)
    rest = parts[len(literal) :]
    if not rest and _is_folder(root / glob.strip("/")):
        return Glob(PurePosixPath(*literal), "**")
    if not rest:
        *literal, name = literal
        rest = [name]
    inside = "/".join(rest) + ("/**" if folder else "")
    if literal or len(rest) > 1:
        return Glob(PurePosixPath(*literal), inside)
    if anchored:
        return Glob(PurePosixPath(), "/" + inside)
    return Glob(PurePosixPath(), f"**/{inside}" if folder else inside)


def _literal_parts(parts: list[str], root: Path) -> list[str]:
    """The folders before the first wildcard.  `[id]` is literal where a folder has that very name."""
    literal: list[str] = []
    for part in parts:
        if WILD.search(part) and not _is_folder(root / "/".join([*literal, part])):
            break
        literal.append(part)
    return literal


def _is_folder(path: Path) -> bool:
    """One that may not be looked at is taken for a folder: rg will say what is wrong with it."""
    try:
        return path.is_dir()
    except OSError:
        return True


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
