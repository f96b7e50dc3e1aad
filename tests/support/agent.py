"""An agent: the SDK's own client over `ripwire mcp`, as harnesses start it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

ERAS = ("2026-07-28", "legacy")


@contextlib.asynccontextmanager
async def agent(
    place, folder: Path, *arguments: str, era: str = "auto", **more: Any
) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "ripwire", "mcp", *arguments],
        cwd=folder,
        env=dict(place.environment),
    )
    async with Client(parameters, mode=era, **more) as client:
        yield client


def told(result: CallToolResult) -> str:
    """The answer's text."""
    return "\n".join(block.text for block in result.content if block.type == "text")
