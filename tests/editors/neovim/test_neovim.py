"""Neovim with our plugin: over stdio and over the daemon's socket, counting in bytes and in UTF-16."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.daemon import Home, home, until
from tests.support.editors import neovim, workspace
from tests.support.editors.neovim import Neovim
from tests.support.editors.slow_rg import SlowRg

pytestmark = pytest.mark.editor


@pytest.fixture
def rg(tmp_path: Path) -> SlowRg:
    return SlowRg.under(tmp_path / "bin")


@pytest.fixture
async def place(rg: SlowRg) -> AsyncIterator[Home]:
    async with home(RIPWIRE_RG_SOURCE=str(rg.path)) as place:
        yield place


@pytest.fixture
async def nvim(place: Home, tmp_path: Path) -> AsyncIterator[Neovim]:
    async with neovim.running(place.environment, workspace.project(tmp_path)) as nvim:
        await nvim.command("autocmd User RipwireDone let g:ended = get(g:, 'ended', 0) + 1")
        yield nvim


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("connection", ["stdio", "socket"])
async def test_grep_fills_quickfix_at_the_right_bytes(
    nvim: Neovim, place: Home, connection: str, encoding: str
):
    if connection == "socket":
        assert (await place.run("serve", "--background")).code == 0
    await nvim.lua(f"""
        local general = {{ positionEncodings = {{ '{encoding}' }} }}
        vim.lsp.config('ripwire', {{ capabilities = {{ general = general }} }})
        require('ripwire').setup {{ connection = '{connection}' }}""")
    await nvim.command("edit src/cafe.py")
    await nvim.command("Ripwire grep brew_coffee after")
    await nvim.wait("vim.g.ended == 1")
    client = "vim.lsp.get_clients({ name = 'ripwire' })"
    assert await nvim.lua(f"return {client}[1].offset_encoding") == encoding
    assert await nvim.lua(f"return #{client}") == 1
    assert "1 line. Complete: 43 files searched" in await nvim.title()
    (hit,) = await nvim.quickfix()
    assert (hit["name"], hit["lnum"], hit["col"]) == ("menu.py", workspace.EMOJI_LINE, workspace.EMOJI_BYTE)
    await nvim.command("cfirst")
    assert await nvim.lua("return vim.fn.expand('<cword>')") == "brew_coffee"


async def test_lines_come_while_rg_still_searches_and_the_next_search_ends_it(
    nvim: Neovim, place: Home, rg: SlowRg
):
    rg.stops()
    await nvim.command("Ripwire grep needle")
    await nvim.wait("#vim.fn.getqflist() > 0")
    assert "Complete" not in await nvim.title()
    assert rg.stopped(place.process())
    rg.works()
    await nvim.command("Ripwire grep needle 7 in line 3")
    await nvim.wait("vim.g.ended == 1")
    assert "1 line. Complete" in await nvim.title()
    assert len(await nvim.quickfix()) == 1
    await until(lambda: not rg.stopped(place.process()))


async def test_stop_leaves_no_rg_and_says_so(nvim: Neovim, place: Home, rg: SlowRg):
    rg.stops()
    await nvim.command("Ripwire grep needle")
    await nvim.wait("#vim.fn.getqflist() > 0")
    await nvim.command("Ripwire stop")
    await until(lambda: not rg.stopped(place.process()))
    assert "stopped; there may be more" in await nvim.title()


async def test_killed_rg_is_incomplete_and_not_no_results(nvim: Neovim, place: Home, rg: SlowRg):
    rg.stops()
    await nvim.command("Ripwire grep needle")
    await nvim.wait("#vim.fn.getqflist() > 0")
    rg.kill(place.process())
    await nvim.wait("vim.g.ended == 1")
    assert "Incomplete" in await nvim.title()


async def test_killed_daemon_is_started_again_by_the_next_search(nvim: Neovim, place: Home):
    await nvim.command("Ripwire grep needle 4")
    await nvim.wait("vim.g.ended == 1")
    killed = place.process()
    killed.kill()
    await until(lambda: not killed.is_running())
    await nvim.wait("#vim.lsp.get_clients({ name = 'ripwire' }) == 0")
    await nvim.command("Ripwire grep needle 5")
    await nvim.wait("vim.g.ended == 2")
    assert "Complete" in await nvim.title()


async def test_unsaved_text_is_found(nvim: Neovim):
    await nvim.lua("vim.lsp.enable('ripwire')")
    await nvim.command("edit src/cafe.py")
    await nvim.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 1")
    await nvim.lua("vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# espresso_machine' })")
    await nvim.command("Ripwire grep -F espresso_machine")
    await nvim.wait("vim.g.ended == 1")
    (hit,) = await nvim.quickfix()
    assert hit["text"].endswith("[not saved]")


async def test_flags_are_read_and_a_bad_pattern_is_told_in_the_title(nvim: Neovim):
    await nvim.command("Ripwire grep -i -w -g *.py COFFEEORDER")
    await nvim.wait("vim.g.ended == 1")
    assert {hit["name"] for hit in await nvim.quickfix()} == {"cafe.py", "menu.py"}
    await nvim.command("Ripwire grep needle(")
    await nvim.wait("vim.g.ended == 2")
    assert "unclosed group" in await nvim.title()


async def test_symbols_are_chosen_from_and_opened(nvim: Neovim):
    await nvim.lua("""
        vim.ui.select = function(items, options, choose)
            vim.g.offered = vim.tbl_map(options.format_item, items)
            choose(items[1])
        end""")
    await nvim.command("Ripwire symbols brew_coffee")
    await nvim.wait("vim.g.offered ~= nil")
    offered = await nvim.lua("return vim.g.offered")
    assert offered[0].startswith("src/cafe.py:15:")
    await nvim.wait("vim.fn.expand('%:t') .. ':' .. vim.fn.line('.') == 'cafe.py:15'")
    assert await nvim.lua("return vim.fn.expand('<cword>')") == "brew_coffee"


async def test_files_are_ranked_and_opened_at_a_line(nvim: Neovim):
    await nvim.lua("vim.ui.select = function(items, options, choose) choose(items[1]) end")
    await nvim.command("Ripwire files srmen:7")
    await nvim.wait("vim.fn.expand('%:t') == 'menu.py'")
    assert await nvim.lua("return vim.fn.line('.')") == 7


async def test_the_editors_own_symbol_command_fills_quickfix(nvim: Neovim):
    await nvim.lua("vim.lsp.enable('ripwire')")
    await nvim.command("edit src/menu.py")
    await nvim.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 1")
    await nvim.lua("vim.lsp.buf.workspace_symbol('brew_coffee')")
    await nvim.wait("#vim.fn.getqflist() > 0")
    assert (await nvim.quickfix())[0]["name"] == "cafe.py"


async def test_definition_and_references_by_the_editors_own_keys(nvim: Neovim):
    await nvim.lua("vim.lsp.enable('ripwire')")
    await nvim.command("edit src/menu.py")
    await nvim.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 1")
    await nvim.command("call cursor(7, 12)")
    await nvim.lua("vim.lsp.buf.references()")
    await nvim.wait("#vim.fn.getqflist() >= 2")
    await nvim.command("cclose")
    await nvim.command("edit src/menu.py")
    await nvim.command("call cursor(7, 12)")
    await nvim.lua("vim.lsp.buf.definition()")
    await nvim.wait("vim.fn.expand('%:t') == 'cafe.py'")
    assert await nvim.lua("return vim.fn.line('.')") == 15


async def test_checkhealth_says_what_is_used(nvim: Neovim):
    await nvim.command("Ripwire grep needle 4")
    await nvim.wait("vim.g.ended == 1")
    await nvim.command("checkhealth ripwire")
    text = await nvim.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
    assert "Neovim 0.11" in text
    assert "a daemon listens at" in text
    assert "picker: select" in text
    assert "ERROR" not in text


async def test_help_file_has_its_tags(nvim: Neovim, tmp_path: Path):
    copied = tmp_path / "doc"
    copied.mkdir()
    (copied / "ripwire.txt").write_bytes((neovim.PLUGIN / "doc" / "ripwire.txt").read_bytes())
    await nvim.command(f"helptags {copied}")
    tags = (copied / "tags").read_text("utf-8")
    assert ":Ripwire\t" in tags
    assert "ripwire.grep()\t" in tags


async def test_a_folder_that_is_no_project_is_a_folder_all_the_same(place: Home, tmp_path: Path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.txt").write_text("a needle\n")
    async with neovim.running(place.environment, folder) as nvim:
        await nvim.command("autocmd User RipwireDone let g:ended = get(g:, 'ended', 0) + 1")
        await nvim.command("edit one.txt")
        await nvim.command("Ripwire grep needle")
        await nvim.wait("vim.g.ended == 1")
        assert "1 line. Complete" in await nvim.title()
