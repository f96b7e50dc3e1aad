"""A window of VS Code, in the words of the one who sits before it: boxes, rows, tabs, the status bar."""

from __future__ import annotations

import re

import attrs
from playwright.async_api import FloatRect, Locator, Page, expect

from tests.support.editors import installed

PATIENCE_MS = 90_000
"""This machine may be busy with other things; a wait ends as soon as its condition holds."""
WIDTH, PICTURE_HEIGHT = 1200, 420
DRAWN_MS = 1500
"""The preview follows the list; a picture without it would show half of what a person sees."""


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
        await expect(self.box).to_be_hidden()

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
        await self.box.locator(".monaco-list-row.focused").filter(has_text=name).wait_for()
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
