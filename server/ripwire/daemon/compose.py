"""The composition root: the one place where services, doors and settings are put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from ripwire import config, telemetry
from ripwire.config import Settings
from ripwire.protocol.features import shared_converter
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from ripwire.tools.toolbox import Toolbox
from ripwire.web.late import LateWeb


@contextlib.asynccontextmanager
async def composed(settings: Settings) -> AsyncIterator[Shared]:
    """All that sessions share; on the way out everything it started has ended."""
    cache = config.cache_folder(settings)
    backend = Backend.create(settings, long_lived=True)
    backend.warm()
    shared_converter()  # 80 ms, which the first client would wait for
    web = LateWeb(settings, cache)
    close_telemetry = _open_telemetry(settings, backend)
    try:
        async with Toolbox.opened(settings, cache) as tools:
            yield Shared(backend=backend, settings=settings, tools=tools, web=web)
    finally:
        await web.aclose()
        await backend.close()
        await asyncio.to_thread(close_telemetry)


def _open_telemetry(settings: Settings, backend: Backend) -> Callable[[], None]:
    """Attached when the user's settings ask for it; the function flushes what was not sent yet."""
    sink = telemetry.opentelemetry_sink() if settings.telemetry_open_telemetry else None
    if sink is None:
        return lambda: None
    backend.telemetry.attach(sink[0])
    return sink[1]
