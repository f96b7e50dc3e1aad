"""ToolSearch as clients use it: register, list, search, call.

One toolbox serves all sessions; it owns the registry, the user's servers and the indexes, bounds
them, and can empty them.  Knows no protocol: owners are names, answers are values.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ripwire.config import Settings
from ripwire.errors import Failure, Kind
from ripwire.tools import query
from ripwire.tools.query import Found
from ripwire.tools.registry import CallResult, Catalog, Progress, Registry, Runner, Tool
from ripwire.tools.scoring import Index, Scorer, build
from ripwire.tools.servers import Servers
from ripwire.tools.words import Stemmer

KEPT_INDEXES = 8
LONGEST_CALL_S = 600.0
LONGEST_DESCRIPTION = 20_000
NAME = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")


@attrs.frozen(kw_only=True)
class Listed:
    """All tools that a caller may find, and whether a search should be offered instead of them."""

    tools: tuple[Tool, ...]
    fingerprint: str
    offers_search: bool
    schema_bytes: int
    problems: tuple[str, ...] = ()
    """One line for each of the user's servers that could not be listed."""


class Toolbox:
    def __init__(self, settings: Settings, cache: Path) -> None:
        self.registry = Registry()
        self.servers = Servers(settings.tools_servers, self.registry, cache / "tools")
        self._settings = settings
        self._stemmer = Stemmer()
        self._indexes: OrderedDict[tuple[str, Scorer], Index] = OrderedDict()
        self._building = asyncio.Lock()

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, settings: Settings, cache: Path) -> AsyncIterator[Toolbox]:
        """A toolbox; leaving the block ends all connections to the user's servers."""
        toolbox = cls(settings, cache)
        async with toolbox.servers:
            yield toolbox

    def register(
        self, owner: str, tools: Sequence[Tool], *, shared: bool = False, runner: Runner | None = None
    ) -> int:
        """How many tools the owner has now."""
        problems = tuple(_problems(tools))
        if problems:
            raise Failure(Kind.INVALID_PARAMS, "These tools cannot be registered", problems=problems)
        return self.registry.register(owner, tools, shared=shared, runner=runner)

    def unregister(self, owner: str, names: Sequence[str] | None = None) -> int:
        return self.registry.unregister(owner, names)

    async def listed(self, owner: str, window_tokens: int | None = None) -> Listed:
        problems = await self.servers.listed()
        catalog = self.registry.catalog(owner)
        return Listed(
            tools=catalog.tools,
            fingerprint=catalog.fingerprint,
            offers_search=catalog.offers_search(window_tokens),
            schema_bytes=catalog.schema_bytes,
            problems=problems,
        )

    async def search(
        self, owner: str, text: str, *, max_results: int = query.DEFAULT_RESULTS, scorer: Scorer | None = None
    ) -> Found:
        """The tools that fit; a server that could not be listed is told in a note."""
        if max_results < 1:
            raise Failure(Kind.INVALID_PARAMS, "At least one result must be asked for")
        problems = await self.servers.listed()
        catalog = self.registry.catalog(owner)
        index = await self._index(catalog, scorer or _scorer(self._settings.tools_scorer))
        found = query.search(catalog, index, self._stemmer, text, max_results)
        return attrs.evolve(found, notes=(*found.notes, *(f"Not searched: {line}" for line in problems)))

    async def call(
        self,
        owner: str,
        name: str,
        arguments: Mapping[str, Any],
        *,
        timeout_s: float | None = None,
        progress: Progress | None = None,
    ) -> CallResult:
        """The tool's own answer.  Cancelling this cancels the tool; too slow a tool is cancelled too."""
        tool, runner = await self._tool(owner, name)
        if runner is None:
            raise Failure(
                Kind.NOT_CONFIGURED,
                f"{tool.name} is run by the client that registered it",
                detail="Call it there.",
            )
        limit = self._limit(tool, timeout_s)
        try:
            async with asyncio.timeout(limit):
                return await runner(tool, arguments, progress)
        except TimeoutError as exc:
            raise Failure(Kind.TIMEOUT, f"{tool.name} gave no answer in {limit:g} s") from exc

    async def forget(self) -> None:
        """All caches are empty: the next search asks the servers and builds anew."""
        self._indexes.clear()
        await self.servers.forget()

    async def _tool(self, owner: str, name: str) -> tuple[Tool, Runner | None]:
        """By its whole name, or by its short one where only one tool has it."""
        await self.servers.listed()
        catalog = self.registry.catalog(owner)
        positions = query.named(catalog, name.strip())
        if len(positions) != 1:
            why = query.why_not(catalog, name, positions)
            raise Failure(Kind.INVALID_PARAMS, why, detail="Search for it first.", problems=(why,))
        tool = catalog.tools[positions[0]]
        return tool, self.registry.runner(owner, tool.name)

    def _limit(self, tool: Tool, timeout_s: float | None) -> float:
        server = self._settings.tools_servers.get(tool.server or "")
        own = server.timeout_ms if server is not None else 0
        default = (own or self._settings.tools_timeout_ms) / 1000
        return min(LONGEST_CALL_S, timeout_s or default)

    async def _index(self, catalog: Catalog, scorer: Scorer) -> Index:
        """Built once for each list of tools, off the loop: hundreds of schemas take some 100 ms."""
        key = (catalog.fingerprint, scorer)
        async with self._building:
            index = self._indexes.get(key)
            if index is None:
                index = await asyncio.to_thread(build, scorer, catalog.tools, self._stemmer)
                self._indexes[key] = index
                if len(self._indexes) > KEPT_INDEXES:
                    self._indexes.popitem(last=False)
            self._indexes.move_to_end(key)
        return index


def _scorer(name: str) -> Scorer:
    """A misspelled setting was told at its reading; the default serves."""
    return Scorer(name) if name in set(Scorer) else Scorer.BM25


def _problems(tools: Iterable[Tool]) -> Iterable[str]:
    for at, tool in enumerate(tools):
        if not NAME.fullmatch(tool.name):
            yield f"tools[{at}].name: letters, digits and _.:/- only, at most 128; got {tool.name[:40]!r}"
        if len(tool.description) + len(tool.search_hint) > LONGEST_DESCRIPTION:
            yield f"tools[{at}].description: at most {LONGEST_DESCRIPTION} characters"
