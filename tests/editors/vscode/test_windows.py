"""VS Code 1.139 with the packaged extension, as a person uses it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.daemon import Home, until
from tests.support.editors import vscode, workspace
from tests.support.editors.slow_rg import SlowRg
from tests.support.editors.vscode import Code
from tests.support.editors.window import Window

pytestmark = [pytest.mark.editor, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(300)]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def code(place: Home, vsix: Path) -> AsyncIterator[Code]:
    async with vscode.running(vscode.NEW, place.environment, vsix=vsix) as code:
        yield code


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def opened(code: Code, project: Path) -> AsyncIterator[Window]:
    async with code.window(project) as window:
        await window.ready()
        yield window


@pytest_asyncio.fixture(loop_scope="module")
async def window(opened: Window) -> AsyncIterator[Window]:
    """The one window of this module, as tidy as it was: a new one costs more than all that a test does."""
    yield opened
    await opened.settled()


async def test_live_grep_opens_a_hit_at_its_utf16_column(window: Window):
    await window.grep("brew_coffee")
    await expect(window.title).to_contain_text("4 lines. Complete:")
    await window.picture("search")
    await window.typed("brew_coffee after")
    await expect(window.rows.filter(has_text="after emoji")).to_have_count(1)
    await expect(window.title).to_contain_text("1 line. Complete:")
    await window.page.keyboard.press("Enter")
    await window.tab("menu.py")
    length = len("brew_coffee after")
    end = workspace.EMOJI_CHARACTER + length
    await expect(window.cursor).to_have_text(f"Ln {workspace.EMOJI_LINE}, Col {end} ({length} selected)")


async def test_results_come_while_rg_still_searches_and_typing_on_cancels_it(
    window: Window, place: Home, rg: SlowRg
):
    rg.stops()
    await window.grep("needle")
    await expect(window.rows.filter(has_text="needle").first).to_be_visible()
    await expect(window.title).to_contain_text("Searching")
    assert rg.stopped(place.process())
    rg.works()
    await window.page.keyboard.type(" 7 in line 3")
    await expect(window.title).to_contain_text("1 line. Complete:")
    await until(lambda: not rg.stopped(place.process()))


async def test_killed_rg_is_incomplete_and_not_no_results(window: Window, place: Home, rg: SlowRg):
    rg.stops()
    try:
        await window.grep("needle")
        await until(lambda: rg.stopped(place.process()))
        rg.kill(place.process())
        await expect(window.title).to_contain_text("Incomplete")
    finally:
        rg.works()
    await expect(window.box).not_to_contain_text("No matches")
    await window.page.keyboard.press("Escape")
    await window.ready(words="Ripwire: incomplete")


async def test_unsaved_text_is_found(window: Window):
    await window.open_file("cafe.py")
    await window.page.keyboard.press("Control+End")
    await window.page.keyboard.type("# espresso_machine is not saved")
    await window.grep("espresso_machine")
    await expect(window.rows.filter(has_text="not saved").first).to_be_visible()
    await window.page.keyboard.press("Escape")


async def test_bad_pattern_is_said_in_the_box_and_nowhere_else(window: Window):
    await window.grep("needle")
    await window.toggle("Plain text")
    await window.typed("needle(")
    await expect(window.title).to_contain_text("unclosed group")
    await expect(window.toasts).to_have_count(0)
    await window.typed("needle \\d+ in line 1$")
    await expect(window.title).to_contain_text("40 lines. Complete:")
    await window.toggle("Regular expression (on)")


async def test_results_view_says_how_it_ended(window: Window):
    await window.grep("needle 3 in")
    await window.toggle("Show all in the results view")
    await expect(window.results).to_contain_text("5 lines. Complete: 43 files searched.")
    await expect(window.results).to_contain_text("Unsaved text was searched too.")
    await expect(window.results.locator(".highlight").first).to_have_text("needle 3 in")
    await window.picture("results")
    await window.results.locator(".monaco-list-row").filter(has_text="needle 3 in line 2").click()
    await window.tab("notes-03.txt")
    await expect(window.cursor).to_have_text("Ln 2, Col 12 (11 selected)")


async def test_symbols_are_listed_and_opened(window: Window):
    await window.symbols("coffee")
    await expect(window.rows.filter(has_text="CoffeeOrder").first).to_be_visible()
    await window.picture("symbols")
    await window.symbols("brew_coffee")
    await expect(window.rows).to_have_count(1)
    await window.page.keyboard.press("Enter")
    await window.tab("cafe.py")
    await expect(window.cursor).to_contain_text("Ln 15, Col 5")


async def test_files_are_ranked_and_opened_at_a_line(window: Window):
    await window.files("srmen:7")
    await expect(window.rows.first).to_contain_text("menu.py")
    await window.page.keyboard.press("Enter")
    await window.tab("menu.py")
    await expect(window.cursor).to_contain_text("Ln 7")


async def test_all_folders_of_a_workspace_are_searched(code: Code, project: Path):
    other = project.parent / "other"
    other.mkdir()
    (other / "far.txt").write_text("a needle in the other folder\n", "utf-8")
    folders = {"folders": [{"path": str(project)}, {"path": str(other)}]}
    file = project.parent / "two.code-workspace"
    file.write_text(json.dumps(folders), "utf-8")
    async with code.window(file) as window:
        await window.ready()
        await window.grep("needle in the other")
        await expect(window.rows.filter(has_text="other folder")).to_have_count(1)
        await expect(window.title).to_contain_text("44 files searched")


async def test_a_missing_program_is_said_in_the_status_bar(code: Code, project: Path):
    settings = code.state / "data" / "Machine" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"ripwire.client.command": "/nowhere/ripwire"}), "utf-8")
    try:
        async with code.window(project) as window:
            await window.ready(words="Ripwire: not installed")
            await expect(window.toasts).to_have_count(0)
    finally:
        settings.unlink()


async def test_killed_daemon_is_started_again(window: Window, place: Home):
    killed = place.process()
    killed.kill()
    await until(lambda: [process.pid for process in place.processes()] not in ([], [killed.pid]))
    await window.ready()
    await window.grep("needle 4")
    await expect(window.title).to_contain_text("Complete:")
    await expect(window.toasts).to_have_count(0)


async def test_two_windows_share_one_daemon(window: Window, code: Code, place: Home, project: Path):
    async with code.window(project) as other:
        await other.ready()
        await other.grep("needle 5")
        await expect(other.title).to_contain_text("Complete:")
        await window.grep("needle 6")
        await expect(window.title).to_contain_text("Complete:")
        assert len(place.processes()) == 1
        status = await place.run("status")
        assert len(re.findall(r"code-server", status.out)) >= 2, status


async def test_doctor_is_behind_the_status_bar_item(window: Window):
    await window.status("Ripwire").click()
    await window.tab("Ripwire doctor")
    await expect(window.page.locator(".monaco-editor").first).to_contain_text("This window: ready")
