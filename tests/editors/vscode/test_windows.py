"""VS Code 1.139 with the packaged extension, as a person uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.daemon import Home
from tests.support.editors import vscode
from tests.support.editors.vscode import Code

pytestmark = [pytest.mark.editor, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def code(place: Home, vsix: Path) -> AsyncIterator[Code]:
    async with vscode.running(vscode.NEW, place.environment, vsix=vsix) as code:
        yield code


async def test_two_windows_share_one_daemon(code: Code, place: Home, project: Path):
    async with code.window(project) as first, code.window(project) as second:
        await first.ready()
        await second.ready()
        assert len(place.processes()) == 1
