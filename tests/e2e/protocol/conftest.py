"""A strict LSP client over real processes, with the capabilities that real editors sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES

from tests.support.daemon import COMMAND, home


def keep_progress(client: LanguageClient, params: Any) -> None:
    """pytest-lsp's own handler takes every progress for work-done progress and fails on partial results."""
    client.progress_reports.setdefault(params.token, []).append(params)


def keep_registrations(client: LanguageClient, params: lsp.RegistrationParams) -> None:
    """Editors that say that they register must do so."""
    client.registrations.extend(params.registrations)


def make_client() -> LanguageClient:
    client = LanguageClient(converter_factory=default_converter)
    client.registrations = []
    ours = {lsp.PROGRESS: keep_progress, lsp.CLIENT_REGISTER_CAPABILITY: keep_registrations}
    for method, handler in {**DEFAULT_CLIENT_FEATURES, **ours}.items():
        client.feature(method)(handler)
    return client


@pytest.fixture(params=["standalone", "pump"])
async def editor(request: pytest.FixtureRequest) -> AsyncIterator[LanguageClient]:
    """An editor's client, not yet through initialize; its server is a process of its own."""
    async with home() as place:
        arguments = ["--stdio", "--standalone"] if request.param == "standalone" else ["--stdio"]
        config = ClientServerConfig(
            [*COMMAND, *arguments], client_factory=make_client, server_env=place.environment
        )
        client = await config.start()
        yield client
        if client._server is not None and client._server.returncode is None:
            client._server.kill()  # a test that failed half-way; `stop` waits for the server to end
        await client.stop()
