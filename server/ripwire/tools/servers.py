"""The user's MCP servers: listed from disk, connected when a tool is called, one failing for itself.

    search   reads the lists kept on disk, and connects only to servers that have none
    call     connects the one server that has the tool, and keeps the connection until it is idle
    list_changed, and each new connection, bring the kept list up to date

Commands and URLs come from the user's own configuration file; nothing here takes one from a client.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ripwire.config import McpServer
from ripwire.errors import Failure, Kind
from ripwire.tools.link import Link
from ripwire.tools.listing import Kept, Names, Offered, named
from ripwire.tools.registry import CallResult, Progress, Registry, Tool

log = logging.getLogger(__name__)

RETRY_S = 30.0
"""A server that could not be listed is not asked again by every search."""
CLOSE_S = 10.0


class Servers:
    """All configured servers.  A block: leaving it ends every connection and every process."""

    def __init__(self, configured: Mapping[str, McpServer], registry: Registry, cache: Path) -> None:
        self._registry = registry
        self._kept = Kept(cache)
        self._servers = {
            name: _Server(name, config, self._kept, registry)
            for name, config in configured.items()
            if not config.disabled
        }
        self._group = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        for server in self._servers.values():
            server.group = self._group
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(server.close() for server in self._servers.values()))
        # What the block raised goes on as it is: given to the group, it would come out as a group.
        await self._group.__aexit__(None, None, None)

    async def listed(self) -> tuple[str, ...]:
        """All servers' tools are in the registry; one line for each server that could not be listed."""
        problems = await asyncio.gather(*(server.listed() for server in self._servers.values()))
        return tuple(filter(None, problems))

    def states(self) -> dict[str, str]:
        """Server → `connected`, `listed`, `failed` or `unused`, for the status page."""
        return {name: server.state for name, server in self._servers.items()}

    async def forget(self) -> None:
        await asyncio.to_thread(self._kept.forget)
        for server in self._servers.values():
            server.forget()


class _Server:
    def __init__(self, name: str, config: McpServer, kept: Kept, registry: Registry) -> None:
        self.group: asyncio.TaskGroup | None = None
        self._name = name
        self._config = config
        self._kept = kept
        self._registry = registry
        self._names: Names | None = None
        self._link: Link | None = None
        self._failed: tuple[float, str] | None = None
        self._turn = asyncio.Lock()

    @property
    def state(self) -> str:
        if self._link is not None and self._link.open:
            return "connected"
        if self._failed is not None:
            return "failed"
        return "unused" if self._names is None else "listed"

    async def listed(self) -> str | None:
        """None, or why there is no list.  Looks at the disk first and connects only without a list there."""
        if self._names is not None:
            return None
        if self._failed is not None and time.monotonic() - self._failed[0] < RETRY_S:
            return self._failed[1]
        kept = await asyncio.to_thread(self._kept.read, self._name, self._config)
        if kept is not None:
            self._take(kept)
            return None
        try:
            link = await self._connected()
            if self._names is None:
                await link.refresh()
        except Failure as failure:
            return f"{self._name}: {failure.detail or failure.message}"
        return None

    async def run(self, tool: Tool, arguments: Mapping[str, Any], progress: Progress | None) -> CallResult:
        link = await self._connected()
        original = self._names.originals.get(tool.name) if self._names else None
        if original is None:
            raise Failure(Kind.TOOL_FAILED, f"{self._name} no longer has {tool.name}")
        return await link.call(original, arguments, progress)

    async def close(self) -> None:
        if self._link is not None:
            await self._link.close(CLOSE_S)

    def forget(self) -> None:
        self._names = None
        self._failed = None
        self._registry.unregister(self._owner)

    @property
    def _owner(self) -> str:
        return f"server {self._name}"

    async def _connected(self) -> Link:
        """One connection at a time; whoever comes second waits for the first one's."""
        async with self._turn:
            if self._link is not None and self._link.open:
                return self._link
            assert self.group is not None, "used outside its block"
            self._link = Link(self._name, self._config, self._changed)
            try:
                await self._link.start(self.group)
            except Failure as failure:
                self._failed = (time.monotonic(), f"{self._name}: {failure.detail or failure.message}")
                raise
            self._failed = None
            return self._link

    async def _changed(self, offered: list[Offered]) -> None:
        """A fresh list came from the server: into the registry, and to disk."""
        self._take(offered)
        await asyncio.to_thread(self._kept.write, self._name, self._config, offered)

    def _take(self, offered: list[Offered]) -> None:
        self._names = named(self._name, self._config, offered)
        self._registry.replace(self._owner, self._names.tools, runner=self.run)
