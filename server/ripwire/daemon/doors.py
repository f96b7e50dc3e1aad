"""Which door a client knocks at, told by its first byte.

`{` begins a line of JSON: the Model Context Protocol.  Anything else is the header of an LSP message.
"""

from __future__ import annotations

import asyncio

from ripwire.mcp import door
from ripwire.protocol import connection
from ripwire.protocol.shared import Shared


async def converse(
    shared: Shared, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes
) -> None:
    """One session at its own door."""
    if first.lstrip().startswith(b"{"):
        await door.converse(shared, reader, writer, first)
    else:
        await connection.converse(shared, reader, writer, first=first)
