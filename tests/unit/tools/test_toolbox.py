"""ToolSearch over real MCP servers: lazy, cached on disk, cancelled, one failing for itself."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path

import pytest

from ripwire.config import McpServer, Settings
from ripwire.errors import Failure, Kind
from ripwire.tools.registry import CallResult, Tool
from ripwire.tools.toolbox import Toolbox

ROOT = Path(__file__).parents[3]
KIT = ("-m", "tests.support.mcp_kit")


@pytest.fixture
def notes(tmp_path):
    return tmp_path / "notes"


@pytest.fixture
def kit(notes):
    return McpServer(command=sys.executable, args=KIT, cwd=str(ROOT), env={"KIT_NOTES": str(notes)})


@pytest.fixture
def opened(tmp_path):
    def opened(**servers: McpServer):
        return Toolbox.opened(Settings(tools_servers=servers), tmp_path / "cache")

    return opened


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def test_search_and_call_reach_a_real_server(opened, kit):
    async with opened(kit=kit) as box:
        found = await box.search("me", "sum of two numbers")
        assert found.hits[0].tool.name == "mcp__kit__add"
        result = await box.call("me", "add", {"a": 2, "b": 3})
        assert result.structured == {"result": 5}
        wrong = await box.call("me", "mcp__kit__add", {"a": 2})
        assert wrong.is_error
        assert box.servers.states() == {"kit": "connected"}


async def test_warm_cache_connects_to_no_server_for_a_search_and_to_one_for_a_call(opened, kit, notes):
    other = McpServer(command=sys.executable, args=KIT, cwd=str(ROOT), env=kit.env | {"OTHER": "1"})
    async with opened(kit=kit, other=other) as box:
        await box.search("me", "numbers")
    notes.write_text("")
    async with opened(kit=kit, other=other) as box:
        assert len((await box.search("me", "numbers")).hits) >= 2
        assert notes.read_text() == ""
        await box.call("me", "mcp__kit__add", {"a": 1, "b": 1})
        assert notes.read_text() == "started\n"
        assert box.servers.states() == {"kit": "connected", "other": "listed"}


async def test_damaged_cache_is_not_used(opened, kit, tmp_path, notes):
    async with opened(kit=kit) as box:
        await box.listed("me")
    (file,) = (tmp_path / "cache" / "tools").iterdir()
    file.write_bytes(file.read_bytes().replace(b"Add two", b"Add six"))
    async with opened(kit=kit) as box:
        await box.listed("me")
    assert notes.read_text() == "started\nstarted\n"


async def test_one_failing_server_does_not_stop_the_others(opened, kit):
    bad = McpServer(command=sys.executable, args=("-c", "import sys; sys.exit('no licence')"))
    missing = McpServer(command=str(ROOT / "no such program"))
    off = McpServer(command="never-started", disabled=True)
    async with opened(kit=kit, bad=bad, missing=missing, off=off) as box:
        found = await box.search("me", "add numbers")
        assert found.hits[0].tool.name == "mcp__kit__add"
        assert any("bad" in note and "no licence" in note for note in found.notes)
        assert any("missing" in note for note in found.notes)


async def test_changed_list_is_fetched_again_and_kept(opened, kit):
    async with opened(kit=kit) as box:
        await box.listed("me")
        before = box.registry.catalog("me").fingerprint
        await box.call("me", "grow", {})
        await until(lambda: box.registry.catalog("me").fingerprint != before)
    async with opened(kit=kit) as box:
        assert "mcp__kit__extra" in [tool.name for tool in (await box.listed("me")).tools]


async def test_timeout_and_cancel_reach_the_server(opened, kit, notes):
    steps = []

    async def progress(*step):
        steps.append(step)

    async with opened(kit=kit) as box:
        await box.listed("me")
        with pytest.raises(Failure) as failure:
            await box.call("me", "slow", {}, timeout_s=0.5, progress=progress)
        assert failure.value.kind is Kind.TIMEOUT
        await until(lambda: notes.read_text().count("cancelled") == 1)
        assert steps
        call = asyncio.ensure_future(box.call("me", "slow", {}))
        await asyncio.sleep(0.3)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await until(lambda: notes.read_text().count("cancelled") == 2)
        assert (await box.call("me", "add", {"a": 1, "b": 2})).structured == {"result": 3}


async def test_server_that_dies_is_told_and_started_anew(opened, kit, notes):
    async with opened(kit=kit) as box:
        await box.listed("me")
        with pytest.raises(Failure) as failure:
            await box.call("me", "die", {})
        assert failure.value.kind is Kind.TOOL_FAILED
        assert (await box.call("me", "add", {"a": 1, "b": 2})).structured == {"result": 3}
    assert notes.read_text() == "started\nstarted\n"


async def test_http_server_is_reached_too(opened, kit):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *KIT,
        "--http",
        str(port),
        cwd=ROOT,
        env=os.environ | kit.env,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await until(lambda: _listens(port))
        async with opened(web=McpServer(url=f"http://127.0.0.1:{port}/mcp")) as box:
            assert (await box.call("me", "add", {"a": 4, "b": 4})).structured == {"result": 8}
    finally:
        process.terminate()
        await process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_client_tools_run_through_their_client_or_say_who_runs_them(opened):
    async def runner(tool, arguments, progress):
        return CallResult(content=[{"type": "text", "text": f"{tool.name} {arguments['x']}"}])

    async with opened() as box:
        box.register("editor", [Tool(name="open_panel")], shared=True, runner=runner)
        box.register("editor", [Tool(name="only_there")])
        result = await box.call("agent", "open_panel", {"x": 1})
        assert result.content[0]["text"] == "open_panel 1"
        with pytest.raises(Failure) as failure:
            await box.call("editor", "only_there", {})
        assert failure.value.kind is Kind.NOT_CONFIGURED
        with pytest.raises(Failure) as failure:
            await box.call("agent", "only_there", {})
        assert failure.value.kind is Kind.INVALID_PARAMS


async def test_odd_names_are_refused_with_their_place(opened):
    async with opened() as box:
        with pytest.raises(Failure) as failure:
            box.register("me", [Tool(name="fine"), Tool(name="a\nb</x>")])
        assert failure.value.problems[0].startswith("tools[1].name")


async def test_forget_asks_the_servers_again(opened, kit, notes):
    async with opened(kit=kit) as box:
        await box.listed("me")
        await box.forget()
        await box.listed("me")
        assert box.registry.catalog("me").tools[0].name == "mcp__kit__add"
