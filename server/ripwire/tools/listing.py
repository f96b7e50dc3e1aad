"""What a server's tools are called here, and the list of them kept on disk.

With a list on disk a search connects to no server.  The file's name is a hash over how the server
is started, its content carries the fingerprint of the list: a damaged or foreign file is not used.
Knows no connection.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
import msgspec

from ripwire.config import McpServer
from ripwire.tools.registry import Tool, fingerprint

LONGEST_NAME = 128
UNUSUAL = re.compile(r"[^A-Za-z0-9_.-]")


class Offered(msgspec.Struct, frozen=True):
    """One tool as its server lists it."""

    name: str
    description: str = ""
    input_schema: dict[str, Any] | None = None


class _Kept(msgspec.Struct):
    fingerprint: str
    offered: list[Offered]


@attrs.frozen
class Names:
    """A server's tools under our names, and the server's own name of each."""

    tools: tuple[Tool, ...]
    originals: Mapping[str, str]


def named(server: str, config: McpServer, offered: Iterable[Offered]) -> Names:
    """`mcp__SERVER__TOOL` for each; of two that come to one name the first is kept."""
    tools: dict[str, Tool] = {}
    originals: dict[str, str] = {}
    for one in offered:
        name = f"mcp__{UNUSUAL.sub('_', server)}__{UNUSUAL.sub('_', one.name)}"[:LONGEST_NAME]
        if name not in tools:
            originals[name] = one.name
            tools[name] = Tool(
                name=name,
                description=one.description,
                input_schema=one.input_schema,
                server=server,
                deferred=not config.always_load,
                always_load=config.always_load,
            )
    return Names(tuple(tools.values()), originals)


class Kept:
    """The lists of all configured servers in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, server: str, config: McpServer) -> list[Offered] | None:
        """The list, or None when there is none that can be trusted."""
        try:
            kept = msgspec.json.decode(self._file(server, config).read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError):
            return None
        tools = named(server, config, kept.offered).tools
        return kept.offered if fingerprint(tools) == kept.fingerprint else None

    def write(self, server: str, config: McpServer, offered: list[Offered]) -> None:
        """A folder that cannot be written to costs a connection next time and nothing else."""
        kept = _Kept(fingerprint(named(server, config, offered).tools), offered)
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(kept))
            Path(name).replace(self._file(server, config))

    def forget(self) -> None:
        """All lists go; the next search asks the servers again."""
        for file in self._folder.glob("*.json"):
            file.unlink(missing_ok=True)

    def _file(self, server: str, config: McpServer) -> Path:
        started = msgspec.json.encode((server, config), order="deterministic")
        return self._folder / f"{UNUSUAL.sub('_', server)}-{hashlib.sha256(started).hexdigest()[:16]}.json"
