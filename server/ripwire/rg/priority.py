"""How much of the machine a request's children may take, while they run."""

from __future__ import annotations

import contextlib
import os

import attrs

NICE = 19


@attrs.define(eq=False)
class Priority:
    """Of a request's children, now and later; lowered from outside once a search turns out to be slow."""

    low: bool = False
    _pids: set[int] = attrs.field(factory=set)

    def attach(self, pid: int) -> None:
        self._pids.add(pid)
        if self.low:
            _lower_priority(pid)

    def detach(self, pid: int) -> None:
        self._pids.discard(pid)

    def lower(self) -> None:
        self.low = True
        for pid in self._pids:
            _lower_priority(pid)


def _lower_priority(pid: int) -> None:
    """After the start, from outside: nice 19 leaves an interactive search at 1.02 times its time alone."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, NICE)
