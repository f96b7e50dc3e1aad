"""The engine with the real rg, for one test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.searching import Searching, searching


@pytest.fixture
async def rg() -> AsyncIterator[Searching]:
    async with searching() as ready:
        yield ready
