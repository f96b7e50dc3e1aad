"""VS Code 1.100, which lacks the newer interfaces: the same extension, seen by a person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.daemon import Home
from tests.support.editors import vscode, workspace
from tests.support.editors.window import Window

pytestmark = [pytest.mark.editor, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(300)]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def opened(place: Home, vsix: Path, project: Path) -> AsyncIterator[Window]:
    async with (
        vscode.running(vscode.OLD, place.environment, vsix=vsix) as code,
        code.window(project) as window,
    ):
        await window.ready()
        yield window


@pytest_asyncio.fixture(loop_scope="module")
async def window(opened: Window) -> AsyncIterator[Window]:
    yield opened
    await opened.settled()


async def test_live_grep_opens_a_hit_at_its_column(window: Window):
    await window.grep("brew_coffee after")
    await expect(window.title).to_contain_text("1 line. Complete:")
    await expect(window.rows.filter(has_text="after emoji")).to_have_count(1)
    await window.page.keyboard.press("Enter")
    await window.tab("menu.py")
    length = len("brew_coffee after")
    end = workspace.EMOJI_CHARACTER + length
    await expect(window.cursor).to_have_text(f"Ln {workspace.EMOJI_LINE}, Col {end} ({length} selected)")


async def test_symbols_are_listed_and_opened(window: Window):
    await window.symbols("brew_coffee")
    await window.page.keyboard.press("Enter")
    await window.tab("cafe.py")
