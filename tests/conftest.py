"""Every test ends by proving that nothing is left: no process, thread, task, socket or descriptor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.support.leftovers import Leftovers, tasks_left


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the answers of tests/cases anew")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Processes, threads and descriptors of the whole test, its fixtures included."""
    before = Leftovers.now()
    yield
    left = before.left_behind()
    assert not left, "left behind: " + "; ".join(left)


@pytest.fixture(autouse=True)
async def no_task_is_left(nothing_is_left: None) -> AsyncIterator[None]:
    """Tasks of the test's own loop, after its other fixtures have ended theirs."""
    yield
    left = tasks_left(asyncio.current_task())
    assert not left, "tasks left: " + "; ".join(left)
