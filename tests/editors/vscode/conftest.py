"""One VS Code server and browser for all tests of a module: each test opens a window of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.daemon import Home, home
from tests.support.editors import vscode, workspace
from tests.support.editors.slow_rg import SlowRg
from tests.support.leftovers import Leftovers


@pytest.fixture(autouse=True)
def nothing_is_left() -> None:
    """The editor outlives a test on purpose; `nothing_is_left_of_the_module` proves the same at its end."""


@pytest.fixture(autouse=True)
def no_task_is_left() -> None:
    """The browser's connection is a task of the module's loop."""


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_of_the_module() -> Iterator[None]:
    before = Leftovers.now()
    yield
    left = before.left_behind()
    assert not left, "left behind: " + "; ".join(left)


@pytest.fixture(scope="session")
def vsix() -> Path:
    return vscode.package()


@pytest.fixture(scope="module")
def rg(tmp_path_factory: pytest.TempPathFactory) -> SlowRg:
    return SlowRg.under(tmp_path_factory.mktemp("slow") / "bin")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def place(rg: SlowRg) -> AsyncIterator[Home]:
    """Where the daemon of this module's windows lives."""
    async with home(RIPWIRE_RG_SOURCE=str(rg.path)) as place:
        yield place


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return workspace.project(tmp_path_factory.mktemp("vscode"))
