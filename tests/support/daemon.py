"""Real daemons, pumps and commands of the test's own: each `Home` has a runtime folder that nobody shares."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import psutil

from ripwire.daemon.address import Address
from ripwire.daemon.connect import connect
from tests.support.client import PATIENCE_S, RawClient

COMMAND = [sys.executable, "-m", "ripwire"]
STDERR_LIMIT = 1 << 20


class Home:
    """Where the processes of one test meet."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self.address = Address(str(folder / "run"))
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("RIPWIRE_")}
        self.environment = {
            **inherited,
            "RIPWIRE_DAEMON_FOLDER": self.address.folder,
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONWARNINGS": "error",
            **({"RIPWIRE_INDEX_ENABLED": "false"} if os.environ.get("RIPWIRE_TESTS_INDEX") == "off" else {}),
            **settings,
        }

    async def run(self, *arguments: str, cwd: Path | None = None, stdin: bytes = b"") -> Completed:
        """One command, to its end."""
        process = await self.start(*arguments, cwd=cwd)
        async with asyncio.timeout(PATIENCE_S):
            out, err = await process.communicate(stdin)
        return Completed(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))

    async def start(
        self, *arguments: str, cwd: Path | None = None, command: Sequence[str] = COMMAND
    ) -> asyncio.subprocess.Process:
        """A command that goes on; the caller ends it."""
        return await asyncio.create_subprocess_exec(
            *command,
            *arguments,
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            limit=STDERR_LIMIT,
        )

    @contextlib.asynccontextmanager
    async def daemon(self) -> AsyncIterator[psutil.Process]:
        """A daemon in the background; it is ended with the block, if it has not ended by then."""
        completed = await self.run("serve", "--background")
        assert completed.code == 0, completed.err + self.log()
        process = self.process()
        try:
            yield process
        finally:
            await self.end()

    @contextlib.asynccontextmanager
    async def socket(self) -> AsyncIterator[RawClient]:
        """A client that connects itself, to whatever the daemon listens on."""
        connection = await asyncio.to_thread(connect, self.address)
        client = RawClient(*await asyncio.open_connection(sock=connection))
        try:
            yield client
        finally:
            await client.drop()

    @contextlib.asynccontextmanager
    async def stdio(self, *arguments: str) -> AsyncIterator[RawClient]:
        """A client of `ripwire --stdio`, as editors start it."""
        process = await self.start("--stdio", *arguments)
        assert process.stdin is not None
        assert process.stdout is not None
        client = RawClient(process.stdout, process.stdin)
        client.process = process
        try:
            yield client
        finally:
            await client.drop()
            await _ended(process)

    def process(self) -> psutil.Process:
        """The daemon, found by the lock that it holds."""
        (found,) = self.processes()
        return found

    def processes(self) -> list[psutil.Process]:
        """Every daemon of this home that lives."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if "serve" in process.cmdline() and self._is_ours(process):
                    found.append(process)
        return found

    def _is_ours(self, process: psutil.Process) -> bool:
        return process.environ().get("RIPWIRE_DAEMON_FOLDER") == self.address.folder

    async def end(self) -> None:
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGTERM)
                await until(lambda: not alive(process))  # noqa: B023 - awaited within the same turn

    def log(self) -> str:
        path = Path(self.address.log)
        return path.read_text("utf-8") if path.exists() else ""


class Completed:
    def __init__(self, code: int | None, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def __repr__(self) -> str:
        return f"exit {self.code}\n{self.out}\n{self.err}"


@contextlib.asynccontextmanager
async def home(**settings: str) -> AsyncIterator[Home]:
    """A folder with a short name: a socket's path may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="rw-") as folder:
        place = Home(Path(folder), settings)
        try:
            yield place
        finally:
            await place.end()


def alive(process: psutil.Process) -> bool:
    """False for a zombie too: not every container's first process collects the dead at once."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def searching(daemon: psutil.Process) -> list[psutil.Process]:
    """Its children that are rg.  One may end while it is looked at."""
    found = []
    for child in daemon.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if child.name() == "rg":
                found.append(child)
    return found


async def until(condition: object, what: str = "") -> None:
    """Wait for a state, not for a time."""
    async with asyncio.timeout(PATIENCE_S):
        while not (condition() if callable(condition) else condition):
            await asyncio.sleep(0.02)
    del what


async def _ended(process: asyncio.subprocess.Process) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise
