"""A client that does nothing but time: a blocking socket, and rg beside it in the same run."""

from __future__ import annotations

import contextlib
import functools
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from socket import socket
from typing import Any

import msgspec

from ripwire.daemon.connect import connect
from tests.bench.rows import packaged
from tests.support.daemon import Home

RG = os.environ.get("RIPWIRE_BENCH_RG") or str(packaged("rg"))
PARTIAL = "p"
CHUNK = 1 << 18
BEGINNING = 64
"""Bytes of a body that say what it is."""
_decode = msgspec.json.Decoder()


class Driver:
    """One initialized connection."""

    def __init__(self, opened: Callable[[], socket], root: Path) -> None:
        self.opened = opened
        self.connection = opened()
        self.connection.setblocking(True)
        self.buffer = b""
        self.waste = bytearray(CHUNK)
        self.number = 0
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self.request(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": folders},
        )
        self.send({"method": "initialized", "params": {}})

    def send(self, message: dict[str, Any]) -> None:
        body = msgspec.json.encode({"jsonrpc": "2.0"} | message)
        self.connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def start(self, method: str, params: object) -> int:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def bodies(self) -> Iterator[bytes]:
        """Raw bodies as they come: a client that only forwards need not decode."""
        while True:
            yield self._taken(self._length())

    def request(self, method: str, params: object) -> Any:
        number = self.start(method, params)
        for body in self.bodies():
            if b'"id"' in body[:200] or b'"id"' in body[-200:]:
                message = _decode.decode(body)
                if message.get("id") == number and "method" not in message:
                    if "error" in message:
                        raise RuntimeError(message["error"])
                    return message["result"]
        raise AssertionError

    def answered(self, number: int) -> None:
        """Wait for the answer to a request, whatever it is."""
        for body in self.bodies():
            if _decode.decode(body).get("id") == number:
                return

    def timed(self, method: str, params: object) -> float:
        began = time.perf_counter()
        self.request(method, params)
        return time.perf_counter() - began

    def streamed(self, method: str, params: dict[str, Any]) -> tuple[float, float, int]:
        """(seconds to the first part, to the answer, bytes).  Parts are read and dropped: what a client does
        with them is its own, and on two cores it would be taken from the daemon.
        """
        began, first, size = time.perf_counter(), 0.0, 0
        number = self.start(method, params | {"partialResultToken": PARTIAL})
        while True:
            length = self._length()
            size += length
            first = first or time.perf_counter() - began
            while len(self.buffer) < min(length, BEGINNING):
                self._fill()
            if b'"$/progress"' in self.buffer[:BEGINNING]:
                self._drop(length)
            elif _decode.decode(self._taken(length)).get("id") == number:
                return first, time.perf_counter() - began, size

    def collected(self, method: str, params: dict[str, Any], what: str) -> list[Any]:
        """All entries, streamed: an answer in one piece has a limit of bytes."""
        number, found = self.start(method, params | {"partialResultToken": PARTIAL}), []
        for body in self.bodies():
            message = _decode.decode(body)
            if message.get("method") == "$/progress":
                found += message["params"]["value"].get(what, [])
            elif message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return found
        raise AssertionError

    def beside(self, root: Path) -> Driver:
        """Another client of the same daemon; the caller closes its connection."""
        return Driver(self.opened, root)

    def _length(self) -> int:
        """Of the next body, whose header is taken."""
        while (end := self.buffer.find(b"\r\n\r\n")) < 0:
            self._fill()
        head, self.buffer = self.buffer[:end], self.buffer[end + 4 :]
        return int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])

    def _taken(self, length: int) -> bytes:
        parts, size = [self.buffer], len(self.buffer)
        while size < length:
            parts.append(self.connection.recv(CHUNK))
            size += len(parts[-1])
        whole = b"".join(parts)
        self.buffer = whole[length:]
        return whole[:length]

    def _drop(self, length: int) -> None:
        left = length - len(self.buffer)
        self.buffer = self.buffer[length:]
        while left > 0:
            left -= self.connection.recv_into(self.waste, min(left, CHUNK))

    def _fill(self) -> None:
        self.buffer += self.connection.recv(CHUNK)


@contextlib.asynccontextmanager
async def daemon(root: Path, **settings: str) -> AsyncIterator[tuple[Driver, Any]]:
    """A daemon of its own and one client of it; the process beside it."""
    with tempfile.TemporaryDirectory(prefix="rwb-") as folder:
        home = Home(Path(folder), {"RIPWIRE_CACHE_FOLDER": folder + "/cache"} | settings)
        home.environment.pop("PYTHONWARNINGS", None)
        async with home.daemon() as process:
            driver = Driver(functools.partial(connect, home.address), root)
            try:
                yield driver, process
            finally:
                driver.connection.close()


def rg_drained(root: Path, *arguments: str) -> tuple[float, float, int]:
    """(seconds to the first byte, to the end, bytes) of `rg --json`."""
    began, first, size = time.perf_counter(), 0.0, 0
    with _rg(root, *arguments) as process:
        while chunk := _read(process):
            first = first or time.perf_counter() - began
            size += len(chunk)
    return first, time.perf_counter() - began, size


def rg_stopped(root: Path, size: int, *arguments: str) -> float:
    """Seconds until `rg --json` has written `size` bytes and has been ended: the floor of a page."""
    began = time.perf_counter()
    with _rg(root, *arguments) as process:
        while size > 0 and (chunk := _read(process)):
            size -= len(chunk)
        process.terminate()
    return time.perf_counter() - began


def _rg(root: Path, *arguments: str) -> subprocess.Popen[bytes]:
    argv = [RG, "--no-config", "--json", *arguments, "--", "."]
    return subprocess.Popen(argv, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)


def _read(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return os.read(process.stdout.fileno(), CHUNK)
