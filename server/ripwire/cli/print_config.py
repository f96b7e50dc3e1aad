"""`ripwire mcp --print-config CLIENT`: what an agent's own configuration needs, and where it goes.

The texts stand here, so that an installed program can print them; the files under `editors/` are the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

FLAG = "--print-config"
COMMAND, ARGUMENT = "ripwire", "mcp"


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2) + "\n"


_SERVER = {"command": COMMAND, "args": [ARGUMENT]}
_USUAL = _json({"mcpServers": {"ripwire": _SERVER}})
_TOML = f"""[mcp_servers.ripwire]
command = "{COMMAND}"
args = ["{ARGUMENT}"]
"""

CLIENTS: dict[str, tuple[str, str]] = {
    "claude-code": (".mcp.json in the project, or `claude mcp add ripwire -- ripwire mcp`", _USUAL),
    "codex": ("~/.codex/config.toml", _TOML),
    "gemini-cli": ("~/.gemini/settings.json", _USUAL),
    "opencode": (
        "opencode.json in the project, or ~/.config/opencode/opencode.json",
        _json({"mcp": {"ripwire": {"type": "local", "command": [COMMAND, ARGUMENT], "enabled": True}}}),
    ),
    "cursor": (".cursor/mcp.json in the project, or ~/.cursor/mcp.json", _USUAL),
    "copilot": (
        ".vscode/mcp.json in the project (VS Code); ~/.copilot/mcp-config.json takes `mcpServers`",
        _json({"servers": {"ripwire": {"type": "stdio", **_SERVER}}}),
    ),
    "zed": (
        "settings.json of Zed",
        _json({"context_servers": {"ripwire": {"source": "custom", **_SERVER, "env": {}}}}),
    ),
}
"""Client → (where its configuration is, what belongs into it)."""


def run(arguments: Sequence[str]) -> int:
    """The configuration on stdout, so that it may go into a file, and its place on stderr."""
    name = _client(arguments)
    if name not in CLIENTS:
        sys.stderr.write(f"usage: ripwire mcp {FLAG} {'|'.join(CLIENTS)}\n")
        return 2
    where, text = CLIENTS[name]
    sys.stderr.write(f"# belongs into {where}\n")
    sys.stdout.write(text)
    return 0


def _client(arguments: Sequence[str]) -> str:
    """What follows the flag, behind a space or an equals sign."""
    for position, argument in enumerate(arguments):
        if argument == FLAG:
            return next(iter(arguments[position + 1 :]), "")
        if argument.startswith(FLAG + "="):
            return argument.removeprefix(FLAG + "=")
    return ""
