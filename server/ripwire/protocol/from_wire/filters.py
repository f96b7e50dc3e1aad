"""Which files a request wants: the params that grep and files have in common, as the engine's filter."""

from __future__ import annotations

from ripwire.protocol.from_wire.paths import texts
from ripwire.protocol.messages.glob import FilesParams
from ripwire.protocol.messages.grep import GrepParams
from ripwire.rg.query import Filter


def file_filter(params: GrepParams | FilesParams) -> Filter:
    return Filter(
        include=texts(params.glob),
        exclude=texts(params.exclude),
        types=texts(params.type),
        types_not=texts(params.type_not),
        hidden=params.hidden,
        no_ignore=params.no_ignore,
        follow_symlinks=params.follow_symlinks,
        max_file_size=params.max_file_size,
    )
