"""Lines in gitignore's language, compiled by `pathspec`: our globs, and ignore files as found."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ripwire.errors import Failure, Kind

if TYPE_CHECKING:
    import pathspec


def strict(globs: Iterable[str], *, unless: Iterable[str] = ()) -> pathspec.GitIgnoreSpec:
    """Of a caller's globs: one that cannot be read is the caller's mistake."""
    lines = [_as_line(glob) for glob in globs] + ["!" + glob for glob in unless]
    try:
        return _compiled(lines)
    except ValueError as exc:
        raise Failure(Kind.INVALID_GLOB, f"a glob cannot be read: {exc}") from None


def lenient(lines: Iterable[str]) -> pathspec.GitIgnoreSpec:
    """Of an ignore file: a line that cannot be read is skipped, as rg and git do."""
    kept = list(lines)
    try:
        return _compiled(kept)
    except ValueError:
        return _compiled([line for line in kept if _is_readable(line)])


def says(rules: pathspec.GitIgnoreSpec, path: str) -> bool | None:
    """What the rules say of this very path: True is ignored, None nothing.  A folder ends in `/`.

    A rule that meets only a folder on the way to it says nothing here.  Who walks down asks of each folder,
    and rg does not ask about folders above its search root: it searches what it was told to search.
    """
    kind: type[pathspec.RegexPattern] = load().RegexPattern
    for rule in reversed(list(rules.patterns)):
        if isinstance(rule, kind) and rule.include is not None and rule.regex is not None:
            met = rule.regex.match(path)
            if met is not None and (met.lastgroup is None or met.end() == len(path)):
                return rule.include
    return None


def _is_readable(line: str) -> bool:
    try:
        _compiled([line])
    except ValueError:
        return False
    return True


def _compiled(lines: list[str]) -> pathspec.GitIgnoreSpec:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # `re` warns of `[[]`, which means here what it says
        spec: pathspec.GitIgnoreSpec = load().GitIgnoreSpec.from_lines(lines)
        return spec


@functools.cache
def load() -> Any:
    """Loaded for the first rule: most commands meet none, and it is 20 ms of their start."""
    import pathspec

    return pathspec


def _as_line(glob: str) -> str:
    """A glob may begin with what would be a comment, or end in a space that would be dropped."""
    line = "\\" + glob if glob.startswith(("#", "!")) else glob
    return line[:-1] + "\\ " if line.endswith(" ") else line
