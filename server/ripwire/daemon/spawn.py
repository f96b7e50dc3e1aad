"""Find the daemon or start it.  Of any number of clients that come at once one starts it; all wait for it."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import time

from ripwire.daemon.address import Address, Unsafe
from ripwire.daemon.connect import connect
from ripwire.daemon.lock import Lock

START_S = 20.0
"""A cold interpreter on a loaded machine takes seconds; an editor gives up after some thirty."""
POLL_S = 0.01


def find_or_start(address: Address) -> socket.socket:
    """A connection to the daemon, which runs now if it did not before.  Raises `OSError` when that fails."""
    address.prepare()
    starting = Lock(address.starting)
    deadline = time.monotonic() + START_S
    try:
        while True:
            # Asked before connecting: who holds it and still finds nobody may start one without a race.
            chosen = starting.take()
            try:
                return connect(address)
            except Unsafe:
                raise
            except OSError as exc:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"no daemon after {START_S:.0f} s; its log: {address.log}") from exc
            if chosen:
                return connect(_start(address))
            time.sleep(POLL_S)
    finally:
        starting.release()


def command() -> list[str]:
    """How this program starts itself; a frozen one is its own interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "serve", "--detached"]
    # -P: the folder we happen to be in must not be able to lend us modules.
    return [sys.executable, "-P", "-m", "ripwire", "serve", "--detached"]


def _environment() -> dict[str, str] | None:
    """A frozen program would otherwise run from our own unpacked folder, which goes when we end."""
    if getattr(sys, "frozen", False):
        return {**os.environ, "PYINSTALLER_RESET_ENVIRONMENT": "1"}
    return None


def _start(address: Address) -> Address:
    """Where the new daemon listens: its config file may name another folder than we know of."""
    with open(address.log, "ab", opener=_private) as log:
        # Its own session: the terminal's Ctrl-C and hang-up pass it by.  In `/`: it blocks no unmount.
        daemon = subprocess.Popen(
            command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=os.path.abspath(os.sep),
            env=_environment(),
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    daemon.returncode = 0  # it outlives us on purpose: no warning about a child that still runs
    assert daemon.stdout is not None
    with daemon.stdout as ready:
        folder = _first_line(ready.fileno())
    if not folder:
        raise OSError(f"the daemon did not start; its log: {address.log}")
    return Address(os.fsdecode(folder))


def _first_line(fd: int) -> bytes:
    """The folder that the daemon prints once it listens (or found another that does); empty when it died."""
    line = b""
    deadline = time.monotonic() + START_S
    while not line.endswith(b"\n"):
        if (
            sys.platform != "win32"
            and not select.select([fd], [], [], max(0.0, deadline - time.monotonic()))[0]
        ):
            return b""
        chunk = os.read(fd, 4096)
        if not chunk:
            return b""
        line += chunk
    return line[:-1]


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
