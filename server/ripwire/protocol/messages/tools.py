"""`ripwire/tools/…`: many tools behind one search, and calls of what it found."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec

from ripwire.protocol.messages.common import at_least, not_empty
from ripwire.tools.scoring import Scorer


def _object(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"expected an object, got {type(value).__name__}", field.name)


@attrs.frozen(kw_only=True)
class ToolParams:
    """A tool as a client describes it."""

    name: str = attrs.field(validator=not_empty)
    description: str = ""
    search_hint: str = ""
    """Words to be found by that the description lacks."""
    input_schema: Any = attrs.field(default=None, validator=_object)
    """JSON schema of its arguments."""
    server: str | None = None
    deferred: bool = True
    """Listed by name only, until a search shows its schema."""
    always_load: bool = False


@attrs.frozen(kw_only=True)
class RegisterParams:
    """Tools of this client, gone with its session.  A name registered again is replaced."""

    tools: tuple[ToolParams, ...]
    shared: bool = False
    """Other clients of the same user find them too."""
    callable: bool = False
    """A call is passed on to this client as a request `ripwire/tools/run {name, arguments}`."""


class RegisterResult(msgspec.Struct):
    count: int
    """Tools that this client has now, or that went."""


@attrs.frozen(kw_only=True)
class UnregisterParams:
    """Some of this client's tools, or all of them."""

    names: tuple[str, ...] | None = None


@attrs.frozen(kw_only=True)
class ListToolsParams:
    """All tools that this client may find."""

    context_tokens: int | None = attrs.field(default=None, validator=at_least(1))
    """Of the model's window; decides `offersSearch` (8,000 tokens of schemas when it is not given)."""


class WireTool(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    name: str
    description: str
    """`<`, `>` and `&` are written as in JSON: `\\u003c`."""
    server: str | None = None
    deferred: bool
    always_load: bool = False


class ListToolsResult(msgspec.Struct, rename="camel", kw_only=True):
    tools: list[WireTool]
    fingerprint: str
    """Changes with every name, description and schema."""
    offers_search: bool
    """A model should be offered the search instead of all definitions."""
    schema_bytes: int
    problems: list[str]
    """One line for each configured server that could not be listed."""


@attrs.frozen(kw_only=True)
class SearchToolsParams:
    """ToolSearch: words, `select:A,B`, `+required words`, `mcp__server`, or a tool's name."""

    query: str
    max_results: int = attrs.field(default=5, validator=at_least(1))
    """At most 20."""
    scorer: Scorer | None = None
    """`bm25` or `weights`; default: the setting `tools.scorer`."""
    debug: bool = False
    """Scores and ranks are told."""


class WireFoundTool(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    name: str
    server: str | None = None
    description: str
    definition: str
    """Name, description and parameters as JSON, with `<`, `>` and `&` escaped."""
    score: float | None = None
    rank: int | None = None


class SearchToolsResult(msgspec.Struct, rename="camel", kw_only=True):
    """Best first."""

    tools: list[WireFoundTool]
    searched: int
    missing: list[str]
    """Names of a `select:` that nobody has."""
    more: list[str]
    """Names that found no room, at most 50."""
    more_count: int
    notes: list[str]
    saved_bytes: int
    """Against loading every deferred definition."""
    saved_tokens: int
    text: str
    """The same for a model to read."""


@attrs.frozen(kw_only=True)
class CallToolParams:
    """Run a found tool by its name, or by its short name where only one has it."""

    name: str = attrs.field(validator=not_empty)
    arguments: Any = attrs.field(factory=dict, validator=_object)
    timeout_ms: int | None = attrs.field(default=None, validator=at_least(1))
    """At most 600,000; default: the server's, or `tools.timeoutMs`."""
    work_done_token: int | str | None = None


class CallToolResult(msgspec.Struct, rename="camel", kw_only=True):
    """The tool's own answer, as MCP writes it."""

    content: list[Any]
    structured_content: Any
    is_error: bool
    """The tool itself failed; its content says how."""


STRICT = (ToolParams, RegisterParams, UnregisterParams, ListToolsParams, SearchToolsParams, CallToolParams)
