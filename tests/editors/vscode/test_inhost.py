"""Inside the extension host of a new and an older VS Code: providers, tools for models, the MCP provider."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.daemon import PATIENCE_S, Home
from tests.support.editors import vscode, workspace
from tests.support.editors.vscode import Release
from tests.support.editors.window import Window

pytestmark = [pytest.mark.editor, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(400)]

INHOST = Path(__file__).with_name("inhost")
WITH_TOOLS = {"chat.disableAIFeatures": False}
MCP_SINCE = (1, 101)


@pytest_asyncio.fixture(
    loop_scope="module", scope="module", params=[vscode.NEW, vscode.OLD], ids=lambda release: release.name
)
async def said(
    request: pytest.FixtureRequest, place: Home, vsix: Path, project: Path, tmp_path_factory: Any
) -> AsyncIterator[dict[str, Any]]:
    """What the script in the extension host found."""
    release: Release = request.param
    result = tmp_path_factory.mktemp("inhost") / "result.json"
    environment = {**place.environment, "RESULT": str(result)}
    async with vscode.running(release, environment, vsix=vsix, settings=WITH_TOOLS, smoke=True) as code:
        here = f"vscode-remote://127.0.0.1:{code.port}{INHOST}"
        payload = [["extensionDevelopmentPath", here], ["extensionTestsPath", f"{here}/index.js"]]
        async with code.window(project, payload=json.dumps(payload)) as window:
            async with asyncio.timeout(6 * PATIENCE_S):
                while not result.exists():
                    await asyncio.sleep(0.1)
            found = json.loads(result.read_text("utf-8"))
            if _version(found) >= MCP_SINCE:
                found["servers"] = await _mcp_servers(window)
            result.with_name("result.json.seen").touch()
    assert "error" not in found, found["error"]
    yield found


async def _mcp_servers(window: Window) -> str:
    """What the editor's own list of MCP servers shows."""
    await window.page.keyboard.press("Escape")
    await window.command("MCP: List Servers")
    await expect(window.rows.filter(has_text="Ripwire").first).to_be_visible()
    return "\n".join(await window.rows.all_inner_texts())


def _version(said: dict[str, Any]) -> tuple[int, int]:
    major, minor = said["version"].split(".")[:2]
    return int(major), int(minor)


async def test_the_version_is_the_one_that_was_meant(said: dict[str, Any], request: pytest.FixtureRequest):
    assert said["version"].startswith(request.node.callspec.params["said"].name + ".")


async def test_workspace_symbols_definition_and_references(said: dict[str, Any]):
    assert said["workspaceSymbols"][0].startswith("brew_coffee cafe.py:")
    assert said["definition"] == ["cafe.py:15"]
    assert {"menu.py:1", "menu.py:7"} <= set(said["references"])


async def test_a_hit_behind_emoji_is_selected_in_utf16_units(said: dict[str, Any]):
    start = workspace.EMOJI_UTF16
    assert said["selected"] == [workspace.EMOJI_LINE - 1, start, start + len("brew_coffee after")]


async def test_language_model_tools_answer_and_say_how_they_ended(said: dict[str, Any]):
    assert sorted(said["tools"]) == ["ripwire_glob", "ripwire_grep", "ripwire_symbols"]
    assert "src/menu.py:7:    return brew_coffee(" in said["grep"]
    assert said["grep"].splitlines()[-1].startswith("4 lines. Complete:")
    assert said["nothing"].startswith("No matches. Complete: 43 files searched.")
    assert said["glob"].splitlines()[0] == "src/house.ts"
    assert "src/cafe.py:15:brew_coffee" in said["symbols"]


async def test_the_mcp_provider_is_there_where_the_editor_knows_such(said: dict[str, Any]):
    assert said["active"]
    assert ("Ripwire" in said.get("servers", "")) == (_version(said) >= MCP_SINCE)
