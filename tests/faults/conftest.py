"""Doors of one test: a backend over a chosen rg, and a client on the wire."""

import contextlib

import pytest

from tests.support.faults import LONG_MS, backend, on_the_wire


@pytest.fixture
async def door(tmp_path):
    """`await door(rg, root)` gives a client; every backend ends with the test."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_door(rg, root, timeout_ms=LONG_MS):
            ready = await stack.enter_async_context(backend(rg, timeout_ms))
            return await stack.enter_async_context(on_the_wire(ready, root))

        yield open_door


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A command line with no daemon to ask, and settings of its own."""
    monkeypatch.setenv("RIPWIRE_DAEMON_FOLDER", str(tmp_path / "run"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def use(rg, timeout_ms=LONG_MS):
        monkeypatch.setenv("RIPWIRE_RG_SOURCE", str(rg))
        monkeypatch.setenv("RIPWIRE_TIMEOUT_MS", str(timeout_ms))

    return use
