"""The same conversation over every way in."""

from __future__ import annotations

import asyncio
import contextlib
import sys

import pytest

from ripwire import __version__
from tests.support.client import frame
from tests.support.daemon import alive, home, until

WAYS = ["socket", "tcp", "pump", "pump-tcp", "standalone"]
if sys.platform == "win32":
    WAYS.remove("socket")


@pytest.fixture(params=WAYS)
async def way(request):
    """A function that gives a new client each time it is called, as a block."""
    transport = "tcp" if request.param.endswith("tcp") else "auto"
    async with home(RIPWIRE_DAEMON_TRANSPORT=transport) as place, contextlib.AsyncExitStack() as stack:
        if request.param == "standalone":
            yield lambda: place.stdio("--standalone")
            return
        await stack.enter_async_context(place.daemon())
        yield place.socket if request.param in ("socket", "tcp") else place.stdio


async def test_a_session_from_hello_to_goodbye(way):
    async with way() as client:
        hello = await client.initialize()
        assert hello["serverInfo"] == {"name": "ripwire", "version": __version__}
        status = await client.request("ripwire/status")
        assert status["daemon"]["version"] == __version__
        await client.goodbye()


async def test_every_request_gets_one_answer_in_a_burst(way):
    async with way() as client:
        await client.initialize()
        ids = [client.start("ripwire/status") for _ in range(50)]
        answers = [await client.answer(msg_id) for msg_id in ids if msg_id is not None]
        assert all("result" in answer for answer in answers)
        await client.goodbye()
        assert len({answer["id"] for answer in client.answers}) == len(client.answers)


async def test_a_search_streams_and_is_the_same_over_every_way(way, tmp_path):
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text("needle\nhay\n" * 100)
    async with way() as client:
        await client.initialize(tmp_path)
        params = {"pattern": "needle", "headLimit": 0, "partialResultToken": "p"}
        found = await client.request("ripwire/grep", params)
        parts = [seen["params"]["value"] for seen in client.seen if seen.get("method") == "$/progress"]
        assert sum(len(part["matches"]) for part in parts) == found["total"] == 2000
        assert found["outcome"]["complete"]
        page = await client.request("ripwire/grep", {"pattern": "needle", "headLimit": 7})
        assert len(page["matches"]) == 7
        assert page["outcome"]["truncated"]
        error = await client.refused("ripwire/grep", {"pattern": "("})
        assert error["data"]["kind"] == "invalidPattern"
        await client.goodbye()


async def test_large_messages_pass_whole(way):
    async with way() as client:
        await client.initialize()
        text = "x" * 3_000_000
        document = {"uri": "file:///a", "languageId": "x", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
        error = await client.refused("ripwire/status", {"unknown": text})
        assert error["code"] == -32602
        await client.goodbye()


async def test_a_message_in_single_bytes_is_the_same_message(way):
    async with way() as client:
        await client.initialize()
        message = {"jsonrpc": "2.0", "id": "slow", "method": "ripwire/status"}
        for byte in frame(message):
            client.send_bytes(bytes([byte]))
            await client.writer.drain()
        assert "result" in await client.answer("slow")
        await client.goodbye()


async def test_a_client_that_vanishes_disturbs_no_other(way):
    async with way() as stays, way() as goes:
        await stays.initialize()
        await goes.initialize()
        goes.start("ripwire/status")
        await goes.drop()
        assert await stays.request("ripwire/status")
        await stays.goodbye()


async def test_f96_two_clients_get_their_own_answers(way):
    async with way() as first, way() as second:
        for client in (first, second):
            await client.initialize()
        for number in range(40):
            ids = [client.start("ripwire/status", msg_id=f"{number}") for client in (first, second)]
            both = await asyncio.gather(first.answer(ids[0]), second.answer(ids[1]))
            assert all("result" in answer for answer in both)
        assert len(first.answers) == len(second.answers) == 41
        for client in (first, second):
            await client.goodbye()


@pytest.mark.parametrize("way", ["pump", "standalone"], indirect=True)
async def test_the_exit_code_tells_how_the_session_ended(way):
    async with way() as client:
        await client.initialize()
        await client.goodbye()
        await client.drop()
        assert await asyncio.wait_for(client.process.wait(), 30) == 0


async def test_f100_standalone_exit_without_shutdown_is_a_failure():
    async with home() as place, place.stdio("--standalone") as client:
        await client.initialize()
        client.notify("exit")
        await client.closed()
        await client.drop()
        assert await asyncio.wait_for(client.process.wait(), 30) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="paths of sockets")
async def test_without_a_usable_folder_the_client_is_served_alone():
    async with home() as place:
        place.environment["RIPWIRE_DAEMON_FOLDER"] = "/proc/nowhere"
        async with place.stdio() as client:
            await client.initialize()
            status = await client.request("ripwire/status")
            assert status["daemon"]["address"] is None
            await client.goodbye()
        assert place.processes() == []


async def test_the_pump_ends_with_its_daemon_and_says_that_it_was_not_asked_to():
    async with home() as place, place.daemon() as daemon:
        async with place.stdio() as client:
            await client.initialize()
            daemon.kill()
            await client.closed()
            assert await asyncio.wait_for(client.process.wait(), 30) == 1
        await until(lambda: not alive(daemon))
