"""Clients and daemons that die in the middle of a search: no rg outlives them, nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys

import pytest

from tests.support.client import frame
from tests.support.daemon import alive, home, searching, until
from tests.support.fake_rg import FakeRg, hangs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

PATIENT_MS = 600_000


@pytest.fixture
async def stuck(tmp_path):
    """A home whose rg never ends, its tree, and the fake itself."""
    fake = FakeRg(tmp_path / "fake", [hangs()])
    tree = tmp_path / "tree"
    tree.mkdir()
    async with home(RIPWIRE_RG_SOURCE=str(fake.path)) as place:
        yield place, tree, fake
    assert fake.processes() == []


async def search(client, fake, tree, msg_id="stuck", **more):
    """A search that is running when this returns."""
    await client.initialize(tree, **more)
    before = len(fake.starts())
    client.start("ripwire/grep", {"pattern": "x", "timeoutMs": PATIENT_MS}, msg_id=msg_id)
    await until(lambda: len(fake.starts()) > before)


async def test_f33_a_killed_pump_takes_its_search_with_it(stuck):
    place, tree, fake = stuck
    async with place.daemon(), place.socket() as other:
        await other.initialize(tree)
        async with place.stdio() as client:
            await search(client, fake, tree)
            client.process.kill()
            await until(lambda: not fake.is_running())
        assert len((await other.request("ripwire/status"))["sessions"]) == 1


async def test_f33_a_killed_daemon_leaves_no_rg(stuck):
    place, tree, fake = stuck
    async with place.daemon() as daemon, place.socket() as client:
        await search(client, fake, tree)
        daemon.kill()
        await until(lambda: not fake.is_running())


async def test_a_stopped_daemon_ends_its_searches_and_then_itself(stuck):
    place, tree, fake = stuck
    async with place.daemon() as daemon, place.socket() as client:
        await search(client, fake, tree)
        daemon.send_signal(signal.SIGTERM)
        await client.closed()
        await until(lambda: not alive(daemon))
        assert not fake.is_running()
        (answer,) = [answer for answer in client.answers if answer["id"] == "stuck"]
        assert answer["error"]["code"] == -32802
        assert answer["error"]["data"]["kind"] == "shuttingDown"
        assert [
            seen["params"]["message"] for seen in client.seen if seen.get("method") == "window/logMessage"
        ]


@pytest.mark.parametrize("how", ["exit", "eof", "reset"])
async def test_a_client_that_leaves_takes_its_search_with_it(stuck, how):
    place, tree, fake = stuck
    async with place.daemon(), place.socket() as other, place.socket() as client:
        await other.initialize(tree)
        await search(client, fake, tree)
        match how:
            case "exit":
                client.notify("exit")
            case "eof":
                client.writer.write_eof()
            case "reset":
                client.writer.transport.abort()
        await until(lambda: not fake.is_running())
        assert len((await other.request("ripwire/status"))["sessions"]) == 1


async def test_f102_a_client_whose_process_died_is_noticed_though_its_connection_stands(stuck):
    place, tree, fake = stuck
    async with place.daemon(), place.socket() as client:
        editor = await asyncio.create_subprocess_exec("sleep", "600")
        await search(client, fake, tree, processId=editor.pid)
        editor.kill()
        await editor.wait()
        await until(lambda: not fake.is_running())
        await client.closed()


async def test_f32_a_standalone_session_that_is_killed_leaves_no_rg(stuck):
    place, tree, fake = stuck
    async with place.stdio("--standalone") as client:
        await search(client, fake, tree)
        client.process.kill()
        await until(lambda: not fake.is_running())


async def test_f100_exit_while_a_search_runs_ends_the_process_soon_and_quietly(stuck):
    place, tree, fake = stuck
    async with place.stdio("--standalone") as client:
        await search(client, fake, tree)
        client.notify("exit")
        await client.closed()
        await client.drop()
        _, err = await asyncio.wait_for(client.process.communicate(), 30)
        assert len(err) < 10_000
        assert client.process.returncode == 1


async def test_ctrl_c_ends_a_search_of_the_command_line(stuck):
    place, tree, fake = stuck
    process = await place.start("grep", "--standalone", "--timeout", "600", "x", cwd=tree)
    await until(lambda: bool(fake.starts()))
    process.send_signal(signal.SIGINT)
    _, err = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert not fake.is_running()


async def test_many_deaths_leave_a_daemon_as_it_was(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(50):
        (tree / f"{number}.txt").write_text("needle\n" * 1000)
    async with home() as place, place.daemon() as daemon:
        await _visit(place, tree)
        files, threads = daemon.num_fds(), daemon.num_threads()
        for _ in range(15):
            await _visit(place, tree)
        await until(lambda: daemon.num_fds() <= files and not searching(daemon))
        assert daemon.num_threads() <= threads + 1
        assert "Traceback" not in place.log()


async def _visit(place, tree):
    """Start searches, and go without a word."""
    async with place.socket() as client:
        await client.initialize(tree)
        for number in range(5):
            params = {"pattern": "needle", "headLimit": 0, "partialResultToken": number}
            client.start("ripwire/grep", params)
        with contextlib.suppress(TimeoutError):
            await client.message(0.05)
        client.writer.transport.abort()


async def test_bytes_that_are_no_messages_end_one_session_only(tmp_path):
    async with home() as place, place.daemon(), place.socket() as good:
        await good.initialize(tmp_path)
        for rubbish in (
            b"x" * 20_000,
            b"Content-Length: 99\r\n\r\n{}",
            b"\0\xff" * 500,
            b"Content-Length: -1\r\n\r\n",
        ):
            async with place.socket() as bad:
                bad.send_bytes(rubbish)
                bad.send_bytes(frame(b"[1, 2"))
                bad.writer.write_eof()
                await bad.closed()
        assert len((await good.request("ripwire/status"))["sessions"]) == 1
        assert "Traceback" not in place.log()
