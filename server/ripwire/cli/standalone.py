"""One client served in-process, for machines where no socket can be made and for `--standalone`.

The session is the daemon's own, at one end of a socket pair; the byte pump moves the client's pipes to
the other end.  So it does not matter what stdin is: a pipe, a file, or a Windows handle.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading

from ripwire import config
from ripwire.cli import stdio
from ripwire.daemon import compose, logs
from ripwire.mcp import door
from ripwire.protocol.connection import serve_one
from ripwire.protocol.early import Greeting

FLUSH_S = 5.0
"""A client that left may still read its last answers for so long."""


def run(greeting: bytes, first: Greeting) -> int:
    """0 when the client left as its protocol asks, 1 when it was cut off.  `first` was read of it already."""
    loaded = config.load()
    logs.to_stderr(max_level(loaded.settings.log_level))
    for problem in loaded.problems:
        sys.stderr.write(f"ripwire: {problem}\n")
    code = asyncio.run(_serve(loaded.settings, greeting, first))
    sys.stderr.flush()
    os._exit(code)  # the thread that reads stdin may wait for ever


def max_level(level: str) -> str:
    """Editors show stderr to people as errors, so one line a request does not belong there."""
    return "warning" if level == "info" else level


async def _serve(settings: config.Settings, greeting: bytes, first: Greeting) -> int:
    inside, outside = socket.socketpair()
    outside.sendall(greeting)
    flushed = threading.Event()
    threading.Thread(target=stdio.Upstream(outside).run, daemon=True).start()
    threading.Thread(target=_down, args=(outside, flushed), daemon=True).start()
    reader, writer = await asyncio.open_connection(sock=inside)
    async with compose.composed(settings) as shared:
        if greeting:  # only agents are greeted for
            await door.converse(shared, reader, writer, b"")
            orderly = True
        else:
            orderly = await serve_one(shared, reader, writer, first=first.taken, greeted=first.answered)
    await asyncio.to_thread(flushed.wait, FLUSH_S)
    return 0 if orderly else 1


def _down(connection: socket.socket, flushed: threading.Event) -> None:
    stdio.downstream(connection)
    flushed.set()
