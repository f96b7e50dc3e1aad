"""A client's way to the daemon: a connected socket whose other end is proven to be the same user's.

Light, because the byte pump starts with it.  It never starts a daemon; `spawn.py` does.
"""

from __future__ import annotations

import os
import socket
import struct
import sys

from ripwire.daemon.address import Address, Unsafe
from ripwire.daemon.lock import is_held

CONNECT_S = 5.0
LOOPBACK = "127.0.0.1"
GREETING = "ripwire-token "
"""A TCP client says this, the secret and a newline before anything else."""


def connect(address: Address) -> socket.socket:
    """A connection to the running daemon, by whichever of the two ways it listens.

    Raises `FileNotFoundError` or `ConnectionError` when none runs, `Unsafe` when what is there is not ours.
    """
    address.check_folder()
    if hasattr(socket, "AF_UNIX") and os.path.lexists(address.socket):
        return _by_path(address)
    return _by_token(address)


def peer_uid(connection: socket.socket) -> int | None:
    """The user at the other end of a Unix socket, as the kernel says; None where it cannot be asked."""
    if sys.platform == "linux":
        _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return int(uid)
    if sys.platform == "darwin":
        # struct xucred of LOCAL_PEERCRED (0, 1): version, uid, a list of groups.
        _, uid = struct.unpack_from("2I", connection.getsockopt(0, 1, 76))
        return int(uid)
    return None


def read_token(address: Address) -> tuple[int, str]:
    """(port, secret) of a daemon on the loopback interface."""
    with open(address.token, encoding="ascii") as file:
        port, secret = file.read().split()
    return int(port), secret


def _by_path(address: Address) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(CONNECT_S)
        connection.connect(address.socket)
        _check_peer(connection, address)
        connection.settimeout(None)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_peer(connection: socket.socket, address: Address) -> None:
    uid = peer_uid(connection)
    if uid is not None and uid != os.getuid():
        raise Unsafe(f"the daemon at {address.socket} runs as user {uid}, not as you")


def _by_token(address: Address) -> socket.socket:
    # The port of a daemon that was killed may be anybody's by now; while its lock is held it is the daemon's.
    if not is_held(address.lock):
        raise FileNotFoundError(f"no daemon of {address.token} is alive")
    try:
        port, secret = read_token(address)
    except ValueError as exc:  # half written, or damaged by hand
        raise ConnectionRefusedError(f"{address.token} is not usable") from exc
    connection = socket.create_connection((LOOPBACK, port), CONNECT_S)
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(f"{GREETING}{secret}\n".encode("ascii"))
    return connection
