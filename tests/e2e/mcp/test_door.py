"""The MCP door with the SDK's own client: every tool, both eras."""

from __future__ import annotations

import asyncio
import json

import anyio
import pytest
from mcp import MCPError
from mcp.types import ListRootsResult, Root

from tests.support.agent import ERAS, agent, told


@pytest.fixture
async def daemon(place):
    async with place.daemon():
        yield place


@pytest.mark.parametrize("era", ERAS)
async def test_every_tool_answers(daemon, tree, era):
    async with agent(daemon, tree, era=era) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed][:4] == ["grep", "glob", "files", "symbols"]
        assert listed == (await client.list_tools(cache_mode="bypass")).tools
        for tool in listed:
            assert tool.annotations.read_only_hint is (tool.name != "tool_call")

        async def text(tool, /, **arguments):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, told(result)
            return told(result)

        files = await text("grep", pattern="Harbour")
        assert files == "notes.md\nsrc/harbour.py\n(complete: 2 files)"
        assert "notes.md:2\nsrc/harbour.py:2\ntotal: 4" in await text(
            "grep", pattern="Harbour", output_mode="count"
        )
        content = await text("grep", pattern="def moor", output_mode="content", path="src/harbour.py")
        assert "src/harbour.py:5:    def moor(self, ship):" in content
        assert "src/harbour.py-4-class Harbour:" in content
        assert (await text("glob", pattern="**/*.py")) == "src/harbour.py\n(complete: 1 file)"
        assert (await text("files", type="md")).startswith("notes.md\n(complete")
        assert (await text("symbols", query="Harbour")).startswith("src/harbour.py:4:class Harbour")
        found = await text("definition", path="src/harbour.py", line=9, character=11)
        assert found.startswith("src/harbour.py:4:class Harbour\n")
        assert (await text("definition", symbol="Harbour.moor")).startswith(
            "src/harbour.py:5:method moor in Harbour"
        )
        uses = await text("references", symbol="Harbour")
        assert "src/harbour.py:9:harbour = Harbour()" in uses
        assert "src/harbour.py:4:class Harbour:" in await text(
            "references", path="src/harbour.py", symbol="Harbour"
        )
        assert "mcp__kit__add" in await text("tool_search", query="add two numbers")
        assert await text("tool_call", name="add", arguments={"a": 2, "b": 3}) == "5"
        page = await text("web_fetch", url=daemon.web.url + "/page")
        assert "# Hello\n\nText." in page
        found = await text("web_search", query="words")
        assert "\\u003cb\\u003eOne" in found
        assert "https://example.org/" in found


async def test_definitions_and_unknown_tools(daemon, tree):
    async with agent(daemon, tree) as client:
        arguments = {"pattern": "Harbour", "output_mode": "content", "definitions_first": True}
        first = told(await client.call_tool("grep", arguments)).splitlines()[0]
        assert first == "src/harbour.py:4:class Harbour:"
        with pytest.raises(MCPError):
            await client.call_tool("no_such_tool", {})
        wrong = await client.call_tool("grep", {"pattern": "(", "head_limit": "five"})
        assert wrong.is_error
        assert "head_limit: expected an integer, got 'five'" in told(wrong)
        bad = await client.call_tool("grep", {"pattern": "(unclosed"})
        assert bad.is_error
        assert told(bad).startswith("invalidPattern: ")


async def test_pages_are_stable_and_paths_work_in_the_next_call(daemon, tree):
    async with agent(daemon, tree) as client:
        arguments = {"pattern": "lamp", "output_mode": "content", "head_limit": 3}
        first = await client.call_tool("grep", arguments)
        assert told(first) == told(await client.call_tool("grep", arguments))
        assert told(first).endswith(
            "(truncated: 3 of 2,000 matching lines shown; continue with offset=3, or narrow the search)"
        )
        second = await client.call_tool("grep", {**arguments, "offset": 3})
        assert told(second).startswith("src/many.txt:4:line 3 lamp\n")
        assert second.structured_content["nextOffset"] == 6
        again = await client.call_tool("grep", {"pattern": "lamp", "path": "src/many.txt"})
        assert told(again).startswith("src/many.txt\n")
        past = await client.call_tool("grep", {**arguments, "offset": 5000})
        assert "no entries at this offset" in told(past)


async def test_help_after_nothing_was_found_is_true(daemon, tree):
    async with agent(daemon, tree) as client:
        text = told(await client.call_tool("grep", {"pattern": "HARBOUR"}))
        assert text.startswith("No matches found.\nThere are matches with -i (case ignored), for example in")
        assert text.endswith("(complete: 0 files)")
        text = told(await client.call_tool("grep", {"pattern": "anchor"}))
        assert "with hidden and no_ignore, for example in ignored/x.py" in text
        assert (
            told(await client.call_tool("grep", {"pattern": "nowhere"}))
            == "No matches found.\n(complete: 0 files)"
        )
        text = told(await client.call_tool("glob", {"pattern": "harbour.py", "path": "src"}))
        assert text.startswith("src/harbour.py")


async def test_resource_links_lead_to_the_files(daemon, tree):
    async with agent(daemon, tree) as client:
        result = await client.call_tool("grep", {"pattern": "class Harbour"})
        (link,) = [block for block in result.content if block.type == "resource_link"]
        assert link.uri == (tree / "src" / "harbour.py").as_uri()
        saved = await client.call_tool("web_fetch", {"url": daemon.web.url + "/file.pdf"})
        (link,) = [block for block in saved.content if block.type == "resource_link"]
        assert link.uri.endswith(".pdf")


@pytest.mark.parametrize("era", ERAS)
async def test_progress_and_cancellation(daemon, tree, tmp_path, era):
    steps = []

    async def progress(done, total, message):
        steps.append(message)

    async with agent(daemon, tree, era=era) as client:
        await client.call_tool("grep", {"pattern": "lamp"}, progress_callback=progress)
        assert steps[0] == "searching"
        await client.call_tool("tool_call", {"name": "add", "arguments": {"a": 1, "b": 1}})
        with anyio.move_on_after(1.0) as scope:
            await client.call_tool("tool_call", {"name": "slow"}, progress_callback=progress)
        assert scope.cancelled_caught
        notes = tmp_path / "notes"
        async with asyncio.timeout(20):
            while not notes.exists() or "cancelled" not in notes.read_text():
                await asyncio.sleep(0.05)
        count = len(steps)
        await client.call_tool("files", {})
        assert len(steps) == count


async def test_roots_come_from_arguments_the_client_or_the_folder(daemon, tree, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "o.txt").write_text("elsewhere\n")

    async def roots(ctx):
        return ListRootsResult(roots=[Root(uri=other.as_uri())])

    async with agent(daemon, tree, era="legacy", list_roots_callback=roots) as client:
        assert told(await client.call_tool("files", {})).startswith("o.txt\n")
    async with agent(daemon, tree, "--root", str(other)) as client:
        assert told(await client.call_tool("files", {})).startswith("o.txt\n")
    async with agent(daemon, tree, "--root", str(other), "--root", str(tree)) as client:
        text = told(await client.call_tool("grep", {"pattern": "elsewhere|class Harbour"}))
        assert text.splitlines()[:2] == [f"{other}/o.txt", f"{tree}/src/harbour.py"]
    async with agent(daemon, tree) as client:
        outside = await client.call_tool("grep", {"pattern": "x", "path": str(other)})
        assert told(outside).startswith("outsideRoots")


async def test_an_agent_sees_what_an_editor_has_not_saved(daemon, tree):
    file = tree / "src" / "harbour.py"
    document = {
        "uri": file.as_uri(),
        "languageId": "python",
        "version": 1,
        "text": "class Lighthouse:\n    pass\n\n\nlight = Lighthouse()\n",
    }
    async with daemon.socket() as editor, agent(daemon, tree) as client:
        await editor.initialize(tree)
        editor.notify("textDocument/didOpen", {"textDocument": document})
        await editor.request("ripwire/status")
        found = await client.call_tool("grep", {"pattern": "class Lighthouse", "output_mode": "content"})
        assert told(found).startswith("src/harbour.py (unsaved):1:class Lighthouse:")
        assert found.structured_content["entries"][0]["source"] == "buffer"
        assert "(complete: 0" in told(await client.call_tool("grep", {"pattern": "class Harbour"}))
        symbols = told(await client.call_tool("symbols", {"query": "Lighthouse"}))
        assert "class Lighthouse" in symbols
        uses = told(await client.call_tool("references", {"symbol": "Lighthouse"}))
        assert ":5:light = Lighthouse()" in uses
        defined = await client.call_tool("definition", {"path": str(file), "line": 5, "character": 10})
        assert ":1:class Lighthouse" in told(defined)
        status = await editor.request("ripwire/status")
        assert sorted(session["door"] for session in status["sessions"]) == ["lsp", "mcp"]
        await editor.goodbye()


async def test_broken_lines_are_survived(daemon, tree):
    process = await daemon.start("mcp", cwd=tree)
    for line in (b"{", b"[]", b'{"jsonrpc":"2.0"}', b"\xff\xfe", b'{"jsonrpc":"2.0","id":1,"method":"nope"}'):
        process.stdin.write(line + b"\n")
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }
    process.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": hello}).encode() + b"\n"
    )
    async with asyncio.timeout(30):
        while json.loads(await process.stdout.readline()).get("id") != 2:
            pass
    process.stdin.close()
    await process.wait()


async def test_serves_in_process_where_no_daemon_can_be(place, tree):
    async with agent(place, tree, "--standalone") as client:
        assert told(await client.call_tool("grep", {"pattern": "class Harbour"})).startswith(
            "src/harbour.py\n"
        )
    assert place.processes() == []
