from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from ripwire.config import Settings
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from tests.support.client import RawClient
from tests.support.serving import Served, served


@pytest.fixture
async def door() -> AsyncIterator[Served]:
    """Sessions over a socket, on a backend with real rg."""
    backend = Backend.create(Settings())
    async with served(Shared(backend=backend)) as serving:
        yield serving
    await backend.close()


@pytest.fixture
async def client(door: Served) -> AsyncIterator[RawClient]:
    """A client that has been through initialize."""
    async with door.connect() as client:
        await client.initialize()
        yield client
