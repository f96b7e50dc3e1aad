"""Runs the case files beside it.  `pytest tests/cases --update` writes the answers anew: read the diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripwire.config import Settings
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from tests.support.cases import Case
from tests.support.serving import served

FILES = sorted(Path(__file__).parent.rglob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_case(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    case, root = Case.read(path), tmp_path / "root"
    root.mkdir()
    case.plant(root)
    backend = Backend.create(Settings())
    async with served(Shared(backend=backend)) as serving, serving.connect() as client:
        await client.initialize(root)
        played = await case.play(client, root)
    await backend.close()
    if request.config.getoption("--update"):
        for block, found in played:
            block.text = found
        case.write()
        return
    for block, found in played:
        assert found == block.text
