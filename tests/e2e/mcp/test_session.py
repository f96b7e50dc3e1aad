"""One agent's working day: 300 tools beside it, search, select, call, grep, page, cancel."""

from __future__ import annotations

import anyio

from tests.support import tool_set
from tests.support.agent import agent, told


async def test_scripted_agent_session(place, tree):
    tools = [
        {
            "name": tool.name,
            "description": tool.description,
            "server": tool.server,
            "inputSchema": dict(tool.input_schema),
        }
        for tool in tool_set.tools()[:300]
    ]
    async with place.daemon(), place.socket() as harness, agent(place, tree) as client:
        await harness.initialize(tree)
        registered = {"tools": tools, "shared": True, "callable": True}
        assert (await harness.request("ripwire/tools/register", registered))["count"] == 300
        assert (await harness.request("ripwire/tools/list"))["offersSearch"]

        found = await client.call_tool(
            "tool_search", {"query": "which bugs are still open in this repository"}
        )
        names = [tool["name"] for tool in found.structured_content["tools"]]
        assert "mcp__github__list_issues" in names
        assert found.structured_content["savedTokens"] > 5000
        selected = await client.call_tool("tool_search", {"query": "select:git_blame,send_email"})
        assert told(selected).count("<function>") == 2

        async with anyio.create_task_group() as group:
            group.start_soon(_answer, harness)
            call = {"name": "git_blame", "arguments": {"file": "src/harbour.py"}}
            assert told(await client.call_tool("tool_call", call)) == "Ada wrote src/harbour.py"

        page = {"pattern": "lamp", "output_mode": "content", "head_limit": 700}
        seen = 0
        while True:
            data = (await client.call_tool("grep", {**page, "offset": seen})).structured_content
            seen = data.get("nextOffset", data["total"])
            if data["complete"] or "nextOffset" not in data:
                break
        assert seen == 2000

        with anyio.move_on_after(0.5) as scope:
            await client.call_tool("tool_call", {"name": "mcp__kit__slow"})
        assert scope.cancelled_caught
        assert told(await client.call_tool("glob", {"pattern": "*.md"})) == "notes.md\n(complete: 1 file)"
        await harness.goodbye()


async def _answer(harness):
    asked = await harness.until("ripwire/tools/run")
    text = f"Ada wrote {asked['params']['arguments']['file']}"
    harness.send({"id": asked["id"], "result": {"content": [{"type": "text", "text": text}]}})
