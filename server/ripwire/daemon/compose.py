"""The composition root: the one place where services, doors and settings are put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from ripwire import config
from ripwire.config import Settings
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from ripwire.tools.toolbox import Toolbox
from ripwire.web.late import LateWeb


@contextlib.asynccontextmanager
async def composed(settings: Settings) -> AsyncIterator[Shared]:
    """All that sessions share; on the way out everything it started has ended."""
    cache = config.cache_folder(settings)
    backend = Backend.create(settings, long_lived=True)
    web = LateWeb(settings, cache)
    try:
        async with Toolbox.opened(settings, cache) as tools:
            yield Shared(backend=backend, settings=settings, tools=tools, web=web)
    finally:
        await web.aclose()
        await backend.close()
