"""How the daemon ends, and what is left of it: nothing."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.support.daemon import alive, home, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def files(place):
    return {path.suffix for path in Path(place.address.folder).iterdir()}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_all_sessions_and_then_the_daemon(number):
    async with home() as place, place.daemon() as daemon:
        async with place.socket() as client:
            await client.initialize()
            daemon.send_signal(number)
            await client.closed()
        await until(lambda: not alive(daemon))
        assert files(place) == {".lock", ".log", ".starting"}
        assert "Traceback" not in place.log()


async def test_stop_ends_it_and_says_so_and_is_content_when_there_is_none():
    async with home() as place:
        assert (await place.run("stop")).code == 0
        async with place.daemon() as daemon:
            stopped = await place.run("stop")
            assert stopped.code == 0
            assert f"process {daemon.pid}" in stopped.out
            assert not alive(daemon)


async def test_without_clients_it_ends_after_the_idle_time():
    async with home(RIPWIRE_DAEMON_IDLE_S="1") as place, place.daemon() as daemon:
        async with place.socket() as client:
            await client.initialize()
            await asyncio.sleep(1.5)
            assert alive(daemon)
            await client.goodbye()
        await until(lambda: not alive(daemon))
        assert ".sock" not in files(place)


async def test_its_log_has_a_line_for_each_request_and_no_text_of_a_client():
    async with home() as place, place.daemon():
        async with place.socket() as client:
            await client.initialize()
            await client.request("ripwire/status")
            await client.refused("ripwire/status", {"pattern": "S3CRET"})
            await client.goodbye()
        assert "ripwire/status" in place.log()
        assert "S3CRET" not in place.log()
        assert Path(place.address.log).stat().st_mode & 0o777 == 0o600
