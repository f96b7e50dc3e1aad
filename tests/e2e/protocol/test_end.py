"""How sessions end while they work."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.support.client import ServerGoneError
from tests.support.daemon import home, searching, until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a named pipe")


async def test_f100_exit_with_running_searches_is_quick_and_quiet(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with home() as place, place.stdio("--standalone") as client:
        await client.initialize(tmp_path)
        for _ in range(5):
            client.start("ripwire/grep", {"pattern": "x", "path": "pipe"})
        await client.request("ripwire/status")
        client.notify("exit")
        await client.closed()
        await client.drop()
        out, err = await asyncio.wait_for(client.process.communicate(), 30)
        assert client.process.returncode == 1
        assert len(err) < 10_000
        assert out == b""


async def test_f102_a_client_that_is_killed_leaves_no_search(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with home() as place, place.daemon() as daemon, place.stdio() as killed, place.socket() as other:
        await killed.initialize(tmp_path)
        await other.initialize(tmp_path)
        killed.start("ripwire/grep", {"pattern": "x", "path": "pipe"})
        await until(lambda: searching(daemon))
        killed.process.kill()
        await until(lambda: not searching(daemon))
        while len((await other.request("ripwire/status"))["sessions"]) > 1:
            await asyncio.sleep(0.02)


async def test_f113_a_raw_client_does_not_wait_for_a_dead_server() -> None:
    async with home() as place, place.stdio("--standalone") as client:
        await client.initialize()
        client.process.kill()
        with pytest.raises(ServerGoneError):
            await client.answer(client.start("ripwire/status"))
