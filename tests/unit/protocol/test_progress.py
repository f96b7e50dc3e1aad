"""Progress for people, and the requests that we send to clients."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.support.client import RawClient
from tests.support.serving import Served

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a named pipe")
CREATE = "window/workDoneProgress/create"


async def long_search(client: RawClient, folder: Path) -> int | str:
    """A search that waits for a pipe which nobody writes to."""
    os.mkfifo(folder / "pipe")
    capabilities = {"window": {"workDoneProgress": True}}
    await client.initialize(folder, capabilities=capabilities)
    return client.start("ripwire/grep", {"pattern": "x", "path": "pipe"})


async def test_work_over_a_second_shows_a_progress_of_ours(door: Served, tmp_path: Path) -> None:
    async with door.connect() as client:
        msg_id = await long_search(client, tmp_path)
        asked = await client.until(CREATE)
        client.send({"id": asked["id"], "result": None})
        begun = await client.until("$/progress")
        token = asked["params"]["token"]
        assert (begun["params"]["token"], begun["params"]["value"]["kind"]) == (token, "begin")
        client.notify("window/workDoneProgress/cancel", {"token": token})
        assert (await client.answer(msg_id))["error"]["code"] == -32800
        kinds = [message["params"]["value"]["kind"] for message in client.seen]
        assert kinds == ["end"]


@pytest.mark.parametrize(
    "answer", [{"error": {"code": -32601, "message": "no"}}, {"result": {"odd": 1}}, None]
)
async def test_f109_a_client_that_refuses_our_requests_is_served_all_the_same(
    door: Served, tmp_path: Path, answer: dict[str, object] | None
) -> None:
    async with door.connect() as client:
        msg_id = await long_search(client, tmp_path)
        asked = await client.until(CREATE)
        if answer is not None:
            client.send({"id": asked["id"]} | answer)
        assert await client.request("ripwire/status")
        client.notify("$/cancelRequest", {"id": msg_id})
        assert (await client.answer(msg_id))["error"]["code"] == -32800


async def test_f109_configuration_that_is_refused_changes_nothing(door: Served, tmp_path: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tmp_path, capabilities={"workspace": {"configuration": True}})
        asked = await client.until("workspace/configuration")
        client.send({"id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
        client.send({"id": asked["id"], "result": [None]})  # a late second answer
        client.send({"id": "nobody-asked", "result": 5})
        assert await client.request("ripwire/status")


async def test_bad_options_are_told_in_the_log_and_the_defaults_stay(door: Served, tmp_path: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tmp_path, initializationOptions={"timeoutMs": "soon", "rg": {"source": "/x"}})
        told = [(await client.until("window/logMessage"))["params"]["message"] for _ in range(2)]
        assert any("timeoutMs" in line for line in told)
        assert any("rg.source" in line for line in told)
        assert await client.request("ripwire/status")


async def test_settings_of_the_client_are_pulled_and_pushed(door: Served, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x\n")
    async with door.connect() as client:
        await client.initialize(tmp_path, capabilities={"workspace": {"configuration": True}})
        asked = await client.until("workspace/configuration")
        client.send({"id": asked["id"], "result": [{"timeoutMs": -5}]})
        assert "timeoutMs" in (await client.until("window/logMessage"))["params"]["message"]
        client.notify("workspace/didChangeConfiguration", {"settings": {"ripwire": {"nope": 1}}})
        assert "nope" in (await client.until("window/logMessage"))["params"]["message"]


async def test_f102_a_session_ends_with_the_process_of_its_client(door: Served, tmp_path: Path) -> None:
    editor = await asyncio.create_subprocess_exec("sleep", "60")
    async with door.connect() as client:
        await client.initialize(tmp_path, processId=editor.pid)
        await client.request("ripwire/status")
        editor.kill()
        await editor.wait()
        await client.closed()


async def test_a_process_id_of_elsewhere_is_no_reason_to_leave(door: Served, tmp_path: Path) -> None:
    gone = await asyncio.create_subprocess_exec("true")
    await gone.wait()
    async with door.connect() as client:
        await client.initialize(tmp_path, processId=gone.pid)
        await client.request("ripwire/status")
        await asyncio.sleep(0.1)
        assert await client.request("ripwire/status")


async def test_a_home_folder_as_root_is_warned_of_once(door: Served) -> None:
    async with door.connect() as client:
        await client.initialize(Path("/"))
        told = await client.until("window/logMessage")
        assert "whole drive" in told["params"]["message"]
        folder = {"uri": Path.home().as_uri(), "name": "home"}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        await client.request("ripwire/status")
        assert client.seen == []
        error = await client.refused("ripwire/grep", {"pattern": "x"})
        assert "only when it is named" in error["message"]


async def test_f99_quick_requests_are_answered_while_many_slow_ones_run(door: Served, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with door.connect() as client:
        await client.initialize(tmp_path)
        ids = [client.start("ripwire/grep", {"pattern": "x", "path": "pipe"}) for _ in range(30)]
        assert (await client.request("ripwire/status"))["work"]["running"] > 0
        for msg_id in ids:
            client.notify("$/cancelRequest", {"id": msg_id})
        while len(client.answers) < len(ids) + 2:
            await client.message()
        assert {answer["id"] for answer in client.answers if "error" in answer} == set(ids)


async def test_too_many_requests_in_flight_are_refused(door: Served, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with door.connect() as client:
        await client.initialize(tmp_path)
        ids = [client.start("ripwire/grep", {"pattern": "x", "path": "pipe"}) for _ in range(260)]
        error = (await client.answer(ids[-1]))["error"]
        assert (error["code"], error["data"]["kind"]) == (-32802, "overLimit")
        await client.request("shutdown")
        assert len({answer["id"] for answer in client.answers}) == len(client.answers) == 262
