"""Our own set of tools and queries, as values."""

from __future__ import annotations

from pathlib import Path

from ripwire.tools.registry import Tool

FOLDER = Path(__file__).parent / "toolset"


def tools() -> list[Tool]:
    found, server = [], ""
    for line in FOLDER.joinpath("tools.txt").read_text("utf-8").splitlines():
        if line.startswith("@"):
            server = line[1:]
        elif not line.startswith("#"):
            name, description, arguments = (part.strip() for part in line.split("|"))
            found.append(_tool(server, name, description, arguments.split()))
    return found


def queries() -> list[tuple[str, set[str]]]:
    lines = FOLDER.joinpath("queries.txt").read_text("utf-8").splitlines()
    pairs = (line.split(" => ") for line in lines if not line.startswith("#"))
    return [(text, {f"mcp__{name.replace('/', '__')}" for name in names.split()}) for text, names in pairs]


def _tool(server: str, name: str, description: str, arguments: list[str]) -> Tool:
    return Tool(
        name=f"mcp__{server}__{name}",
        description=description,
        server=server,
        input_schema={
            "type": "object",
            "properties": {argument: {"type": "string", "description": ""} for argument in arguments},
        },
    )
