"""`ripwire/grep`'s params, in the service's words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ripwire.protocol.from_wire.filters import file_filter
from ripwire.protocol.from_wire.paths import places
from ripwire.protocol.messages.grep import GrepParams
from ripwire.services.grep import GrepQuery


def query(params: GrepParams, roots: Sequence[Path], timeout_ms: int = 0) -> GrepQuery:
    """`timeout_ms` is the client's own setting, for a request that names none."""
    return GrepQuery(
        pattern=params.pattern,
        paths=places(params.path, params.paths, roots),
        filter=file_filter(params),
        output_mode=params.output_mode,
        before=max(params.before, params.context),
        after=max(params.after, params.context),
        case_mode=params.case_mode,
        fixed_strings=params.fixed_strings,
        word=params.word,
        multiline=params.multiline,
        engine=params.engine,
        encoding=params.encoding,
        binary=params.binary,
        head_limit=params.head_limit,
        offset=params.offset,
        cursor=params.cursor,
        sort=params.sort,
        timeout_ms=params.timeout_ms or timeout_ms or None,
        unsaved=params.unsaved,
    )
