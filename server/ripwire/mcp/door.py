"""The Model Context Protocol door: one connection, from its first byte to its end.

The SDK is loaded when the first agent comes, in a thread: clients of the other door notice nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging

from ripwire.mcp.guest import Shared

log = logging.getLogger(__name__)

MISSING = (
    b'{"jsonrpc":"2.0","id":null,"error":{"code":-32603,'
    b'"message":"The Model Context Protocol needs the extra: pip install \'ripwire[mcp]\'"}}\n'
)


async def converse(
    shared: Shared, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes
) -> None:
    """Serve one client until it leaves.  Never raises: a group of sessions would end with it."""
    try:
        server = await asyncio.to_thread(importlib.import_module, "ripwire.mcp.server")
        await server.serve(shared, reader, writer, first)
    except ImportError:
        log.exception("the extra mcp is not installed")
        writer.write(MISSING)
    except ConnectionError as exc:
        log.info("an agent's connection ended: %s", exc)
    except Exception:
        log.exception("an agent's session ended by a bug")
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
