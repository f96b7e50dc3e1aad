"""Where a request searches: a client's roots, or the paths it names, each once and each real."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import globs
from ripwire.rg.braces import listed
from ripwire.rg.query import Filter
from ripwire.services.caller import Caller


@attrs.frozen
class Target:
    """A folder, or one file in it."""

    root: Path
    file: str | None = None

    @property
    def path(self) -> Path:
        return self.root if self.file is None else self.root / self.file


def collapsed(roots: Iterable[Path]) -> tuple[Path, ...]:
    """In their order, without repetitions and without roots inside of other roots (by real path)."""
    real = {root: Path(os.path.realpath(root)) for root in roots}
    kept: list[Path] = []
    for root, place in real.items():
        inside = any(place.is_relative_to(other) and place != other for other in real.values())
        if not inside and place not in [real[other] for other in kept]:
            kept.append(root)
    return tuple(kept)


def too_wide(root: Path) -> bool:
    """The home folder, a drive or `/`: searched only when a request names it."""
    return root == Path(root.anchor) or root == Path.home()


def targets(caller: Caller, paths: Iterable[Path], *, allow_outside: bool = False) -> tuple[Target, ...]:
    """What to search.  `Failure` for a missing path, one outside of the roots, or no root at all."""
    named = list(paths)
    if not named:
        return tuple(Target(root) for root in _usual(caller))
    found = [_target(caller, path, allow_outside=allow_outside or caller.anywhere) for path in named]
    folders = collapsed(target.root for target in found if target.file is None)
    files = dict.fromkeys(target for target in found if target.file is not None)
    return (*(Target(folder) for folder in folders), *files)


def _usual(caller: Caller) -> Iterator[Path]:
    roots = [root for root in caller.roots if not too_wide(root)]
    if roots:
        yield from roots
        return
    if caller.roots:
        message = f"{caller.roots[0]} is searched only when it is named"
        raise Failure(
            Kind.INVALID_PARAMS, message, "give `path`: a home folder or a whole drive is rarely meant"
        )
    raise Failure(Kind.INVALID_PARAMS, "there is no folder to search", "give `path`, or open a folder")


def _target(caller: Caller, path: Path, *, allow_outside: bool) -> Target:
    if "\0" in str(path):
        raise Failure(Kind.INVALID_PARAMS, "a NUL byte in path")
    path = Path(os.path.normpath(path))
    try:
        is_folder, exists = path.is_dir(), os.path.lexists(path)
    except OSError as exc:
        raise Failure(Kind.UNREADABLE, f"{path}: {exc.strerror}", paths=(str(path),)) from exc
    if not exists:
        raise _missing(path)
    if not allow_outside and not inside(path, caller.roots):
        message = f"{path} is outside of the folders that this client has opened"
        raise Failure(Kind.OUTSIDE_ROOTS, message, "the setting `paths.outsideRoots` allows it", (str(path),))
    return Target(path) if is_folder else Target(path.parent, path.name)


def scoped(wanted: Filter, targets: Sequence[Target]) -> Iterator[tuple[Target, Filter]]:
    """Each target with its filter, without those where nothing can match.

    An absolute glob counts only in the root under which it lies.  A file that is named is searched whatever
    the globs say.
    """
    roots = [target.root for target in targets if target.file is None]
    filters = iter(_filters(wanted, roots))
    for target in targets:
        if target.file is not None:
            yield target, attrs.evolve(wanted, include=(), exclude=())
        elif (here := next(filters)) is not None:
            yield target, here


def _filters(wanted: Filter, roots: Sequence[Path]) -> Iterator[Filter | None]:
    include = [glob for text in wanted.include for glob in listed(text)]
    exclude = [glob for text in wanted.exclude for glob in listed(text)]
    if len(roots) == 1 or not any(map(globs.is_absolute, (*include, *exclude))):
        yield from (wanted for _ in roots)
        return
    for root in roots:
        here = tuple(glob for glob in include if _counts(glob, root, roots))
        elsewhere = len(here) < len(include) and all(glob.strip().startswith("!") for glob in here)
        left_out = tuple(glob for glob in exclude if _counts(glob, root, roots))
        yield None if elsewhere else attrs.evolve(wanted, include=here, exclude=left_out)


def _counts(glob: str, root: Path, roots: Sequence[Path]) -> bool:
    """One that lies in none of the roots counts everywhere, so that it is refused."""
    return globs.reaches(glob, root) or not any(globs.reaches(glob, other) for other in roots)


def inside(path: Path, roots: Iterable[Path]) -> bool:
    """By real paths, so that a link does not lead out."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(root)) for root in roots)


def _missing(path: Path) -> Failure:
    above = path.parent
    while not above.exists() and above != above.parent:
        above = above.parent
    try:
        names = [entry.name for entry in above.iterdir()]
    except OSError:
        names = []
    wanted = path.relative_to(above).parts[0]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.4)
    hint = f"did you mean {above / near[0]}?" if near else f"the nearest folder that exists is {above}"
    return Failure(Kind.PATH_NOT_FOUND, f"path does not exist: {path}", hint, (str(path),))
