"""Which files a search looks at: a filter becomes rg's arguments, its paths, and a post-filter.

Include globs never bring ignored or hidden files back, unless a hidden name stands in the glob:
- base names alone become a temporary type (a type does not override ignore files, `-g` does);
- a literal folder becomes the path that is walked, unless ignore rules hide it;
- whatever is left is matched by us, gitignore-style, on the paths that rg gives.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import attrs

from ripwire.rg import globs, ignores, postfilter, sendable, types, worktrees
from ripwire.rg.globs import Glob
from ripwire.rg.postfilter import Keep
from ripwire.rg.query import Filter, TextQuery

VCS = (".git", ".svn", ".hg", ".bzr", ".jj", ".sl")
OUR_TYPE = "ripwireinclude"
"""rg wants letters and digits."""
GLOBS_CAP = 96 * 1024
"""Bytes of globs given to rg; together with the rest they stay below what systems allow a process."""


@attrs.frozen
class Selection:
    args: tuple[str, ...] = ()
    paths: tuple[str, ...] = (".",)
    """Relative to the root, which is rg's working directory.  Empty: nothing can match."""
    keep: Keep | None = None
    """Of a path as rg prints it without `./`; None keeps all."""
    notes: tuple[str, ...] = ()


def chosen(query: TextQuery) -> Selection:
    """For a content search.  A file that is named is searched, whatever the globs say."""
    selection = select(query.filter, query.root)
    if query.file is not None or query.files:
        return attrs.evolve(selection, keep=None)
    if query.mirror is not None:
        there = tuple(path for path in selection.paths if (query.mirror / path).is_dir())
        return attrs.evolve(selection, paths=there, notes=())  # few files are there: no hints about folders
    return selection


def select(wanted: Filter, root: Path) -> Selection:
    """`Failure` for a glob that cannot be read, with the glob in its message."""
    _must_be_sendable(wanted, root)
    includes, excludes = globs.parted(wanted.include, wanted.exclude, root)
    if any(glob.matches_all and not glob.prefix.parts for glob in includes):
        includes = []
    paths, notes = _paths(includes, wanted, root)
    as_types = _as_types(includes, wanted)
    left_over = [] if as_types is not None else includes
    sent, unsent = _excludes(excludes)
    hidden = wanted.hidden or _must_see_hidden(left_over)
    args = (
        *(as_types or ()),
        *(f"--type={types.known_name(name)}" for name in wanted.types),
        *(f"--type-not={types.known_name(name)}" for name in wanted.types_not),
        *_switches(wanted, hidden=hidden),
        *sent,
        *_left_out(root, paths, hidden=hidden),
    )
    return Selection(args, paths, postfilter.keeping(left_over, unsent, hidden=wanted.hidden), notes)


def _must_be_sendable(wanted: Filter, root: Path) -> None:
    sendable.check(str(root), "path")
    for field in ("include", "exclude", "types", "types_not"):
        for text in getattr(wanted, field):
            sendable.check(text, field)


def _paths(includes: Sequence[Glob], wanted: Filter, root: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where to walk: the literal folders of the includes, each once, the nested ones collapsed."""
    if not includes or any(not glob.prefix.parts for glob in includes):
        return (".",), ()
    paths: list[str] = []
    notes: list[str] = []
    for prefix in _collapsed(includes):
        if not _may_be_folder(root / prefix):
            notes.append(f"no folder {prefix} here; a glob that starts with **/ matches at any depth")
        elif not wanted.no_ignore and ignores.is_ignored(root, prefix):
            notes.append(f"{prefix} is filtered by ignore rules; set noIgnore to search it")
        else:
            paths.append(f"./{prefix}")
    return tuple(paths), tuple(notes)


def _collapsed(includes: Sequence[Glob]) -> list[PurePosixPath]:
    prefixes = sorted({glob.prefix for glob in includes})
    return [
        prefix
        for prefix in prefixes
        if not any(other != prefix and prefix.is_relative_to(other) for other in prefixes)
    ]


def _may_be_folder(path: Path) -> bool:
    """One that may not be looked at is searched: rg then says what is wrong with it."""
    try:
        return path.is_dir()
    except OSError:
        return True


def _as_types(includes: Sequence[Glob], wanted: Filter) -> tuple[str, ...] | None:
    """Rg's own selection by base name where it says exactly what the globs say; else None."""
    if all(glob.rest == "**" for glob in includes):
        return () if len({glob.prefix for glob in includes}) == len(_collapsed(includes)) else None
    names = [glob.base_name for glob in includes]
    same_folder = len({glob.prefix for glob in includes}) == 1
    if wanted.types or not same_folder or any(name is None or ":" in name for name in names):
        return None
    adds = tuple(f"--type-add={OUR_TYPE}:{name}" for name in names)
    dotted = [name for name in names if name is not None and name.startswith(".")]
    if sum(map(len, adds)) > GLOBS_CAP or (dotted and len(dotted) < len(names) and not wanted.hidden):
        return None
    # A type that matches a dot-file's own name brings that hidden file back: wanted only where it is named.
    return (*adds, f"--type={OUR_TYPE}", *(() if wanted.hidden or dotted else ("--glob=!.*",)))


def _must_see_hidden(left_over: Sequence[Glob]) -> bool:
    """Hidden folders have to be walked too when the post-filter is to find a hidden name there."""
    from_the_root = any(not glob.prefix.parts for glob in left_over)
    return any(
        glob.names_hidden and (from_the_root or Glob(PurePosixPath(), glob.rest).names_hidden)
        for glob in left_over
    )


def _excludes(excludes: Sequence[Glob]) -> tuple[tuple[str, ...], Sequence[Glob]]:
    """As rg's arguments while they fit, else for the post-filter (an ignore file would mean otherwise)."""
    cap = min(GLOBS_CAP, sendable.cap())
    if sum(len(os.fsencode(glob.pruned)) + 16 for glob in excludes) > cap:
        return (), excludes
    return tuple(f"--glob=!{glob.pruned}" for glob in excludes), ()


def _switches(wanted: Filter, *, hidden: bool) -> Iterator[str]:
    if hidden:
        yield "--hidden"
    if wanted.no_ignore:
        yield "--no-ignore"
    if wanted.follow_symlinks:
        yield "--follow"
    if wanted.max_file_size is not None:
        yield f"--max-filesize={wanted.max_file_size}"


def _left_out(root: Path, paths: Sequence[str], *, hidden: bool) -> Iterator[str]:
    """Last, so that no earlier glob brings them back: version control's own folders, other worktrees."""
    if hidden:
        yield from (f"--glob=!{name}" for name in VCS)
    for place in worktrees.nested(root):
        if f"./{place}" not in paths:
            yield f"--glob=!/{globs.escaped(place)}"
