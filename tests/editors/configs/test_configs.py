"""Configurations whose editors cannot be had here: each is read as what it is, and its command is started.

What the command answers to `initialize` is what the editor would get.  The README marks these clients as
not run in the editor.
"""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ripwire.cli.print_config import CLIENTS
from tests.support.client import PATIENCE_S, RawClient
from tests.support.daemon import Home, home
from tests.support.editors import installed, neovim, workspace

EDITORS = Path(__file__).parents[3] / "editors"
SAFE_FIELDS = {"command", "args", "extensionToLanguage"}
"""Of `.lsp.json`: an older client loses a server for a field that it does not know."""


def _json(name: str) -> Any:
    return json.loads((EDITORS / name).read_text("utf-8"))


def _toml(name: str) -> Any:
    return tomllib.loads((EDITORS / name).read_text("utf-8"))


def _command(server: dict[str, Any]) -> list[str]:
    return [server["command"], *server["args"]]


def _zed() -> list[str]:
    """What the extension starts, read from its source: nothing here compiles it."""
    assert "ripwire" in _toml("zed/extension.toml")["language_servers"]
    assert _toml("zed/Cargo.toml")["lib"]["crate-type"] == ["cdylib"]
    source = (EDITORS / "zed" / "src" / "lib.rs").read_text("utf-8")
    [program] = re.findall(r'\.which\("(\w+)"\)', source)
    return [program, *re.findall(r'"([^"]+)"\.into\(\)', source)]


LSP: dict[str, Callable[[], list[str]]] = {
    "helix": lambda: _command(_toml("helix/languages.toml")["language-server"]["ripwire"]),
    "zed": _zed,
    "sublime": lambda: _json("sublime/LSP.sublime-settings")["clients"]["ripwire"]["command"],
    "kate": lambda: _json("kate/lspclient.json")["servers"]["ripwire"]["command"],
    "jetbrains": lambda: shlex.split(_json("jetbrains/template.json")["programArgs"]["default"]),
    "claude-code": lambda: _command(_json("claude-code/.lsp.json")["ripwire"]),
    "opencode": lambda: _json("opencode/opencode.json")["lsp"]["ripwire"]["command"],
}
MCP: dict[str, Callable[[], list[str]]] = {
    "claude-code": lambda: _command(_json("claude-code/.mcp.json")["mcpServers"]["ripwire"]),
    "codex": lambda: _command(_toml("codex/config.toml")["mcp_servers"]["ripwire"]),
    "gemini-cli": lambda: _command(_json("gemini-cli/settings.json")["mcpServers"]["ripwire"]),
    "opencode": lambda: _json("opencode/opencode.json")["mcp"]["ripwire"]["command"],
    "cursor": lambda: _command(_json("cursor/mcp.json")["mcpServers"]["ripwire"]),
    "copilot": lambda: _command(_json("copilot/mcp.json")["servers"]["ripwire"]),
    "zed": lambda: _command(_json("zed/settings.json")["context_servers"]["ripwire"]),
}


async def _started(command: list[str], place: Home, project: Path) -> asyncio.subprocess.Process:
    environment = installed.with_ripwire(place.environment)
    program = shutil.which(command[0], path=environment["PATH"])
    assert program is not None, f"{command[0]} is not on PATH"
    return await asyncio.create_subprocess_exec(
        program,
        *command[1:],
        cwd=project,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


@pytest.mark.parametrize("client", LSP)
async def test_the_language_server_starts_and_answers(client: str, tmp_path: Path):
    project = workspace.project(tmp_path)
    async with home() as place:
        process = await _started(LSP[client](), place, project)
        assert process.stdout is not None
        assert process.stdin is not None
        raw = RawClient(process.stdout, process.stdin)
        answer = await raw.initialize(project)
        assert answer["serverInfo"]["name"] == "ripwire"
        assert answer["capabilities"]["workspaceSymbolProvider"]
        await raw.goodbye()
        await raw.drop()
        assert await process.wait() == 0


@pytest.mark.parametrize("client", MCP)
async def test_the_mcp_server_starts_and_answers(client: str, tmp_path: Path):
    project = workspace.project(tmp_path)
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": client, "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    async with home() as place:
        process = await _started(MCP[client](), place, project)
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write(json.dumps(message).encode() + b"\n")
        async with asyncio.timeout(PATIENCE_S):
            answer = json.loads(await process.stdout.readline())
        assert answer["result"]["serverInfo"]["name"] == "ripwire"
        process.stdin.close()
        await process.communicate()


@pytest.mark.parametrize("client", CLIENTS)
async def test_print_config_prints_what_is_in_the_editors_folder(client: str):
    async with home() as place:
        printed = await place.run("mcp", "--print-config", client)
    assert printed.code == 0
    assert "belongs into" in printed.err
    loads = tomllib.loads if client == "codex" else json.loads
    value = loads(printed.out)
    name = {"claude-code": ".mcp.json", "codex": "config.toml", "opencode": "opencode.json"}.get(client)
    name = name or ("mcp.json" if client in ("cursor", "copilot") else "settings.json")
    stored = loads((EDITORS / client / name).read_text("utf-8"))
    assert value.items() <= stored.items()


async def test_print_config_names_the_clients_that_it_knows():
    async with home() as place:
        refused = await place.run("mcp", "--print-config", "emacs")
    assert refused.code == 2
    assert all(client in refused.err for client in CLIENTS)


def test_f110_claude_code_gets_only_fields_that_every_version_takes():
    [server] = _json("claude-code/.lsp.json").values()
    assert set(server) <= SAFE_FIELDS
    assert server["extensionToLanguage"][".py"] == "python"
    assert all(suffix.startswith(".") for suffix in server["extensionToLanguage"])


def test_claude_code_finds_the_plugin_in_its_marketplace():
    marketplace = _json("claude-code/.claude-plugin/marketplace.json")
    plugin = _json("claude-code/.claude-plugin/plugin.json")
    [entry] = marketplace["plugins"]
    assert entry["name"] == plugin["name"]
    assert (EDITORS / "claude-code" / entry["source"] / ".claude-plugin" / "plugin.json").exists()


@pytest.mark.editor
async def test_all_lua_of_the_neovim_plugin_is_lua():
    """The pickers for plugins that cannot be had here are at least read by the editor's own Lua."""
    files = sorted(neovim.PLUGIN.rglob("*.lua"))
    assert any(file.parent.name == "pickers" for file in files)
    for file in files:
        read = f"lua assert(loadfile([[{file}]]))"
        process = await asyncio.create_subprocess_exec(
            neovim.program(), "--clean", "--headless", "-c", read, "-c", "quit", stderr=subprocess.PIPE
        )
        _, err = await process.communicate()
        assert not err, err.decode()
