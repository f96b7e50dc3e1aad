"""The params of `ripwire/glob` and `ripwire/files`, in the services' words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ripwire.protocol.from_wire.filters import file_filter
from ripwire.protocol.from_wire.paths import places
from ripwire.protocol.messages.glob import FilesParams, GlobParams
from ripwire.rg.query import Filter
from ripwire.services.files import FilesQuery
from ripwire.services.glob import GlobQuery


def glob_query(params: GlobParams, roots: Sequence[Path], timeout_ms: int = 0) -> GlobQuery:
    return GlobQuery(
        pattern=params.pattern,
        paths=places(params.path, (), roots),
        filter=Filter(hidden=params.hidden, no_ignore=params.no_ignore),
        head_limit=params.head_limit,
        offset=params.offset,
        sort=params.sort,
        timeout_ms=params.timeout_ms or timeout_ms or None,
    )


def files_query(params: FilesParams, roots: Sequence[Path], timeout_ms: int = 0) -> FilesQuery:
    return FilesQuery(
        paths=places(params.path, (), roots),
        filter=file_filter(params),
        head_limit=params.head_limit,
        timeout_ms=params.timeout_ms or timeout_ms or None,
    )
