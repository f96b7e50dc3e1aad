"""Two MCP servers of other people, searched and called through ToolSearch; the inspector at our own door."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.config import McpServer, Settings
from ripwire.tools.toolbox import Toolbox
from tests.support.daemon import home

pytestmark = [pytest.mark.editor, pytest.mark.timeout(300)]
CALLS = {
    "grep": {"pattern": "lamp", "output_mode": "content", "head_limit": "2"},
    "glob": {"pattern": "*.txt"},
    "files": {},
    "symbols": {"query": "Lamp"},
    "definition": {"symbol": "Lamp"},
    "references": {"symbol": "Lamp"},
    "tool_search": {"query": "select:nothing"},
    "web_fetch": {"url": "http://127.0.0.1:1/"},
    "web_search": {"query": "x"},
    "tool_call": {"name": "nothing"},
}


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "a.txt").write_text("lamp one\nlamp two\nlamp three\n")
    (folder / "lamp.py").write_text("class Lamp:\n    pass\n\n\nlamp = Lamp()\n")
    return folder


async def test_filesystem_and_everything_are_searched_and_called(node_tools, tree, tmp_path):
    servers = {
        "filesystem": McpServer(
            command=node_tools.node,
            args=(node_tools.script("server-filesystem", "dist/index.js"), str(tree)),
        ),
        "everything": McpServer(
            command=node_tools.node, args=(node_tools.script("server-everything", "dist/index.js"), "stdio")
        ),
    }
    settings = Settings(tools_servers=servers)
    async with Toolbox.opened(settings, tmp_path / "cache") as box:
        listed = await box.listed("me")
        assert listed.problems == ()
        found = await box.search("me", "show the text of a document on disk")
        assert any("read" in hit.tool.name for hit in found.hits), [hit.tool.name for hit in found.hits]
        read = await box.call("me", "mcp__filesystem__read_text_file", {"path": str(tree / "a.txt")})
        assert "lamp two" in read.content[0]["text"]
        assert (await box.search("me", "mcp__everything echo")).hits
        echo = await box.call("me", "echo", {"message": "hello"})
        assert "hello" in echo.content[0]["text"]
        denied = await box.call("me", "mcp__filesystem__read_text_file", {"path": "/etc/passwd"})
        assert denied.is_error
    async with Toolbox.opened(settings, tmp_path / "cache") as box:
        assert (await box.search("me", "select:echo")).hits[0].tool.server == "everything"
        assert box.servers.states() == {"filesystem": "listed", "everything": "listed"}


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_the_inspector_drives_every_tool(node_tools, tree, tmp_path, era):
    async with home(RIPWIRE_CACHE_FOLDER=str(tmp_path / "cache")) as place, place.daemon():

        async def inspect(*arguments: str) -> dict:
            process = await asyncio.create_subprocess_exec(
                node_tools.node,
                node_tools.script("inspector", _bin(node_tools)),
                "--cli",
                *(sys.executable, "-m", "ripwire", "mcp"),
                *("--cwd", str(tree), "--protocol-era", era, "--format", "json", "-q"),
                # The inspector gives a server few variables, and this one must find our daemon.
                *(word for pair in _ours(place) for word in ("-e", pair)),
                *arguments,
                env=_environment(place, tmp_path),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            out, err = await process.communicate()
            assert out, err.decode()
            return json.loads(out)

        listed = await inspect("--method", "tools/list")
        names = [tool["name"] for tool in _result(listed)["tools"]]
        assert names[:4] == ["grep", "glob", "files", "symbols"]
        for name in names:
            pairs = [word for key, value in CALLS[name].items() for word in ("--tool-arg", f"{key}={value}")]
            answer = _result(await inspect("--method", "tools/call", "--tool-name", name, *pairs))
            assert answer["content"][0]["text"], name
            if name == "grep":
                assert answer["content"][0]["text"].startswith("a.txt:1:lamp one\n")
                assert answer["structuredContent"]["total"] == 4


def _bin(node_tools) -> str:
    package = json.loads(Path(node_tools.script("inspector", "package.json")).read_text())
    found = package["bin"]
    return found if isinstance(found, str) else found["mcp-inspector"]


def _ours(place) -> list[str]:
    names = [name for name in place.environment if name.startswith(("RIPWIRE_", "XDG_"))]
    return [f"{name}={place.environment[name]}" for name in names]


def _environment(place, tmp_path) -> dict[str, str]:
    return {**place.environment, "HOME": str(tmp_path), "PATH": os.environ["PATH"]}


def _result(answer: dict) -> dict:
    return answer.get("result", answer)
