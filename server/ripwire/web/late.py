"""The web's services, made when they are first asked for: their libraries are an extra and take time.

Knows no library; without the extra it says how to get it.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from ripwire.config import Settings
from ripwire.errors import Failure, Kind

if TYPE_CHECKING:
    from ripwire.web.web import Web


class LateWeb:
    def __init__(self, settings: Settings, cache: Path) -> None:
        self._settings = settings
        self._cache = cache
        self._stack = contextlib.AsyncExitStack()
        self._made: Web | None = None
        self._making = asyncio.Lock()

    async def get(self) -> Web:
        """The services.  `Failure` where the extra is not installed."""
        async with self._making:
            if self._made is None:
                try:
                    # An extra, and some 300 ms to import: off the loop, when somebody wants it.
                    module = await asyncio.to_thread(importlib.import_module, "ripwire.web.web")
                except ImportError as exc:
                    message = "Web fetch and search are not installed"
                    detail = f"They need the extra: pip install 'ripwire[web]' ({exc})"
                    raise Failure(Kind.NOT_CONFIGURED, message, detail=detail) from exc
                services = module.opened(self._settings, self._cache)
                made: Web = await self._stack.enter_async_context(services)
                self._made = made
            return self._made

    def leave(self, client: str) -> None:
        """A session ended."""
        if self._made is not None:
            self._made.searcher.leave(client)

    def forget(self) -> None:
        if self._made is not None:
            self._made.fetcher.forget()

    async def aclose(self) -> None:
        await self._stack.aclose()
