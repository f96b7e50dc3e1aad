"""What rg cannot be told without bringing ignored files back is decided here, on the paths it gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from ripwire.rg import gitignore
from ripwire.rg.globs import WILD, Glob

Keep = Callable[[bytes], bool]
"""Of a path relative to the root, as the file system spells it but for its separators."""


def keeping(includes: Sequence[Glob], excludes: Sequence[Glob], *, hidden: bool) -> Keep | None:
    """None keeps all.  Unless `hidden`, a hidden path is kept only by an include that names hidden things."""
    if not includes and not excludes:
        return None
    wanted = _meets_any(includes) if includes else _everything
    by_name = [glob for glob in includes if glob.names_hidden]
    wanted_by_name = wanted if hidden or not includes else _meets_any(by_name)
    unwanted = gitignore.strict([glob.text for glob in excludes]).match_file

    def keep(path: bytes) -> bool:
        name = os.fsdecode(path).replace("\\", "/") if os.name == "nt" else os.fsdecode(path)
        meets = wanted_by_name if name.startswith(".") or "/." in name else wanted
        return meets(name) and not (excludes and unwanted(name))

    return keep


def _meets_any(globs: Sequence[Glob]) -> Callable[[str], bool]:
    names = gitignore.strict([glob.text for glob in globs if not _ends_wild(glob)])
    # Gitignore's `/src/*` means whatever lies in the folders it meets; an include means those files alone.
    exact = [gitignore.strict([glob.text], unless=[f"{glob.text}/"]) for glob in globs if _ends_wild(glob)]
    return lambda name: names.match_file(name) or any(spec.match_file(name) for spec in exact)


def _everything(_: str) -> bool:
    return True


def _ends_wild(glob: Glob) -> bool:
    last = glob.rest.rsplit("/", 1)[-1]
    return last != "**" and WILD.search(last) is not None
