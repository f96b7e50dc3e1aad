from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from ripwire.protocol.shared import Shared
from tests.support.client import RawClient
from tests.support.serving import Served, served


@pytest.fixture
async def door() -> AsyncIterator[Served]:
    """Sessions over a socket, with no backend: for what needs no search."""
    async with served(Shared(backend=None)) as serving:
        yield serving


@pytest.fixture
async def client(door: Served) -> AsyncIterator[RawClient]:
    """A client that has been through initialize."""
    async with door.connect() as client:
        await client.initialize()
        yield client
