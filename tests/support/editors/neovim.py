"""Real Neovim, headless, with our plugin: told what to do in Lua while it runs, as a user's keys would."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from tests.support.daemon import PATIENCE_S, until
from tests.support.editors import installed

PLUGIN = Path(__file__).parents[3] / "editors" / "neovim"


def program() -> Path:
    return installed.needed("neovim", "bin", "nvim")


@attrs.define
class Neovim:
    socket: Path
    folder: Path
    environment: Mapping[str, str]
    calls: int = 0

    async def lua(self, code: str) -> Any:
        """What this Lua chunk returns.  The editor goes on between two calls, as it does between two keys."""
        self.calls += 1
        chunk = self.folder / f"{self.calls}.lua"
        chunk.write_text(code, "utf-8")
        expression = f"luaeval('vim.json.encode({{ dofile(_A) }})', '{chunk}')"
        said = await self._ask("--remote-expr", expression)
        values = json.loads(said)
        return values[0] if values else None

    async def command(self, line: str) -> None:
        await self.lua(f"vim.cmd({json.dumps(line)})")

    async def wait(self, expression: str) -> Any:
        """The value of a Lua expression as soon as it is true."""
        async with asyncio.timeout(PATIENCE_S):
            while not (value := await self.lua(f"return {expression}")):
                await asyncio.sleep(0.05)
        return value

    async def quickfix(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.lua("""
            return vim.tbl_map(function(item)
                local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(item.bufnr), ':t')
                return { name = name, lnum = item.lnum, col = item.col, text = item.text }
            end, vim.fn.getqflist())""")
        return found if isinstance(found, list) else []

    async def title(self) -> str:
        return str(await self.lua("return vim.fn.getqflist({ title = 0 }).title"))

    async def _ask(self, *arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            program(),
            "--clean",
            "--headless",
            "--server",
            str(self.socket),
            *arguments,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        return out.decode() or err.decode()


@contextlib.asynccontextmanager
async def running(environment: Mapping[str, str], project: Path) -> AsyncIterator[Neovim]:
    """An editor with the plugin on its path and nothing of the user's own."""
    with tempfile.TemporaryDirectory(prefix="nvim-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        told = {
            **installed.with_ripwire(environment),
            "HOME": name,
            "XDG_STATE_HOME": name,
            "XDG_DATA_HOME": name,
        }
        socket = folder / "nvim.sock"
        process = await asyncio.create_subprocess_exec(
            program(),
            "--clean",
            "--headless",
            "--listen",
            str(socket),
            "--cmd",
            f"set runtimepath^={PLUGIN} noswapfile",
            cwd=project,
            env=told,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            await until(socket.exists)
            yield Neovim(socket, folder, told)
        finally:
            if process.returncode is None:
                process.terminate()
            _, err = await process.communicate()
            assert b"Error" not in err, err.decode()
