"""However the block is left, no process outlives it; and what a child is given and told."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from ripwire.rg.environment import passed_on
from ripwire.rg.process import Children, NotStartedError
from tests.support.fake_rg import FakeRg, err, exits, hangs, ignores, out, spawns

SH = Path("/bin/sh")
PATIENCE_S = 30


@pytest.fixture
async def children():
    all_of_ours = Children()
    yield all_of_ours
    await all_of_ours.close()
    assert not all_of_ours.living


async def until(true, what="the condition"):
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)
    assert true(), what


def gone(pid):
    """Dead and reaped, or somebody else's zombie that nobody here can reap."""
    try:
        return (
            psutil.Process(pid).status() == psutil.STATUS_ZOMBIE and psutil.Process(pid).ppid() != os.getpid()
        )
    except psutil.NoSuchProcess:
        return True


@pytest.fixture
def fake(tmp_path):
    """A child that writes a line and hangs."""
    program = FakeRg(tmp_path / "fake", [out("x\n"), hangs()])
    yield program
    assert not program.is_running()


def started(children, fake):
    return children.running(fake.path, ["rg", "x"], fake.folder)


async def test_the_normal_end_gives_output_and_status(children, tmp_path):
    script = "printf 'a\\nb\\n'; echo odd >&2; exit 3"
    async with children.running(SH, ["sh", "-c", script], tmp_path) as child:
        assert b"".join([chunk async for chunk in child.chunks()]) == b"a\nb\n"
        assert await child.wait() == 3
        assert bytes(child.stderr.kept) == b"odd\n"
    assert gone(child.pid)


async def test_a_signal_is_a_negative_status(children, tmp_path):
    async with children.running(SH, ["sh", "-c", "kill -KILL $$"], tmp_path) as child:
        assert await child.wait() == -signal.SIGKILL


async def test_leaving_early_ends_the_child(children, fake):
    async with started(children, fake) as child:
        assert await anext(child.chunks()) == b"x\n"
    await until(lambda: gone(child.pid))


async def test_an_exception_ends_the_child(children, fake):
    pids = []

    async def broken():
        async with started(children, fake) as child:
            pids.append(child.pid)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()
    await until(lambda: gone(pids[0]))


@pytest.mark.parametrize("times", [1, 2, 5])
async def test_f34_a_cancelled_task_ends_the_child_however_often_it_is_cancelled(children, fake, times):
    reading = asyncio.Event()
    pids = []

    async def read():
        async with started(children, fake) as child:
            pids.append(child.pid)
            async for _ in child.chunks():
                reading.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(reading.wait(), PATIENCE_S)
    for _ in range(times):
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: gone(pids[0]))
    await until(lambda: not children.living)


async def test_f34_a_hundred_cancels_leave_no_zombie(children, tmp_path):
    async def read():
        async with children.running(SH, ["sh", "-c", "exec sleep 60"], tmp_path) as child:
            await child.wait()

    for _ in range(20):
        tasks = [asyncio.create_task(read()) for _ in range(5)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await until(lambda: not children.living)
    watchdog = children.watchdog._shell.pid
    assert [one.pid for one in psutil.Process().children() if one.pid != watchdog] == []


async def test_cancelled_before_it_ran_starts_nothing(children, fake):
    task = asyncio.create_task(anext(aiter(_lines(children, fake))))
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert fake.starts() == []


async def _lines(children, fake):
    async with started(children, fake) as child:
        async for chunk in child.chunks():
            yield chunk


async def test_f41_a_child_that_ignores_sigterm_does_not_delay_us(children, tmp_path, monkeypatch):
    monkeypatch.setattr("ripwire.rg.process.GRACE_S", 0.5)
    fake = FakeRg(tmp_path / "fake", [ignores(), out("x\n"), hangs()])
    async with started(children, fake) as child:
        await anext(child.chunks())
        left = time.monotonic()
    assert time.monotonic() - left < 0.5 + PATIENCE_S / 2
    assert child in children.living
    await until(lambda: gone(child.pid))
    await until(lambda: not children.living)


async def test_a_grandchild_ends_too(children, tmp_path, monkeypatch):
    monkeypatch.setattr("ripwire.rg.process.GRACE_S", 0.5)
    fake = FakeRg(tmp_path / "fake", [spawns(), out("x\n"), hangs()])
    async with started(children, fake) as child:
        await anext(child.chunks())
        assert len(fake.processes()) == 2
    await until(lambda: not fake.is_running())


async def test_a_grandchild_of_a_dead_child_ends_too(children, tmp_path):
    fake = FakeRg(tmp_path / "fake", [spawns(), out("x\n"), exits(0)])
    async with started(children, fake) as child:
        await anext(child.chunks())
    await until(lambda: not fake.is_running())


async def test_no_descriptor_is_left(children, tmp_path):
    fake = FakeRg(tmp_path / "fake", [out("x\n"), err("y\n"), hangs()])
    async with started(children, fake) as child:
        await anext(child.chunks())
    await until(lambda: not children.living)
    before = psutil.Process().num_fds()
    for _ in range(5):
        async with started(children, fake) as child:
            await anext(child.chunks())
    await until(lambda: not children.living)
    for wrong in (tmp_path / "none", tmp_path):
        with pytest.raises(NotStartedError):
            async with children.running(wrong, ["rg"], tmp_path):
                pass
    assert psutil.Process().num_fds() == before


async def test_a_flood_on_stderr_blocks_nobody_and_is_capped(children, tmp_path):
    script = "import sys; sys.stderr.write('e' * 3_000_000); sys.stdout.write('done')"
    async with children.running(Path(sys.executable), ["python", "-c", script], tmp_path) as child:
        assert b"".join([chunk async for chunk in child.chunks()]) == b"done"
        assert await child.wait() == 0
        assert len(child.stderr.kept) == 65_536


async def test_f38_what_is_not_read_makes_the_child_wait(children, tmp_path):
    script = "import sys, os\nwhile True: os.write(1, b'x' * 65536)"
    async with children.running(Path(sys.executable), ["python", "-c", script], tmp_path) as child:
        await anext(child.chunks())
        await until(lambda: psutil.Process(child.pid).status() in {psutil.STATUS_SLEEPING, "disk-sleep"})
        before = psutil.Process().memory_info().rss
        await asyncio.sleep(0.3)
        assert psutil.Process().memory_info().rss - before < 20_000_000


async def test_f21_stdin_is_no_pipe_of_ours(children, tmp_path):
    async with children.running(SH, ["sh", "-c", "readlink /proc/self/fd/0; cat"], tmp_path) as child:
        assert b"".join([chunk async for chunk in child.chunks()]) == b"/dev/null\n"


async def test_f26_f31_a_child_knows_little_of_our_environment(children, tmp_path, monkeypatch):
    for name in (
        "RIPGREP_CONFIG_PATH",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "GIT_DIR",
        "GIT_CONFIG_COUNT",
        "SECRET",
    ):
        monkeypatch.setenv(name, "leaks")
    monkeypatch.setenv("LC_ALL", "C")
    async with children.running(SH, ["sh", "-c", "env"], tmp_path) as child:
        seen = b"".join([chunk async for chunk in child.chunks()])
    assert b"leaks" not in seen
    assert b"LC_ALL=C" in seen


def test_f31_names_are_compared_without_case_for_windows():
    given = {"Path": "p", "SystemRoot": "w", "GIT_CONFIG_GLOBAL": "g", "ComSpec": "c", "PYTHONPATH": "x"}
    assert passed_on(given) == {
        key: given[key] for key in ("Path", "SystemRoot", "GIT_CONFIG_GLOBAL", "ComSpec")
    }


async def test_its_group_is_its_own(children, fake):
    async with started(children, fake) as child:
        assert os.getpgid(child.pid) == child.pid != os.getpgid(0)


async def test_a_missing_program_is_told_from_a_missing_folder(children, tmp_path):
    with pytest.raises(NotStartedError) as failed:
        async with children.running(tmp_path / "none", ["rg"], tmp_path):
            pass
    assert failed.value.executable_at_fault
    assert failed.value.is_about_the_file
    with pytest.raises(NotStartedError) as failed:
        async with children.running(SH, ["sh"], tmp_path / "none"):
            pass
    assert not failed.value.executable_at_fault


async def test_f28_a_program_that_may_not_run_is_told(children, tmp_path):
    (tmp_path / "text").write_text("no program")
    (tmp_path / "text").chmod(0o755)
    for wrong in (tmp_path, tmp_path / "text"):
        with pytest.raises(NotStartedError) as failed:
            async with children.running(wrong, ["rg"], tmp_path):
                pass
        assert failed.value.is_about_the_file


async def test_output_keeps_a_mebibyte_and_reads_all(children, tmp_path):
    script = "import sys; sys.stdout.write('x' * 3_000_000); sys.exit(4)"
    done = await children.output(
        Path(sys.executable), ["python", "-c", script], tmp_path, timeout_s=PATIENCE_S
    )
    assert (done.exit, len(done.stdout)) == (4, 1 << 20)


async def test_output_gives_up(children, fake):
    with pytest.raises(TimeoutError):
        await children.output(fake.path, ["rg", "x"], fake.folder, timeout_s=0.5)
    await until(lambda: not fake.is_running())


KILLED_OWNER = """
    import asyncio, os, signal, sys
    from pathlib import Path
    from ripwire.rg.process import Children

    SH = Path("/bin/sh")

    async def main():
        children = Children()
        async with children.running(SH, ["sh", "-c", "exit 0"], Path("/")) as child:
            await child.wait()
        async with children.running(SH, ["sh", "-c", "sleep 300 & sleep 300"], Path("/")) as child:
            print(child.pid, children.watchdog._shell.pid, flush=True)
            await asyncio.sleep(300)

    asyncio.run(main())
"""


async def test_f33_a_killed_owner_leaves_no_search_without_hits(tmp_path):
    code = textwrap.dedent(KILLED_OWNER)
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    child, watchdog = map(int, owner.stdout.readline().split())
    await until(lambda: len(psutil.Process(child).children()) == 2)
    family = [child, *(one.pid for one in psutil.Process(child).children())]
    owner.kill()
    owner.wait()
    owner.stdout.close()
    await until(lambda: all(gone(pid) for pid in family))
    await until(lambda: gone(watchdog))
