"""Who starts the daemon, and how many there are."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.daemon import alive, home, until

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and sockets of POSIX")


async def pid_of_daemon(client):
    await client.initialize()
    return (await client.request("ripwire/status"))["daemon"]["pid"]


async def test_twenty_clients_at_once_start_one_daemon():
    async with home() as place, contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(place.stdio()) for _ in range(20)]
        async with asyncio.timeout(90):
            pids = {await pid_of_daemon(client) for client in clients}
        assert pids == {place.process().pid}
        for client in clients:
            await client.goodbye()
        assert place.log().count("listens on") == 1


async def test_the_second_daemon_leaves_the_field_to_the_first():
    async with home() as place, place.daemon() as first:
        second = await place.run("serve")
        assert second.code == 0
        assert place.process().pid == first.pid


@posix
async def test_after_a_killed_daemon_the_next_client_starts_another():
    async with home() as place, place.daemon() as daemon:
        daemon.kill()
        await until(lambda: not alive(daemon))
        assert Path(place.address.socket).exists()
        async with place.stdio() as client:
            assert await pid_of_daemon(client) != daemon.pid
            await client.goodbye()


@posix
async def test_a_client_that_comes_while_a_daemon_leaves_gets_a_new_one():
    async with home() as place, place.daemon() as daemon:
        daemon.send_signal(signal.SIGTERM)
        async with place.stdio() as client:
            assert await pid_of_daemon(client) != daemon.pid
            await client.goodbye()


@posix
async def test_the_daemon_outlives_the_client_that_started_it():
    async with home() as place:
        async with place.stdio() as client:
            pid = await pid_of_daemon(client)
            await client.goodbye()
        async with place.stdio() as client:
            assert await pid_of_daemon(client) == pid
            await client.goodbye()
        assert os.getsid(pid) != os.getsid(0)


async def test_a_daemon_that_cannot_start_is_told_with_its_log_and_the_client_is_served():
    async with home() as place:
        Path(place.address.folder).mkdir(mode=0o700)
        Path(place.address.lock).mkdir()
        async with place.stdio() as client:
            await client.initialize()
            assert (await client.request("ripwire/status"))["daemon"]["address"] is None
            await client.goodbye()
        assert "Is a directory" in place.log()
