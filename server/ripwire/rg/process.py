"""Children of ours: started without forking the daemon, read in chunks, never left behind.

The only module that starts rg-like processes.  It knows nothing of queries or records.
Measured (Linux, two cores): `subprocess.Popen` with vfork 0.57 ms whatever the daemon's size, against
22 ms at 524 MB with `preexec_fn`; an own 1 MiB pipe with `add_reader` reads 7 times faster than
`StreamReader.readline`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ripwire.rg.environment import passed_on
from ripwire.rg.pipes import WIDE, exit_notice
from ripwire.rg.priority import Priority
from ripwire.rg.watchdog import Watchdog

if sys.platform == "win32":
    from ripwire.rg import windows
    from ripwire.rg import windows as pipes
else:
    from ripwire.rg import pipes
if TYPE_CHECKING:
    from ripwire.rg import windows  # ctypes is 5 ms of a start

GRACE_S = 5.0
"""Between SIGTERM and SIGKILL."""
PATIENCE_S = 0.1
"""How long a block waits for its child's death; usually it takes 0.5 ms.  The rest is done behind it."""
OUTPUT_KEPT = 1 << 20
if sys.platform == "win32":
    _HARD = signal.SIGTERM
else:
    _HARD = signal.SIGKILL
_WINDOWS_FLAGS: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)

log = logging.getLogger(__name__)


class NotStartedError(Exception):
    """The process never ran.  `executable_at_fault` tells a missing program from a missing folder."""

    def __init__(self, cause: OSError, executable: Path) -> None:
        super().__init__(f"{executable}: {cause.strerror or cause}")
        self.cause = cause
        self.executable_at_fault = cause.filename is None or Path(os.fsdecode(cause.filename)) == executable

    @property
    def is_about_the_file(self) -> bool:
        """Gone, not ours to run, or no program: another may do.  A full process table is none of these."""
        return self.cause.errno in (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.EPERM)


@attrs.frozen
class Completed:
    """Of a short command: exit status (negative: the signal), and both streams, each capped."""

    exit: int
    stdout: bytes
    stderr: bytes


@attrs.define(eq=False)
class Running:
    """One child.  Read `chunks()`; then `wait()` tells how it ended."""

    popen: subprocess.Popen[bytes]
    stdout: pipes.Reader
    stderr: pipes.Drain
    job: windows.Job | None = None
    """On Windows: what stands for the process group."""

    @property
    def pid(self) -> int:
        return self.popen.pid

    def chunks(self) -> AsyncIterator[bytes]:
        """Stdout as it comes.  While the caller works nothing is read, so the child waits too."""
        return self.stdout.chunks()

    async def wait(self) -> int:
        """The exit status (negative: the signal) after exit and the end of both pipes."""
        await self.stdout.exhausted()
        await self.stderr.exhausted()
        await self.exited()
        assert self.popen.returncode is not None
        return self.popen.returncode

    async def exited(self) -> None:
        """Return when the child is dead and reaped, and nothing of its group is left."""
        if self.popen.returncode is None:
            with exit_notice(self.pid) as notice:
                while not _is_dead(self.popen):
                    await notice()
            # Before it is reaped the group's number cannot be anybody else's.
            self.signal(_HARD)
            self.popen.wait()
        if self.job is not None:
            self.job.close()

    def signal(self, number: signal.Signals) -> None:
        """To the whole group: the child and whatever it started.  Once it is reaped, to nobody."""
        if self.job is not None:
            self.job.terminate()
        elif sys.platform != "win32" and self.popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)


@attrs.define(eq=False)
class Children:
    """All children of one daemon or command.  `close()` returns when none is left."""

    watchdog: Watchdog = attrs.field(factory=Watchdog)
    living: set[Running] = attrs.field(factory=set)
    burials: set[asyncio.Task[None]] = attrs.field(factory=set)

    @contextlib.asynccontextmanager
    async def running(
        self,
        executable: Path,
        argv: Sequence[str | bytes],
        cwd: Path,
        *,
        priority: Priority | None = None,
        on_stderr: Callable[[bytes], None] | None = None,
    ) -> AsyncIterator[Running]:
        """Start a child in its own group; end it, and all that it started, on the way out.

        The way out may be the last line, a full page of results, a cancelled request or a bug.
        All four leave no process behind: SIGTERM to the group, 5 s, SIGKILL, always reaped.
        """
        child = self._start(executable, argv, cwd, on_stderr)
        priority = priority or Priority()
        try:
            priority.attach(child.pid)
            yield child
        finally:
            priority.detach(child.pid)
            await self._end(child)

    async def output(
        self,
        executable: Path,
        argv: Sequence[str | bytes],
        cwd: Path,
        *,
        timeout_s: float,
    ) -> Completed:
        """Run a short command; TimeoutError after `timeout_s`.  The first MiB of stdout is kept."""
        kept = bytearray()
        async with self.running(executable, argv, cwd) as child, asyncio.timeout(timeout_s):
            async for chunk in child.chunks():
                kept += chunk[: OUTPUT_KEPT - len(kept)]
            return Completed(await child.wait(), bytes(kept), bytes(child.stderr.kept))

    async def close(self) -> None:
        """Wait for every burial, then let the watchdog go."""
        while self.burials:
            await asyncio.wait(set(self.burials))
        self.watchdog.close()

    def _start(
        self,
        executable: Path,
        argv: Sequence[str | bytes],
        cwd: Path,
        on_stderr: Callable[[bytes], None] | None,
    ) -> Running:
        self.watchdog.start()
        out, out_child = pipes.pipe(WIDE)
        err, err_child = pipes.pipe(None)
        try:
            popen = _spawn(executable, argv, cwd, out_child, err_child)
        except BaseException as exc:
            os.close(out)
            os.close(err)
            if isinstance(exc, OSError):
                raise NotStartedError(exc, executable) from exc
            raise
        finally:
            os.close(out_child)
            os.close(err_child)
        self.watchdog.watch(popen.pid)
        job = windows.Job.around(popen, windows.kernel32()) if sys.platform == "win32" else None
        child = Running(popen, pipes.Reader(out), pipes.Drain(err, watch=on_stderr), job)
        self.living.add(child)
        return child

    async def _end(self, child: Running) -> None:
        child.signal(signal.SIGTERM)
        burial = asyncio.create_task(self._bury(child))
        self.burials.add(burial)
        burial.add_done_callback(self.burials.discard)
        # Cancelled here, the burial goes on by itself: asyncio.wait does not cancel what it waits for.
        await asyncio.wait({burial}, timeout=PATIENCE_S)

    async def _bury(self, child: Running) -> None:
        try:
            async with asyncio.timeout(GRACE_S):
                await child.exited()
        except TimeoutError:
            child.signal(_HARD)
            await child.exited()
        finally:
            self.watchdog.forget(child.pid)
            child.stdout.close()
            child.stderr.close()
            self.living.discard(child)


def _spawn(
    executable: Path, argv: Sequence[str | bytes], cwd: Path, stdout: int, stderr: int
) -> subprocess.Popen[bytes]:
    on_windows = sys.platform == "win32"
    return subprocess.Popen(
        [os.fsdecode(part) for part in argv] if on_windows else argv,
        executable=executable,
        cwd=cwd,
        env=passed_on(os.environ),
        stdin=subprocess.DEVNULL,  # a pipe here would be searched, or eat protocol bytes
        stdout=stdout,
        stderr=stderr,
        process_group=None if on_windows else 0,
        creationflags=_WINDOWS_FLAGS if on_windows else 0,
    )


def _is_dead(popen: subprocess.Popen[bytes]) -> bool:
    """Dead, but left unreaped, so that its number stays ours."""
    if sys.platform == "win32":
        return popen.poll() is not None
    return os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
