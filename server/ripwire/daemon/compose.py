"""The composition root: the one place where services, doors and settings are put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from ripwire.config import Settings
from ripwire.protocol.shared import Shared


@contextlib.asynccontextmanager
async def composed(settings: Settings) -> AsyncIterator[Shared]:
    """All that sessions share; on the way out everything it started has ended."""
    yield Shared(backend=None, settings=settings)
