"""Which files a search looks at: a filter becomes rg's arguments, its paths, and a post-filter.

Include globs never bring ignored or hidden files back:
- base names alone become a temporary type (a type does not override ignore files, `-g` does);
- a literal folder becomes the path that is walked, unless ignore rules hide it;
- whatever is left is matched by us, gitignore-style, on the paths that rg gives.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

import attrs
import pathspec

from ripwire.rg import ignores, sendable, types, worktrees
from ripwire.rg.globs import Glob, normalised
from ripwire.rg.query import Filter

VCS = (".git", ".svn", ".hg", ".bzr", ".jj", ".sl")
OUR_TYPE = "ripwireinclude"
"""rg wants letters and digits."""
EXCLUDES_CAP = 96 * 1024
"""Bytes of exclude globs given to rg; together with the rest they stay far below every system's limit."""

Keep = Callable[[bytes], bool]


@attrs.frozen
class Selection:
    args: tuple[str, ...] = ()
    paths: tuple[str, ...] = (".",)
    """Relative to the root, which is rg's working directory.  Empty: nothing can match."""
    keep: Keep | None = None
    """Of a path as rg prints it without `./`; None keeps all."""
    notes: tuple[str, ...] = ()


def select(wanted: Filter, root: Path) -> Selection:
    """`Failure` for a glob that cannot be read, with the glob in its message."""
    _must_be_sendable(wanted, root)
    includes = list(normalised(wanted.include, root))
    if any(glob.matches_all and not glob.prefix.parts for glob in includes):
        includes = []
    paths, notes = _paths(includes, wanted, root)
    as_types = _as_types(includes, wanted)
    left_over = [] if as_types is not None else includes
    exclude_args, exclude_globs = _excludes(wanted, root)
    args = (
        *(as_types or ()),
        *(f"--type={types.known_name(name)}" for name in wanted.types),
        *(f"--type-not={types.known_name(name)}" for name in wanted.types_not),
        *_switches(wanted),
        *exclude_args,
        *_left_out(wanted, root, paths),
    )
    return Selection(args, paths, _post_filter(left_over, exclude_globs), notes)


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
    for prefix in _collapsed({glob.prefix for glob in includes}):
        if not (root / prefix).is_dir():
            notes.append(f"no folder {prefix} here; a glob that starts with **/ matches at any depth")
        elif not wanted.no_ignore and ignores.is_ignored(root, prefix):
            notes.append(f"{prefix} is filtered by ignore rules; set noIgnore to search it")
        else:
            paths.append(f"./{prefix}")
    return tuple(paths), tuple(notes)


def _collapsed(prefixes: set[PurePosixPath]) -> Iterator[PurePosixPath]:
    for prefix in sorted(prefixes):
        if not any(other != prefix and prefix.is_relative_to(other) for other in prefixes):
            yield prefix


def _as_types(includes: Sequence[Glob], wanted: Filter) -> tuple[str, ...] | None:
    """Rg's own selection by base name where it says exactly what the globs say; else None."""
    if not includes or all(glob.rest == "**" for glob in includes):
        return () if len({glob.prefix for glob in includes}) == len(set(_collapsed_of(includes))) else None
    names = [glob.base_name for glob in includes]
    same_folder = len({glob.prefix for glob in includes}) == 1
    if wanted.types or not same_folder or any(name is None or ":" in name for name in names):
        return None
    adds = tuple(f"--type-add={OUR_TYPE}:{name}" for name in names)
    # A type that matches a dot-file's own name brings that hidden file back: wanted only where it is named.
    named = all(name is not None and name.startswith(".") for name in names)
    return (*adds, f"--type={OUR_TYPE}", *(() if wanted.hidden or named else ("--glob=!.*",)))


def _collapsed_of(includes: Sequence[Glob]) -> Iterator[PurePosixPath]:
    return _collapsed({glob.prefix for glob in includes})


def _excludes(wanted: Filter, root: Path) -> tuple[tuple[str, ...], list[Glob]]:
    """As rg's arguments while they fit, else for the post-filter (an ignore file would mean otherwise)."""
    globs = list(normalised(wanted.exclude, root))
    cap = min(EXCLUDES_CAP, sendable.cap())
    if sum(len(os.fsencode(glob.pruned)) + 16 for glob in globs) > cap:
        return (), globs
    return tuple(f"--glob=!{glob.pruned}" for glob in globs), []


def _switches(wanted: Filter) -> Iterator[str]:
    if wanted.hidden:
        yield "--hidden"
    if wanted.no_ignore:
        yield "--no-ignore"
    if wanted.follow_symlinks:
        yield "--follow"
    if wanted.max_file_size is not None:
        yield f"--max-filesize={wanted.max_file_size}"


def _left_out(wanted: Filter, root: Path, paths: Sequence[str]) -> Iterator[str]:
    """Last, so that no earlier glob brings them back: version control's own folders, other worktrees."""
    if wanted.hidden:
        yield from (f"--glob=!{name}" for name in VCS)
    for place in worktrees.nested(root):
        if f"./{place}" not in paths:
            yield f"--glob=!/{place}"


def _post_filter(includes: Sequence[Glob], excludes: Sequence[Glob]) -> Keep | None:
    wanted = pathspec.GitIgnoreSpec.from_lines([glob.text for glob in includes]) if includes else None
    unwanted = pathspec.GitIgnoreSpec.from_lines([glob.text for glob in excludes]) if excludes else None
    if wanted is None and unwanted is None:
        return None

    def keep(path: bytes) -> bool:
        name = os.fsdecode(path)
        if wanted is not None and not wanted.match_file(name):
            return False
        return unwanted is None or not unwanted.match_file(name)

    return keep
