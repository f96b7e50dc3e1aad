from __future__ import annotations

import pytest

from ripwire.web.addresses import Guard
from ripwire.web.fetch import Fetcher
from ripwire.web.transport import Transport
from tests.support.http import site


@pytest.fixture
async def web():
    async with site() as served:
        yield served


@pytest.fixture
async def transports():
    """Makes transports, and closes them."""
    made = []

    def make(*allowed: str, resolver=None) -> Transport:
        guard = Guard(allowed, resolver) if resolver else Guard(allowed)
        made.append(Transport(guard))
        return made[-1]

    yield make
    for one in made:
        await one.aclose()


@pytest.fixture
def fetcher(web, transports, tmp_path):
    """Allowed to fetch from the local site, and from nowhere else inside."""
    guard = Guard([web.host])
    return Fetcher(guard, transports(web.host), tmp_path / "web")
