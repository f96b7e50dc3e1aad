"""`ripwire/status`: the daemon, its clients and what runs."""

from __future__ import annotations

import attrs
import msgspec


@attrs.frozen(kw_only=True)
class StatusParams:
    """The daemon, its clients, what runs and what is kept."""


class WireRunning(msgspec.Struct, rename="camel", kw_only=True):
    id: str
    method: str
    ms: float


class WireSession(msgspec.Struct, rename="camel", kw_only=True):
    client: str
    door: str
    name: str | None
    version: str | None
    process_id: int | None
    roots: list[str]
    """URIs."""
    seconds: float
    requests: list[WireRunning]
    answered: int
    open_documents: int
    unsent_bytes: int


class WireDaemon(msgspec.Struct, rename="camel", kw_only=True):
    version: str
    pid: int
    address: str | None
    """Where clients connect; null when it serves one client on its own stdio."""
    started: float
    """Seconds since 1970."""


class WireRg(msgspec.Struct, rename="camel", kw_only=True):
    """The rg in use."""

    mode: str
    """`embedded`, `vendor`, `packaged`, `system`, `path`, or `none`."""
    path: str | None
    version: str | None
    pcre2: bool
    problems: list[str]
    """Why other candidates are not used."""
    warnings: list[str]


class WireWork(msgspec.Struct, rename="camel", kw_only=True):
    slots: int
    running: int
    slow: int
    """Long searches that gave their place to others and go on beside the pool."""
    queued: int
    children: int
    open_documents: int
    cursors: int
    file_lists: int
    """Paths in lists that are kept warm."""
    indexes: dict[str, str]
    """Root → `ready`, `building`, or why its searches walk the tree."""
    index_bytes: int
    memory: int | None
    """Bytes resident."""


class StatusResult(msgspec.Struct, rename="camel", kw_only=True):
    daemon: WireDaemon
    rg: WireRg
    work: WireWork
    sessions: list[WireSession]


STRICT = (StatusParams,)
