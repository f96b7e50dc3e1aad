"""`ripwire/glob`: files by name, newest first.  `ripwire/files`: the raw list of files."""

from __future__ import annotations

import attrs
import msgspec

from ripwire.protocol.messages.common import (
    Texts,
    WireCoverage,
    WireOutcome,
    at_least,
    no_nul,
    not_a_null_word,
    not_empty,
)
from ripwire.protocol.messages.grep import WireFile
from ripwire.services.modes import Sort


@attrs.frozen(kw_only=True)
class GlobParams:
    """Files by name, newest first: the true newest, not a sorted sample."""

    pattern: str = attrs.field(validator=(not_empty, no_nul, not_a_null_word))
    """A glob, as in `.gitignore`; `**` goes through folders."""
    path: str | None = attrs.field(default=None, validator=not_a_null_word)
    """Folder: a `file:` URI, an absolute path, or a path under a root.  Default: all roots."""
    hidden: bool = False
    no_ignore: bool = False
    head_limit: int = attrs.field(default=100, validator=at_least(0))
    """0 for all."""
    offset: int = attrs.field(default=0, validator=at_least(0))
    sort: Sort = Sort.MODIFIED
    timeout_ms: int = attrs.field(default=0, validator=at_least(0))
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


@attrs.frozen(kw_only=True)
class FilesParams:
    """The raw list of files, in walk order; streamed, its first batch comes while rg still walks."""

    path: str | None = attrs.field(default=None, validator=not_a_null_word)
    glob: Texts = attrs.field(default=(), validator=not_a_null_word)
    exclude: Texts = attrs.field(default=(), validator=not_a_null_word)
    type: Texts = attrs.field(default=(), validator=not_a_null_word)
    type_not: Texts = attrs.field(default=(), validator=not_a_null_word)
    hidden: bool = False
    no_ignore: bool = False
    follow_symlinks: bool = False
    max_file_size: int | None = attrs.field(default=None, validator=at_least(0))
    head_limit: int = attrs.field(default=0, validator=at_least(0))
    """0 for all."""
    timeout_ms: int = attrs.field(default=0, validator=at_least(0))
    batch: bool = False
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


class FilesResult(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """Of glob and files.  `files` is empty when it was streamed."""

    files: list[WireFile] | msgspec.Raw
    outcome: WireOutcome
    total: int
    total_exact: bool
    coverage: WireCoverage
    next_offset: int | None = None


STRICT = (GlobParams, FilesParams)
