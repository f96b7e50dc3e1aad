"""What a tool says of itself, by field, for the scorers to weigh.  A schema of any shape is survived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ripwire.tools.registry import Tool


def texts(tool: Tool) -> dict[str, str]:
    """What a tool says of itself, by field."""
    names, told = [], []
    for name, description in _arguments(tool.input_schema, depth=4):
        names.append(name)
        told.append(description)
    server = tool.server or (tool.name.split("__")[1] if tool.name.startswith("mcp__") else "")
    return {
        "name": tool.short_name,
        "server": server,
        "description": f"{tool.description} {tool.search_hint}",
        "arguments": " ".join(names),
        "argument_texts": " ".join(told),
    }


def _arguments(schema: Any, depth: int) -> Iterator[tuple[str, str]]:
    """(name, description with allowed values) of each argument, nested ones too.  Schemas are foreign."""
    if not isinstance(schema, Mapping) or depth == 0:
        return
    properties = schema.get("properties")
    for name, about in properties.items() if isinstance(properties, Mapping) else ():
        if not isinstance(about, Mapping):
            continue
        allowed = about.get("enum")
        values = [str(value) for value in allowed] if isinstance(allowed, list) else []
        yield str(name), " ".join([str(about.get("description") or ""), *values])
        yield from _arguments(about, depth - 1)
        yield from _arguments(about.get("items"), depth - 1)
