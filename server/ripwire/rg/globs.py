"""Globs as people write them, brought to the one form that rg and the post-filter share.

rg's `-g '*.txt'` brings ignored files back, and `-g '*'` hidden ones too; ours never do.  Here a glob only
becomes plain: separators, `./`, `~`, folders, lists, braces, absolute ones.  `selection.py` decides how
each is applied.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import attrs
import bracex

from ripwire.errors import Failure, Kind

EXPANSIONS = 1000
"""Most alternatives that braces of one glob may name."""
WILD = re.compile(r"[*?\[\]{}]")
_MATCHES_ALL = {"*", "**", "**/*", "**/**", "*/**"}
_DRIVE = re.compile(r"^[A-Za-z]:/")


@attrs.frozen
class Glob:
    """A relative glob: `prefix` is its literal folder, `rest` what is left, relative to it."""

    prefix: PurePosixPath
    rest: str

    @property
    def text(self) -> str:
        """As one gitignore-style pattern, anchored where it names a folder."""
        return "/" + (self.prefix / self.rest).as_posix() if self.prefix.parts else self.rest

    @property
    def pruned(self) -> str:
        """The same for an exclude: a whole folder is left out without walking it."""
        return "/" + self.prefix.as_posix() if self.prefix.parts and self.rest == "**" else self.text

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


def normalised(globs: Iterable[str], root: Path) -> Iterator[Glob]:
    """Every glob of the lists, in its plain form.  `Failure` for one that can match nothing here."""
    for written in globs:
        for one in _listed(written):
            for plain in _expanded(one):
                yield _split(_relative(plain, written, root), root)


def _listed(written: str) -> Iterator[str]:
    """`*.ts,*.js` is two globs; a comma inside braces or brackets is not a separator."""
    depth, start = 0, 0
    for at, letter in enumerate(written):
        depth += (letter in "{[") - (letter in "}]")
        if letter == "," and depth <= 0:
            yield from filter(None, [written[start:at].strip()])
            start = at + 1
    yield from filter(None, [written[start:].strip()])


def _expanded(glob: str) -> list[str]:
    """Braces, nested ones too (rg refuses those before 15).  Unbalanced ones are for rg to refuse."""
    if "{" not in glob:
        return [glob]
    if glob.count("{") != glob.count("}"):
        raise Failure(
            Kind.INVALID_GLOB, f"unbalanced braces in the glob {glob!r}", "write [{] for the letter"
        )
    try:
        return [str(one) for one in bracex.expand(glob, keep_escapes=True, limit=EXPANSIONS)]
    except bracex.ExpansionLimitException:
        message = f"the braces of {glob!r} name more than {EXPANSIONS} alternatives"
        raise Failure(Kind.INVALID_GLOB, message) from None


def _relative(glob: str, written: str, root: Path) -> str:
    """With `/`, without `./`, relative to the root; a leading `/` that remains anchors it there."""
    plain = glob.replace("\\", "/")
    if plain == "~" or plain.startswith("~/"):
        plain = os.path.expanduser(plain).replace("\\", "/")  # noqa: PTH111 - a glob, not a path
    while plain.startswith("./"):
        plain = plain[2:]
    if not (plain.startswith("/") or _DRIVE.match(plain)):
        return plain
    base = root.as_posix().rstrip("/")
    if plain == base or plain.startswith(base + "/"):
        return plain[len(base) :] or "**"
    first = plain.lstrip("/").split("/")[0]
    if WILD.search(first) or (root / first).exists():
        return plain  # gitignore-style: `/x` is x at the root
    raise Failure(
        Kind.INVALID_GLOB, f"the glob {written!r} lies outside the search root", f"the root is {root}"
    )


def _split(glob: str, root: Path) -> Glob:
    """A literal name that is a folder at the root means everything in that folder."""
    anchored, folder = glob.startswith("/"), glob.endswith("/")
    glob = glob.strip("/")
    parts = _literal_parts(glob)
    rest = "/".join(glob.split("/")[len(parts) :])
    if rest:
        return Glob(PurePosixPath(*parts), rest + "/**" if folder else rest)
    if (root / glob).is_dir():
        return Glob(PurePosixPath(glob), "**")
    if folder:
        return Glob(PurePosixPath(), f"{glob}/**" if len(parts) > 1 or anchored else f"**/{glob}/**")
    if anchored or len(parts) > 1:
        return Glob(PurePosixPath(*parts[:-1]), parts[-1])
    return Glob(PurePosixPath(), glob)


def _literal_parts(glob: str) -> list[str]:
    parts = []
    for part in glob.split("/"):
        if WILD.search(part) or not part:
            break
        parts.append(part)
    return parts
