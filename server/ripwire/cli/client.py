"""A small client of the running daemon: blocking, one request at a time, without lsprotocol.

Knows frames, ids and streams; what the methods mean is known by the subcommands.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from ripwire import __version__
from ripwire.daemon import address
from ripwire.daemon.connect import connect
from ripwire.errors import Failure, Kind
from ripwire.protocol.to_wire import uris

T = TypeVar("T")
Told = Callable[[msgspec.Raw], None]
"""Takes one batch of a streamed result."""

PARTS = "parts"
TICK_S = 0.2
READ_SIZE = 256 * 1024


class _ErrorData(msgspec.Struct):
    kind: str = ""
    detail: str | None = None
    paths: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class _Error(msgspec.Struct):
    code: int
    message: str
    data: _ErrorData | None = None


class _Message(msgspec.Struct):
    id: int | str | None = None
    method: str | None = None
    params: msgspec.Raw = msgspec.Raw(b"null")
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: _Error | None = None


class _Progress(msgspec.Struct):
    token: str | int
    value: msgspec.Raw


class Client:
    """One session with the daemon; leaving the block ends it, and with it whatever it still asked for."""

    def __init__(self, connection: socket.socket, roots: Iterable[Path] = ()) -> None:
        self._connection = connection
        self._buffer = bytearray()
        self._ids = 0
        self._tick: Callable[[], None] | None = None
        self.request("initialize", _hello(roots))
        self._send({"method": "initialized", "params": {}})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def request(
        self,
        method: str,
        params: object,
        *,
        parts: Told | None = None,
        tick: Callable[[], None] | None = None,
    ) -> msgspec.Raw:
        """The result, after `parts` took what came before it.  Raises the daemon's `Failure`.

        `tick` is called now and then while nothing comes.
        """
        self._tick = tick
        self._connection.settimeout(None if tick is None else TICK_S)
        self._ids += 1
        self._send({"id": self._ids, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.method is None and message.id == self._ids:
                if message.error is not None:
                    raise _failure(message.error)
                return message.result
            if message.method == "$/progress":
                progress = msgspec.json.decode(message.params, type=_Progress)
                if progress.token == PARTS and parts is not None:
                    parts(progress.value)
            elif message.method is not None and message.id is not None:
                self._decline(message.id)

    def _decline(self, msg_id: int | str) -> None:
        error = {"code": -32601, "message": "the command line answers no requests"}
        self._send({"id": msg_id, "error": error})

    def _send(self, message: dict[str, Any]) -> None:
        body = msgspec.json.encode({"jsonrpc": "2.0", **message})
        self._connection.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def _receive(self) -> _Message:
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            self._fill()
        length = int(self._buffer[:end].lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(self._buffer) < end + 4 + length:
            self._fill()
        body = bytes(self._buffer[end + 4 : end + 4 + length])
        del self._buffer[: end + 4 + length]
        return msgspec.json.decode(body, type=_Message)

    def _fill(self) -> None:
        while True:
            try:
                chunk = self._connection.recv(READ_SIZE)
                break
            except TimeoutError:
                if self._tick is not None:
                    self._tick()
        if not chunk:
            raise Failure(Kind.SHUTTING_DOWN, "the daemon ended the connection")
        self._buffer += chunk


def running(roots: Iterable[Path] = ()) -> Client | None:
    """A session with the daemon that runs, or None.  Never starts one."""
    try:
        return Client(connect(where()), roots)
    except (FileNotFoundError, ConnectionError):
        return None


def where() -> address.Address:
    """The daemon's address, read as the daemon itself reads it."""
    from ripwire import config

    return address.of(configured=config.load().settings.daemon_folder)


def _hello(roots: Iterable[Path]) -> dict[str, Any]:
    return {
        "processId": os.getpid(),
        "clientInfo": {"name": "ripwire command line", "version": __version__},
        "workspaceFolders": [{"uri": uris.of_path(root), "name": root.name} for root in roots],
        "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
    }


def _failure(error: _Error) -> Failure:
    data = error.data or _ErrorData()
    try:
        kind = Kind(data.kind)
    except ValueError:  # an internal error: only the door has a word for it
        kind = Kind.INCOMPLETE
    return Failure(kind, error.message, data.detail, data.paths, data.problems)
