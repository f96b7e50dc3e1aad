"""Vim with ALE, configured by the file that we ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.daemon import home
from tests.support.editors import batch, installed, workspace

pytestmark = pytest.mark.editor
ALE = Path("/usr/share/vim-ale")


async def test_symbols_definition_and_references(tmp_path: Path):
    if not ALE.exists():
        installed.missing(str(ALE))
    project = workspace.project(tmp_path)
    async with home() as place:
        answers = await batch.vim(Path(__file__).with_name("ale.vim"), project, place.environment, tmp_path)
    assert "cafe.py:15" in answers["symbols"]
    assert {"menu.py:1", "menu.py:7"} <= set(answers["references"])
    assert answers["definition"] == ["cafe.py:15"]
