"""`ripwire --stdio` and `ripwire mcp`: moves bytes between a client's pipes and the daemon's socket.

It does not know what the bytes mean (one exception: `EXIT`), and imports neither pygls, lsprotocol nor
asyncio: an editor waits for its start, and one such process stands for each editor.  Two threads, one for
each direction, because a thread that waits for a slow reader must not stop the other direction.
"""

from __future__ import annotations

import _thread
import os
import socket
import sys
from collections.abc import Sequence

from ripwire.daemon import address
from ripwire.daemon.connect import connect

CHUNK = 64 * 1024
EXIT = b'"exit"'
"""Seen in the client's last bytes, the end of the connection is what was asked for, not a dead daemon."""


def run(arguments: Sequence[str]) -> int:
    """Until the client or the daemon leaves.  Without a socket, or with `--standalone`, serves in-process."""
    greeting = _greeting(arguments) if list(arguments[:1]) == ["mcp"] else b""
    if "--standalone" in arguments:
        return _standalone(greeting)
    try:
        connection = _daemon()
    except OSError as exc:
        sys.stderr.write(f"ripwire: serving this client alone, because {exc}\n")
        return _standalone(greeting)
    connection.sendall(greeting)
    code = pump(connection)
    # The thread that reads stdin may wait for ever; a normal exit would wait for it in turn.
    os._exit(code)


def pump(connection: socket.socket) -> int:
    """0 when the client left or said `exit`, 1 when the daemon left first."""
    upstream = Upstream(connection)
    _thread.start_new_thread(upstream.run, ())
    downstream(connection)
    return 0 if upstream.finished else 1


class Upstream:
    """Client → daemon."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.finished = False
        """The client closed its end, or its last message was `exit`."""

    def run(self) -> None:
        try:
            while chunk := os.read(0, CHUNK):
                self.finished = EXIT in chunk[-256:]
                self._connection.sendall(chunk)
            self.finished = True
            self._connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the daemon is gone: the other direction sees it too, and says so


def downstream(connection: socket.socket) -> None:
    """Daemon → client, until either is gone."""
    try:
        while chunk := connection.recv(CHUNK):
            left = memoryview(chunk)
            while left:
                left = left[os.write(1, left) :]
    except OSError:
        pass  # reset by the daemon, or the client no longer reads: both are ends


def _daemon() -> socket.socket:
    where = address.of()
    try:
        return connect(where)
    except address.Unsafe:
        raise
    except OSError:
        from ripwire.daemon import spawn

        return spawn.find_or_start(where)


def _standalone(greeting: bytes) -> int:
    from ripwire.protocol import early

    first = early.Greeting() if greeting else early.greet(0, 1)  # before the rest is loaded
    from ripwire.cli import standalone

    return standalone.run(greeting, first)


def _greeting(arguments: Sequence[str]) -> bytes:
    """An agent's protocol may not say where it works; this process was started there."""
    import itertools
    import json

    named = [value for flag, value in itertools.pairwise(arguments) if flag == "--root"]
    roots = [os.path.abspath(root) for root in named]
    params = {"roots": roots, "startedIn": os.getcwd()}
    message = {"jsonrpc": "2.0", "method": "notifications/ripwire/started", "params": params}
    return json.dumps(message).encode() + b"\n"
