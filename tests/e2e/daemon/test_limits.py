"""What one client may take.  Each limit is a setting, and says so when it is met."""

from __future__ import annotations

import sys

import pytest

from tests.support.daemon import home, searching, until
from tests.support.fake_rg import FakeRg, hangs

OVER_LIMIT = -32802


async def test_a_body_over_its_limit_is_refused_and_the_session_goes_on():
    async with home(RIPWIRE_LIMITS_BODY_BYTES="1048576") as place, place.daemon(), place.socket() as client:
        await client.initialize()
        client.start("ripwire/status", {"x": "x" * 1_100_000}, msg_id="big")
        error = (await client.answer(None))["error"]
        assert (error["code"], error["data"]["kind"]) == (OVER_LIMIT, "overLimit")
        assert "1048576" in error["message"]
        assert await client.request("ripwire/status")


async def test_requests_in_flight_have_a_limit(tmp_path):
    fake = FakeRg(tmp_path / "fake", [hangs()])
    settings = {"RIPWIRE_LIMITS_IN_FLIGHT": "2", "RIPWIRE_RG_SOURCE": str(fake.path)}
    async with home(**settings) as place, place.daemon(), place.socket() as client:
        await client.initialize(tmp_path)
        ids = [client.start("ripwire/grep", {"pattern": "x"}) for _ in range(2)]
        error = await client.refused("ripwire/grep", {"pattern": "x"})
        assert (error["code"], error["data"]["kind"]) == (OVER_LIMIT, "overLimit")
        for msg_id in ids:
            client.notify("$/cancelRequest", {"id": msg_id})
            assert (await client.answer(msg_id))["error"]["code"] == -32800
        assert await client.request("ripwire/status")


@pytest.mark.skipif(sys.platform == "win32", reason="looks at children")
async def test_a_client_that_does_not_read_is_slowed_and_then_dropped_with_a_reason(tmp_path):
    (tmp_path / "many.txt").write_text("needle in a long line of hay\n" * 400_000)
    async with (
        home(RIPWIRE_LIMITS_STALL_MS="1500") as place,
        place.daemon() as daemon,
        place.socket() as other,
    ):
        await other.initialize()
        async with place.socket() as client:
            await client.initialize(tmp_path)
            before = daemon.memory_info().rss
            client.start("ripwire/grep", {"pattern": "needle", "headLimit": 0, "partialResultToken": 1})
            await until(lambda: "read nothing" in place.log())
            assert daemon.memory_info().rss - before < 40_000_000
            await until(lambda: not searching(daemon))
            assert len((await other.request("ripwire/status"))["sessions"]) == 1


async def test_open_documents_have_a_limit(tmp_path):
    async with home(RIPWIRE_LIMITS_OPEN_DOCUMENTS="2") as place, place.daemon(), place.socket() as client:
        await client.initialize(tmp_path)
        for number in range(4):
            document = {"uri": f"file:///{number}", "languageId": "x", "version": 1, "text": "x"}
            client.notify("textDocument/didOpen", {"textDocument": document})
        sessions = (await client.request("ripwire/status"))["sessions"]
        assert sessions[0]["openDocuments"] == 2
