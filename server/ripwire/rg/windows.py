"""Windows' ways of what `process.py` and `pipes.py` do elsewhere: Job Objects, and pipes that threads read.

A job holds a child and all that it starts; it ends with `terminate`, and also when its last handle is
closed, which Windows does for a killed daemon: no search outlives it.  The pipes work on every system, for
they only need threads; Windows' own event loop cannot watch them.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
from collections.abc import AsyncIterator, Callable
from subprocess import Popen
from typing import Any, Protocol

import attrs

from ripwire.rg.pipes import READ, STDERR_KEPT

KILL_ON_JOB_CLOSE = 0x2000
EXTENDED_LIMITS = 9
"""The number of the class of information that `ExtendedLimits` is."""
ENDED_BY_US = 1

log = logging.getLogger(__name__)


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("per_process_user_time", ctypes.c_int64),
        ("per_job_user_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class Kernel(Protocol):
    """What we need of kernel32; a fake one stands in for it where there is no Windows."""

    def CreateJobObjectW(self, security: Any, name: Any) -> int: ...  # noqa: N802 - Windows' names
    def SetInformationJobObject(self, job: Any, kind: int, limits: Any, size: int) -> int: ...  # noqa: N802
    def AssignProcessToJobObject(self, job: Any, process: Any) -> int: ...  # noqa: N802
    def TerminateJobObject(self, job: Any, status: int) -> int: ...  # noqa: N802
    def CloseHandle(self, handle: Any) -> int: ...  # noqa: N802


def kernel32() -> Kernel:
    """The real one, with handles as wide as pointers."""
    library: Any = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009 - Windows only
    library.CreateJobObjectW.restype = ctypes.c_void_p
    for name in ("SetInformationJobObject", "AssignProcessToJobObject", "TerminateJobObject", "CloseHandle"):
        getattr(library, name).argtypes = None
    kernel: Kernel = library
    return kernel


@attrs.define(eq=False)
class Job:
    """One child's processes.  A job that Windows refuses does nothing, and the log says so."""

    kernel: Kernel
    _handle: int | None = None

    @classmethod
    def around(cls, popen: Popen[bytes], kernel: Kernel) -> Job:
        """The child and its future children; it is taken in right after its start."""
        job = cls(kernel, kernel.CreateJobObjectW(None, None) or None)
        process = ctypes.c_void_p(int(getattr(popen, "_handle", 0)))  # Popen's, on Windows
        taken = job._ends_with_us() and kernel.AssignProcessToJobObject(job._pointer(), process)
        if not taken:
            log.warning("no Job Object for process %d: what it starts may outlive it", popen.pid)
        return job

    def terminate(self) -> None:
        """All of them, at once; Windows knows no gentler way for a process without a window."""
        if self._handle is not None:
            self.kernel.TerminateJobObject(self._pointer(), ENDED_BY_US)

    def close(self) -> None:
        """Whatever is still in it ends."""
        if self._handle is not None:
            self.kernel.CloseHandle(self._pointer())
            self._handle = None

    def _ends_with_us(self) -> bool:
        """The last handle is ours: when we end in any way, so do they."""
        if self._handle is None:
            return False
        limits = ExtendedLimits()
        limits.basic.flags = KILL_ON_JOB_CLOSE
        pointer, size = ctypes.byref(limits), ctypes.sizeof(limits)
        return bool(self.kernel.SetInformationJobObject(self._pointer(), EXTENDED_LIMITS, pointer, size))

    def _pointer(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._handle)


def pipe(_: int | None) -> tuple[int, int]:
    """(our end, the child's end), both as they come: a thread waits at ours."""
    return os.pipe()


@attrs.define(eq=False)
class _Threaded:
    """A descriptor that one thread at a time reads.  It is closed when no thread is at it."""

    fd: int
    ended: bool = False
    _reading: asyncio.Future[bytes] | None = None

    def _start(self) -> asyncio.Future[bytes]:
        self._reading = asyncio.get_running_loop().run_in_executor(None, _read, self.fd)
        return self._reading

    def close(self) -> None:
        """Later, if a thread still waits there: the child's death wakes it."""
        if self.ended:
            return
        self.ended = True
        if self._reading is not None and not self._reading.done():
            self._reading.add_done_callback(lambda _: os.close(self.fd))
        else:
            os.close(self.fd)


@attrs.define(eq=False)
class Reader(_Threaded):
    """As `pipes.Reader`: pulled chunk by chunk, so a child that is not read waits."""

    async def chunks(self) -> AsyncIterator[bytes]:
        while not self.ended:
            # Shielded: a cancelled reader must not take the chunk with it, nor leave the thread unseen.
            chunk = await asyncio.shield(self._reading or self._start())
            self._reading = None
            if not chunk:
                self.close()
                return
            yield chunk

    async def exhausted(self) -> None:
        """Read what is left and drop it."""
        async for _ in self.chunks():
            pass


@attrs.define(eq=False)
class Drain(_Threaded):
    """As `pipes.Drain`: always drained, the first 64 KiB kept, each piece shown to `watch`."""

    watch: Callable[[bytes], None] | None = None
    kept: bytearray = attrs.field(factory=bytearray)
    _done: asyncio.Event = attrs.field(factory=asyncio.Event)

    def __attrs_post_init__(self) -> None:
        self._start().add_done_callback(self._take)

    def _take(self, read: asyncio.Future[bytes]) -> None:
        piece = b"" if self.ended else read.result()
        if not piece:
            self.close()
            return
        self.kept += piece[: STDERR_KEPT - len(self.kept)]
        if self.watch is not None:
            self.watch(piece)
        self._start().add_done_callback(self._take)

    async def exhausted(self) -> None:
        await self._done.wait()

    def close(self) -> None:
        super().close()
        self._done.set()


def _read(fd: int) -> bytes:
    """Empty at the end; a pipe whose writer was killed ends with an error on Windows."""
    try:
        return os.read(fd, READ)
    except OSError:
        return b""
