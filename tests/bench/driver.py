"""A client that does nothing but time: a blocking socket, and rg beside it in the same run."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from socket import socket
from typing import Any

import msgspec

from ripwire.daemon.connect import connect
from tests.bench.rows import packaged
from tests.support.daemon import Home

RG = os.environ.get("RIPWIRE_BENCH_RG") or str(packaged("rg"))
PARTIAL = "p"
_decode = msgspec.json.Decoder()


class Driver:
    """One initialized connection."""

    def __init__(self, connection: socket, root: Path) -> None:
        self.connection = connection
        self.buffer = b""
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
            head = self.buffer.find(b"\r\n\r\n")
            if head >= 0:
                length = int(self.buffer[:head].lower().split(b"content-length:")[1].split(b"\r\n")[0])
                if len(self.buffer) >= head + 4 + length:
                    yield self.buffer[head + 4 : head + 4 + length]
                    self.buffer = self.buffer[head + 4 + length :]
                    continue
            self.buffer += self.connection.recv(1 << 18)

    def request(self, method: str, params: object) -> Any:
        number = self.start(method, params)
        for body in self.bodies():
            if b'"id"' in body[:200] or b'"id"' in body[-200:]:
                message = _decode.decode(body)
                if message.get("id") == number and "method" not in message:
                    self.took(body)
                    if "error" in message:
                        raise RuntimeError(message["error"])
                    return message["result"]
        raise AssertionError

    def timed(self, method: str, params: object) -> float:
        began = time.perf_counter()
        self.request(method, params)
        return time.perf_counter() - began

    def streamed(self, method: str, params: dict[str, Any]) -> tuple[float, float, int]:
        """(seconds to the first part, to the answer, bytes)."""
        began, first, size = time.perf_counter(), 0.0, 0
        number = self.start(method, params | {"partialResultToken": PARTIAL})
        for body in self.bodies():
            size += len(body)
            first = first or time.perf_counter() - began
            if b'"$/progress"' not in body[:60] and b'"$/progress"' not in body[-60:]:
                message = _decode.decode(body)
                if message.get("id") == number:
                    self.took(body)
                    return first, time.perf_counter() - began, size
        raise AssertionError

    def collected(self, method: str, params: dict[str, Any], what: str) -> list[Any]:
        """All entries, streamed: an answer in one piece has a limit of bytes."""
        number, found = self.start(method, params | {"partialResultToken": PARTIAL}), []
        for body in self.bodies():
            message = _decode.decode(body)
            if message.get("method") == "$/progress":
                found += message["params"]["value"].get(what, [])
            elif message.get("id") == number:
                self.took(body)
                if "error" in message:
                    raise RuntimeError(message["error"])
                return found
        raise AssertionError

    def took(self, body: bytes) -> None:
        """`bodies` was left in the middle: take the answer out of the buffer."""
        head = self.buffer.find(b"\r\n\r\n")
        self.buffer = self.buffer[head + 4 + len(body) :]


@contextlib.asynccontextmanager
async def daemon(root: Path, **settings: str) -> AsyncIterator[tuple[Driver, Any]]:
    """A daemon of its own and one client of it; the process beside it."""
    with tempfile.TemporaryDirectory(prefix="rwb-") as folder:
        home = Home(Path(folder), {"RIPWIRE_CACHE_FOLDER": folder + "/cache"} | settings)
        home.environment.pop("PYTHONWARNINGS", None)
        async with home.daemon() as process:
            connection = connect(home.address)
            connection.setblocking(True)
            try:
                yield Driver(connection, root), process
            finally:
                connection.close()


def rg_drained(root: Path, *arguments: str) -> tuple[float, float, int]:
    """(seconds to the first byte, to the end, bytes) of `rg --json`."""
    began, first, size = time.perf_counter(), 0.0, 0
    with subprocess.Popen(
        [RG, "--no-config", "--json", *arguments, "--", "."],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        while chunk := os.read(process.stdout.fileno(), 1 << 18):
            first = first or time.perf_counter() - began
            size += len(chunk)
    return first, time.perf_counter() - began, size
