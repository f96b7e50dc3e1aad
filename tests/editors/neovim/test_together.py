"""Two Neovims and a raw client on one daemon; whichever of them is killed, the others notice nothing."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.support.client import RawClient
from tests.support.daemon import Home, alive, home, until
from tests.support.editors import neovim, workspace
from tests.support.editors.neovim import Neovim

pytestmark = pytest.mark.editor


async def finds(nvim: Neovim, word: str) -> None:
    """A search of the plugin ends complete."""
    await nvim.lua("vim.g.ended = 0")
    await nvim.command(f"Ripwire grep {word}")
    await nvim.wait("vim.g.ended == 1")
    assert "Complete" in await nvim.title()


async def answered(client: RawClient, sessions: int) -> None:
    found = await client.request("ripwire/grep", {"pattern": "brew_coffee"})
    assert found["outcome"]["complete"]
    assert found["total"] > 0

    async def listed() -> int:
        return len((await client.request("ripwire/status"))["sessions"])

    for _ in range(200):  # a death is noticed soon, and not at once
        if await listed() == sessions:
            return
    assert await listed() == sessions


async def started(nvim: Neovim) -> int:
    """The pid of an editor that has the plugin running."""
    await nvim.command("autocmd User RipwireDone let g:ended = get(g:, 'ended', 0) + 1")
    await finds(nvim, "brew_coffee")
    pid: int = await nvim.lua("return vim.fn.getpid()")
    return pid


async def test_killing_any_of_three_clients_disturbs_none_of_the_others(tmp_path: Path) -> None:
    project = workspace.project(tmp_path)
    async with (
        home() as place,
        neovim.running(place.environment, project) as first,
        neovim.running(place.environment, project) as second,
    ):
        killed = await started(first)
        await started(second)
        daemon = place.process()
        async with place.socket() as raw:
            await raw.initialize(project)
            await answered(raw, sessions=3)
            os.kill(killed, signal.SIGKILL)
            await answered(raw, sessions=2)
            await finds(second, "brew_coffee")
            raw.writer.transport.abort()
        await finds(second, "CoffeeOrder")
        async with place.socket() as raw:
            await raw.initialize(project)
            await answered(raw, sessions=2)
        assert place.process().pid == daemon.pid
        assert _no_bug(place)
        daemon.kill()
        await until(lambda: not alive(daemon))


def _no_bug(place: Home) -> bool:
    return "Traceback" not in place.log()
