"""Which tool is answered by which function: the whole table, in the order of the list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from ripwire.mcp import agents, catalog, grep, names, navigation, symbols
from ripwire.mcp.catalog import Offer
from ripwire.mcp.guest import Guest, Progress, Reply

Run = Callable[[Guest, dict[str, Any], Progress], Awaitable[Reply]]

TOOLS: Mapping[str, tuple[Offer, Run]] = MappingProxyType(
    {
        offer.name: (offer, run)
        for offer, run in (
            (catalog.GREP, grep.run),
            (catalog.FIND, names.find),
            (catalog.FILES, names.files_),
            (catalog.SYMBOLS, symbols.run),
            (catalog.DEFINITION, navigation.definition),
            (catalog.REFERENCES, navigation.references),
            (catalog.TOOL_SEARCH, agents.tool_search),
            (catalog.TOOL_CALL, agents.tool_call),
            (catalog.WEB_FETCH, agents.web_fetch),
            (catalog.WEB_SEARCH, agents.web_search),
        )
    }
)
