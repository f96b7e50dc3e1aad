"""Which tools there are: those that clients registered and those of the user's MCP servers.

A registry answers with a `Catalog`: a frozen, sorted list that one caller may see, with its
fingerprint.  It knows no connection and starts nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
import msgspec

from ripwire.errors import Failure, Kind

DEFAULT_WINDOW_TOKENS = 80_000
"""Of which a tenth, 8,000 tokens, may be schemas when a client does not say how large its window is."""
MANY_TOOLS = 50
MAX_TOOLS = 20_000
"""Of one owner: a client's mistake must not fill the daemon."""
BYTES_PER_TOKEN = 4
"""The usual estimate for English and JSON; good enough to decide, not to bill."""


@attrs.frozen(kw_only=True)
class Tool:
    name: str
    description: str = ""
    search_hint: str = ""
    """Words to be found by that the description lacks."""
    input_schema: Mapping[str, Any] | None = None
    server: str | None = None
    deferred: bool = True
    """Its schema is fetched by a search before the first call."""
    always_load: bool = False

    @property
    def short_name(self) -> str:
        """`mcp__files__read` → `read`."""
        return self.name.split("__", 2)[-1] if self.name.startswith("mcp__") else self.name

    def canonical(self) -> bytes:
        """What a change of must be noticed, the same bytes for the same tool."""
        fields = (self.name, self.description, self.search_hint, self.input_schema)
        return msgspec.json.encode(fields, order="deterministic")


@attrs.frozen(kw_only=True)
class CallResult:
    """What a tool gave back, as MCP writes it: content blocks, perhaps structured content."""

    content: Sequence[Mapping[str, Any]] = ()
    structured: Any = None
    is_error: bool = False


Progress = Callable[[float, float | None, str | None], Awaitable[None]]
"""Takes how far a tool is, of how much, and a word about it."""
Runner = Callable[[Tool, Mapping[str, Any], Progress | None], Awaitable[CallResult]]
"""Runs one tool for whoever calls it; cancelling the awaiting task cancels the tool."""


@attrs.frozen(eq=False)
class Catalog:
    """All tools that one caller may find, sorted by name."""

    tools: tuple[Tool, ...]
    fingerprint: str
    schema_bytes: int
    """What loading every deferred tool would put into a model's window."""

    @classmethod
    def of(cls, tools: Iterable[Tool]) -> Catalog:
        ordered = tuple(sorted(tools, key=lambda tool: tool.name))
        return cls(ordered, fingerprint(ordered), sum(len(t.canonical()) for t in ordered if t.deferred))

    def offers_search(self, window_tokens: int | None) -> bool:
        """Deferred schemas pass a tenth of the window, or there are too many tools to read."""
        window = window_tokens or DEFAULT_WINDOW_TOKENS
        return len(self.tools) > MANY_TOOLS or self.schema_bytes / BYTES_PER_TOKEN > window / 10


def fingerprint(tools: Iterable[Tool]) -> str:
    """A hash over the sorted canonical list: a changed description is a changed hash."""
    digest = hashlib.sha256()
    for line in sorted(tool.canonical() for tool in tools):
        digest.update(line + b"\n")
    return digest.hexdigest()


@attrs.define(eq=False)
class _Registration:
    tools: dict[str, Tool]
    runner: Runner | None
    shared: bool


class Registry:
    """Tools by owner.  An owner is a client's session or a configured server; it takes its tools along."""

    def __init__(self) -> None:
        self._by_owner: dict[tuple[str, bool], _Registration] = {}
        self._version = 0
        self._catalogs: dict[str, tuple[int, Catalog]] = {}

    def register(
        self, owner: str, tools: Iterable[Tool], *, shared: bool = False, runner: Runner | None = None
    ) -> int:
        """The number of tools this owner now has.  A name registered again is replaced."""
        own = self._by_owner.get((owner, shared)) or _Registration({}, runner, shared)
        merged = own.tools | {tool.name: tool for tool in tools}
        if len(merged) > MAX_TOOLS:
            raise Failure(Kind.OVER_LIMIT, f"More than {MAX_TOOLS} tools registered by one client")
        self._by_owner[owner, shared] = _Registration(merged, runner or own.runner, shared)
        self._changed()
        return sum(len(one.tools) for key, one in self._by_owner.items() if key[0] == owner)

    def replace(self, owner: str, tools: Iterable[Tool], *, runner: Runner | None = None) -> None:
        """Exactly these tools are the owner's, for everybody: how a server's new list comes in."""
        fresh = {tool.name: tool for tool in tools}
        old = self._by_owner.get((owner, True))
        if old is None or old.tools != fresh or old.runner is not runner:
            self._by_owner[owner, True] = _Registration(fresh, runner, shared=True)
            self._changed()

    def unregister(self, owner: str, names: Sequence[str] | None = None) -> int:
        """How many went.  Without names: all of this owner's, as at the end of its session."""
        gone = 0
        for key in [key for key in self._by_owner if key[0] == owner]:
            own = self._by_owner[key]
            kept = {} if names is None else {n: t for n, t in own.tools.items() if n not in names}
            gone += len(own.tools) - len(kept)
            if kept:
                self._by_owner[key] = _Registration(kept, own.runner, own.shared)
            else:
                del self._by_owner[key]
        self._catalogs.pop(owner, None)
        if gone:
            self._changed()
        return gone

    def catalog(self, owner: str) -> Catalog:
        """The owner's own tools and everybody's shared ones; of two with one name the own one."""
        version, catalog = self._catalogs.get(owner, (-1, None))
        if catalog is None or version != self._version:
            catalog = Catalog.of({tool.name: tool for _, tool in self._visible(owner)}.values())
            self._catalogs[owner] = (self._version, catalog)
        return catalog

    def runner(self, owner: str, name: str) -> Runner | None:
        """Who runs the tool of this name for this caller."""
        found = [one for one, tool in self._visible(owner) if tool.name == name]
        return found[-1].runner if found else None

    def _visible(self, owner: str) -> Iterable[tuple[_Registration, Tool]]:
        """Shared ones first, so that the caller's own stand last and win."""
        mine = [one for (who, _), one in self._by_owner.items() if who == owner]
        others = [one for (who, _), one in self._by_owner.items() if who != owner and one.shared]
        for registration in (*others, *mine):
            for tool in registration.tools.values():
                yield registration, tool

    def _changed(self) -> None:
        self._version += 1
        self._catalogs.clear()
