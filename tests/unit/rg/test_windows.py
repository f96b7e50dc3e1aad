"""Windows' Job Objects against a fake kernel, and its threaded pipes against real children of this system."""

import asyncio
import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.rg import process, windows
from ripwire.rg.process import Children, Running
from ripwire.rg.windows import Drain, ExtendedLimits, Job, Reader

SH = Path("/bin/sh")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the children are shells")


class FakeKernel:
    """Writes down what it is asked; `refuses` names the calls that fail."""

    def __init__(self, *refuses):
        self.calls, self.refuses = [], refuses

    def __getattr__(self, name):
        def call(*arguments):
            plain = [getattr(one, "value", one) for one in arguments]
            if name == "SetInformationJobObject":
                limits = ctypes.cast(arguments[2], ctypes.POINTER(ExtendedLimits)).contents
                plain[2] = limits.basic.flags
            self.calls.append((name, *plain))
            return 0 if name in self.refuses else 77

        return call


@pytest.fixture
def popen():
    child = subprocess.Popen([SH, "-c", "exit 0"])
    child._handle = 5
    yield child
    child.wait()


def test_the_structure_has_the_size_that_windows_checks():
    assert ctypes.sizeof(ExtendedLimits) == 144


def test_a_child_is_taken_into_a_job_that_ends_with_us(popen):
    kernel = FakeKernel()
    job = Job.around(popen, kernel)
    job.terminate()
    job.close()
    job.close()
    job.terminate()
    assert kernel.calls == [
        ("CreateJobObjectW", None, None),
        ("SetInformationJobObject", 77, 9, windows.KILL_ON_JOB_CLOSE, 144),
        ("AssignProcessToJobObject", 77, 5),
        ("TerminateJobObject", 77, 1),
        ("CloseHandle", 77),
    ]


@pytest.mark.parametrize(
    "refused", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"]
)
def test_a_refused_job_is_told_and_harms_nobody(popen, caplog, refused):
    job = Job.around(popen, FakeKernel(refused))
    job.terminate()
    job.close()
    assert "may outlive it" in caplog.text


@pytest.fixture
async def children(monkeypatch):
    """Children whose pipes are those of Windows."""
    monkeypatch.setattr(process, "pipes", windows)
    ours = Children()
    yield ours
    await ours.close()


async def test_output_and_errors_come_through_threads(children):
    script = "printf out; printf err >&2; exit 3"
    done = await children.output(SH, ["sh", "-c", script], Path("/"), timeout_s=30)
    assert (done.exit, done.stdout, done.stderr) == (3, b"out", b"err")


async def test_large_output_is_whole_and_errors_are_capped(children):
    script = "head -c 900000 /dev/zero; head -c 200000 /dev/zero >&2"
    done = await children.output(SH, ["sh", "-c", script], Path("/"), timeout_s=30)
    assert (len(done.stdout), len(done.stderr)) == (900_000, 1 << 16)


async def test_a_cancelled_search_ends_its_child_and_its_threads(children):
    async def search():
        async with children.running(SH, ["sh", "-c", "printf x; sleep 300"], Path("/")) as child:
            async for _ in child.chunks():
                pass

    task = asyncio.create_task(search())
    while not children.living:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await children.close()
    assert not children.living


async def test_a_timeout_does_the_same(children):
    with pytest.raises(TimeoutError):
        await children.output(SH, ["sh", "-c", "sleep 300"], Path("/"), timeout_s=0.2)


async def test_pieces_of_stderr_are_shown_as_they_come(children):
    seen = []
    argv = ["sh", "-c", "printf one >&2; sleep 0.2; printf two >&2"]
    async with children.running(SH, argv, Path("/"), on_stderr=seen.append) as child:
        await child.wait()
    assert b"".join(seen) == b"onetwo"


async def test_a_chunk_that_nobody_waited_for_is_not_lost():
    ours, theirs = os.pipe()
    reader = Reader(ours)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await anext(reader.chunks())
    os.write(theirs, b"late")
    assert await anext(reader.chunks()) == b"late"
    os.close(theirs)
    await reader.exhausted()
    assert reader.ended


async def test_a_drain_closed_early_closes_its_end_when_the_thread_is_back():
    ours, theirs = os.pipe()
    drain = Drain(ours)
    drain.close()
    await drain.exhausted()
    os.close(theirs)
    while True:
        try:
            os.fstat(ours)
        except OSError:
            break
        await asyncio.sleep(0.01)


def test_signals_of_a_child_in_a_job_go_to_the_job(popen):
    kernel = FakeKernel()
    running = Running(popen, None, None, Job.around(popen, kernel))
    running.signal(process.signal.SIGTERM)
    assert kernel.calls[-1] == ("TerminateJobObject", 77, 1)
