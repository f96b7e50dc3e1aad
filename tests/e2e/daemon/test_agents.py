"""ToolSearch and the web through a real daemon: requests, commands, command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.daemon import home
from tests.support.http import Reply, site

ROOT = Path(__file__).parents[3]


def servers(notes: Path) -> str:
    kit = {
        "command": sys.executable,
        "args": ["-m", "tests.support.mcp_kit"],
        "cwd": str(ROOT),
        "env": {"KIT_NOTES": str(notes)},
    }
    return json.dumps({"kit": kit})


@pytest.fixture
async def place(tmp_path):
    async with site() as web:
        settings = {
            "RIPWIRE_TOOLS_SERVERS": servers(tmp_path / "notes"),
            "RIPWIRE_CACHE_FOLDER": str(tmp_path / "cache"),
            "RIPWIRE_WEB_ALLOW_HOSTS": "127.0.0.1",
            "RIPWIRE_WEB_SEARXNG_URL": web.url,
        }
        web.pages["/page"] = Reply(b"<title>T</title><h1>Hello</h1>")
        hit = {"title": "One", "url": "https://example.org/", "content": "first"}
        web.pages["/search?q=words&format=json"] = Reply(json.dumps({"results": [hit]}).encode())
        async with home(**settings) as place:
            place.web = web
            yield place


async def test_a_tool_is_found_and_called_by_requests_and_by_commands(place):
    async with place.daemon(), place.socket() as client:
        await client.initialize()
        found = await client.request("ripwire/tools/search", {"query": "add two numbers", "debug": True})
        assert found["tools"][0]["name"] == "mcp__kit__add"
        assert found["tools"][0]["rank"] == 1
        command = {"command": "ripwire.tools.search", "arguments": [{"query": "select:markup"}]}
        text = (await client.request("workspace/executeCommand", command))["text"]
        assert text.count("<") == 4
        assert text.count("</functions>") == 1
        called = await client.request("ripwire/tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}})
        assert called["structuredContent"] == {"result": 3}
        listed = await client.request("ripwire/tools/list")
        assert not listed["offersSearch"]
        await client.goodbye()


async def test_cancelled_call_reaches_the_server_and_nothing_follows_the_answer(place, tmp_path):
    async with place.daemon(), place.socket() as client:
        await client.initialize()
        call = {"name": "slow", "workDoneToken": "w"}
        msg_id = client.start(
            "workspace/executeCommand", {"command": "ripwire.tools.call", "arguments": [call]}
        )
        while (await client.until("$/progress"))["params"]["value"]["kind"] != "report":
            pass
        client.notify("$/cancelRequest", {"id": msg_id})
        assert (await client.answer(msg_id))["error"]["code"] == -32800
        client.seen.clear()
        await client.request("ripwire/status")
        assert client.seen == []
        notes = tmp_path / "notes"
        while "cancelled" not in notes.read_text():
            await client.request("ripwire/status")
        await client.goodbye()


async def test_tools_of_one_client_are_called_by_another_and_go_with_it(place):
    async with place.daemon(), place.socket() as owner, place.socket() as agent:
        await owner.initialize()
        await agent.initialize()
        tool = {"name": "open_panel", "description": "Show a panel", "inputSchema": {"type": "object"}}
        registered = {"tools": [tool], "shared": True, "callable": True}
        assert (await owner.request("ripwire/tools/register", registered)) == {"count": 1}
        msg_id = agent.start("ripwire/tools/call", {"name": "open_panel", "arguments": {"side": "left"}})
        asked = await owner.until("ripwire/tools/run")
        assert asked["params"] == {"name": "open_panel", "arguments": {"side": "left"}}
        owner.send({"id": asked["id"], "result": {"content": [{"type": "text", "text": "shown"}]}})
        assert (await agent.answer(msg_id))["result"]["content"] == [{"type": "text", "text": "shown"}]
        msg_id = agent.start("ripwire/tools/call", {"name": "open_panel"})
        asked = await owner.until("ripwire/tools/run")
        agent.notify("$/cancelRequest", {"id": msg_id})
        assert (await owner.until("$/cancelRequest"))["params"]["id"] == asked["id"]
        assert (await agent.answer(msg_id))["error"]["code"] == -32800
        await owner.goodbye()
        names = [tool["name"] for tool in (await agent.request("ripwire/tools/list"))["tools"]]
        assert "open_panel" not in names
        await agent.goodbye()


@pytest.mark.parametrize(
    "params",
    [
        {"tools": [{"name": "a b"}]},
        {"tools": [{"name": "x", "inputSchema": []}]},
        {"tools": [{"name": "x", "command": "rm"}]},
        {"tools": "x"},
    ],
)
async def test_wrong_registrations_are_refused_with_their_place(place, params):
    async with place.daemon(), place.socket() as client:
        await client.initialize()
        error = await client.refused("ripwire/tools/register", params)
        assert error["code"] == -32602
        assert "tools" in error["data"]["problems"][0]
        await client.goodbye()


async def test_servers_are_never_taken_from_the_wire(place, tmp_path):
    """A workspace's settings come through the client; they must not start programs."""
    flag = tmp_path / "started"
    evil = {"command": sys.executable, "args": ["-c", f"open({str(flag)!r}, 'w')"]}
    async with place.daemon(), place.socket() as client:
        options = {"tools": {"servers": {"evil": evil}}}
        await client.initialize(initializationOptions=options)
        client.notify("workspace/didChangeConfiguration", {"settings": {"ripwire": options}})
        listed = await client.request("ripwire/tools/list")
        assert {tool["server"] for tool in listed["tools"]} == {"kit"}
        await client.goodbye()
    assert not flag.exists()


async def test_the_web_on_the_wire(place):
    async with place.daemon(), place.socket() as client:
        await client.initialize()
        page = await client.request("ripwire/web/fetch", {"url": place.web.url + "/page"})
        assert (page["markdown"], page["title"], page["cached"]) == ("# Hello", "T", False)
        command = {"command": "ripwire.web.search", "arguments": [{"query": "words"}]}
        found = await client.request("workspace/executeCommand", command)
        assert (found["provider"], found["left"]) == ("SearXNG", 199)
        refused = await client.refused("ripwire/web/fetch", {"url": "http://10.1.2.3/"})
        assert refused["data"]["kind"] == "refusedAddress"
        await client.request("workspace/executeCommand", {"command": "ripwire.clearCaches"})
        assert not (await client.request("ripwire/web/fetch", {"url": place.web.url + "/page"}))["cached"]
        await client.goodbye()


@pytest.mark.parametrize("way", ["standalone", "daemon"])
async def test_command_line(place, way):
    async def told(*arguments):
        done = await place.run(*arguments)
        return done.code, done.out + done.err

    async def everything():
        code, out = await told("tools", "search", "add", "numbers")
        assert code == 0
        assert "mcp__kit__add" in out
        assert (await told("tools", "call", "add", '{"a": 1, "b": 2}')) == (0, "3\n")
        assert "mcp__kit__slow  Sleep" in (await told("tools", "list"))[1]
        assert (await told("tools", "search"))[0] == 2
        assert (await told("web", "fetch", place.web.url + "/page")) == (0, "# Hello\n")
        code, out = await told("web", "search", "words")
        assert (code, out) == (0, "One\nhttps://example.org/\nfirst\n")
        code, out = await told("web", "fetch", "http://192.168.0.1/")
        assert code == 2
        assert "web.allowHosts" in out

    if way == "standalone":
        await everything()
    else:
        async with place.daemon():
            await everything()
