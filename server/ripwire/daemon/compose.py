"""The composition root: the one place where services, doors and settings are put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from ripwire.config import Settings
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend


@contextlib.asynccontextmanager
async def composed(settings: Settings) -> AsyncIterator[Shared]:
    """All that sessions share; on the way out everything it started has ended."""
    backend = Backend.create(settings, long_lived=True)
    try:
        yield Shared(backend=backend, settings=settings)
    finally:
        await backend.close()
