"""What is asked of the engine: frozen values in ripgrep's own words, one search root each."""

from __future__ import annotations

import enum
from pathlib import Path

import attrs


class Case(enum.StrEnum):
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"
    SMART = "smart"


class RegexEngine(enum.StrEnum):
    AUTO = "auto"
    DEFAULT = "default"
    PCRE2 = "pcre2"


class Binary(enum.StrEnum):
    """`SKIP`: rg's default for trees.  `SEARCH`: `--binary`, matches after a NUL are reported too."""

    SKIP = "skip"
    SEARCH = "search"


@attrs.frozen(kw_only=True)
class Filter:
    """Which files of a root are looked at.  Globs are as the caller wrote them; `globs.py` reads them."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    types_not: tuple[str, ...] = ()
    hidden: bool = False
    no_ignore: bool = False
    follow_symlinks: bool = False
    max_file_size: int | None = None
    """Bytes; larger files are skipped."""


@attrs.frozen(kw_only=True)
class TextQuery:
    """One content search of one root."""

    pattern: str
    root: Path
    """Absolute; rg runs with it as its working directory."""
    file: str | None = None
    """A name directly under `root` when one file is searched, not a tree."""
    mirror: Path | None = None
    """A folder with copies of some of the root's files at their places: rg searches it instead."""
    files: tuple[bytes, ...] = ()
    """Named files relative to `root` (narrowing and the index); rg then does not walk."""
    filter: Filter = Filter()
    case: Case = Case.SENSITIVE
    fixed_strings: bool = False
    word: bool = False
    multiline: bool = False
    engine: RegexEngine = RegexEngine.AUTO
    encoding: str | None = None
    binary: Binary = Binary.SKIP
    before: int = 0
    after: int = 0
    max_count: int | None = None
    """Stop after so many matching lines in each file."""
    threads: int = 0
    """0: the setting `rg.threads`."""
    raw: bool = False
    """Matches come as `RawMatch`, with a text that nobody has read yet."""


@attrs.frozen(kw_only=True)
class ListQuery:
    """One listing of the files of a root (`rg --files -0`)."""

    root: Path
    filter: Filter = Filter()
    folders: tuple[bytes, ...] = ()
    """Only these, relative to `root`; the caller knows that no rule hides them."""
    max_depth: int | None = None
    """1: what lies directly in a folder."""
    threads: int = 0
