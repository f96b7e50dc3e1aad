"""What a test leaves behind, found by comparing this process before and after."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from pathlib import Path

import attrs
import psutil

PATIENCE_S = 5.0
"""Ends come a moment after the test's last line: a signal is delivered, a pipe is closed."""
_OUR_OWN = ('groups=" "',)
"""The shell that kills our children if we are killed lives as long as this process; a line of its script."""


@attrs.frozen
class Leftovers:
    processes: frozenset[int]
    threads: frozenset[int]
    sockets: frozenset[str]

    @classmethod
    def now(cls) -> Leftovers:
        return cls(frozenset(_children()), frozenset(_threads()), frozenset(_sockets()))

    def left_behind(self) -> list[str]:
        """One line for each thing that was not there before and does not end by itself."""
        deadline = time.monotonic() + PATIENCE_S
        while (left := self._new()) and time.monotonic() < deadline:
            gc.collect()
            time.sleep(0.02)
        return left

    def _new(self) -> list[str]:
        return [
            *(f"process {pid}: {line}" for pid, line in _children().items() if pid not in self.processes),
            *(f"thread {name}" for ident, name in _threads().items() if ident not in self.threads),
            *(f"socket {name}" for name in _sockets() - self.sockets),
        ]


def tasks_left(me: asyncio.Task[object] | None) -> list[str]:
    return [repr(task) for task in asyncio.all_tasks() if task is not me and not task.done()]


def _children() -> dict[int, str]:
    """All descendants and their command lines; zombies too: somebody forgot to wait for them."""
    found = {}
    for child in psutil.Process().children(recursive=True):
        try:
            line = " ".join(child.cmdline()) or child.name()
        except psutil.Error:
            line = "(gone)"
        if not any(word in line for word in _OUR_OWN):
            found[child.pid] = line
    return found


def _threads() -> dict[int, str]:
    """Threads other than the workers of asyncio's own pool, which ends with its loop."""
    alive = (thread for thread in threading.enumerate() if thread.ident is not None)
    return {thread.ident: thread.name for thread in alive if not thread.name.startswith("asyncio_")}


def _sockets() -> set[str]:
    """The inodes of this process's sockets.  Empty where there is no /proc to ask."""
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        return set()
    return {name for fd in os.listdir(folder) if (name := _target(folder / fd)).startswith("socket:")}


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""
