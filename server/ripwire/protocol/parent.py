"""Notices that the process which gave its `processId` is gone, though its connection still stands.

An editor that was killed while another process holds its pipe leaves no end of stream.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator

if sys.platform == "win32":
    pass

POLL_S = 2.0
"""Where the kernel does not tell us; the bar is 5 s."""


async def gone(pid: int) -> None:
    """Returns once the process has ended.  One that never was here is nobody to wait for: it waits for ever.

    A client in another container or on another machine gives a number that means nothing to us.
    """
    if not alive(pid):
        await asyncio.Event().wait()
    if hasattr(os, "pidfd_open"):
        await _told(pid)
        return
    while alive(pid):  # noqa: ASYNC110 - nothing on this platform tells us
        await asyncio.sleep(POLL_S)


def alive(pid: int) -> bool:
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return sys.maxsize > pid
    return True


async def _told(pid: int) -> None:
    """Linux: the kernel makes a descriptor readable when the process ends, whoever has its number later."""
    with contextlib.suppress(ProcessLookupError):
        async with _readable(os.pidfd_open(pid)) as ended:
            await ended.wait()


@contextlib.asynccontextmanager
async def _readable(descriptor: int) -> AsyncIterator[asyncio.Event]:
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, event.set)
    try:
        yield event
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


def _alive_on_windows(pid: int) -> bool:
    """There `os.kill(pid, 0)` would send a console event, so the process is asked for its exit code."""
    import _winapi

    synchronize, timeout = 0x00100000, 0x00000102
    try:
        handle = _winapi.OpenProcess(synchronize, 0, pid)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    try:
        waited = _winapi.WaitForSingleObject(handle, 0)  # type: ignore[attr-defined,unused-ignore]
        return bool(waited == timeout)
    finally:
        _winapi.CloseHandle(handle)  # type: ignore[attr-defined,unused-ignore]
