"""The daemon's ear: a Unix socket, or a loopback port with a secret where there are no Unix sockets.

Says who may come in; what is then spoken is not known here.  Only the holder of the daemon's lock may
call `listen`, and so it may remove what a dead daemon left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hmac
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

from ripwire.daemon.address import Address
from ripwire.daemon.connect import GREETING, LOOPBACK, peer_uid

Admission = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]]
"""True for the user's own clients.  Nothing was sent to anybody else."""
Welcome = Callable[[Admission, asyncio.StreamReader, asyncio.StreamWriter], None]
"""A plain function: with a coroutine, Python 3.11 logs a traceback when a session is cancelled."""

AWAY = ".away"
"""Added to the name of what leads clients here while the daemon is about to end."""
BACKLOG = 128
GREETING_S = 5.0
"""A TCP client has this long to show its token."""

log = logging.getLogger(__name__)


class Listening:
    """An open ear.  `file` is what leads clients here; without it nobody comes."""

    def __init__(self, server: asyncio.Server, file: str, shown: str) -> None:
        self._server = server
        self._file = Path(file)
        self._away = Path(file + AWAY)
        self.shown = shown
        """For people and for editors that connect themselves: a socket's path, or `tcp:HOST:PORT`."""

    def withdraw(self) -> None:
        """New clients find nobody; those that are on their way still arrive."""
        with contextlib.suppress(FileNotFoundError):
            self._file.rename(self._away)

    def restore(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._away.rename(self._file)

    def close(self) -> None:
        """Accept no more, and leave no file."""
        self._server.close()
        self._file.unlink(missing_ok=True)
        self._away.unlink(missing_ok=True)


async def listen(address: Address, transport: str, welcome: Welcome) -> Listening:
    """`transport` is `unix`, `tcp` or `auto`: Unix where the platform has it."""
    address.prepare()
    _remove_stale(address)
    if transport == "unix" or (transport == "auto" and hasattr(asyncio, "start_unix_server")):
        return await _by_path(address, welcome)
    return await _by_token(address, welcome)


async def _by_path(address: Address, welcome: Welcome) -> Listening:
    address.check_socket_path()
    server = await asyncio.start_unix_server(
        functools.partial(welcome, same_user), address.socket, backlog=BACKLOG
    )
    return Listening(server, address.socket, address.socket)


async def _by_token(address: Address, welcome: Welcome) -> Listening:
    secret = secrets.token_hex(32)
    guarded = functools.partial(welcome, functools.partial(knows, secret))
    server = await asyncio.start_server(guarded, LOOPBACK, 0, backlog=BACKLOG, family=socket.AF_INET)
    port = server.sockets[0].getsockname()[1]
    _publish(address, f"{port} {secret}\n")
    return Listening(server, address.token, f"tcp:{LOOPBACK}:{port}")


def _remove_stale(address: Address) -> None:
    for path in (address.socket, address.token):
        Path(path).unlink(missing_ok=True)
        Path(path + AWAY).unlink(missing_ok=True)


def _publish(address: Address, token: str) -> None:
    """The token file appears whole or not at all, and readable by this user only."""
    new = Path(address.token + ".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    new.write_text(token, "ascii")
    new.replace(address.token)


async def same_user(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Whether the kernel says that the peer is this user; the folder's mode has already kept others out."""
    uid = peer_uid(writer.get_extra_info("socket"))
    if uid is None or uid == os.getuid():
        return True
    log.warning("refused a connection of user %d", uid)
    return False


async def knows(secret: str, reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> bool:
    """Whether the peer begins with the token, which only this user can read."""
    expected = f"{GREETING}{secret}\n".encode("ascii")
    try:
        async with asyncio.timeout(GREETING_S):
            said = await reader.readexactly(len(expected))
    except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
        said = b""
    known = hmac.compare_digest(said, expected)
    if not known:
        log.warning("refused a connection without the token")
    return known
