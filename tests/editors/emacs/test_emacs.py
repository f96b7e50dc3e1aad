"""Emacs with eglot and with lsp-mode, configured by the files that we ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.daemon import home
from tests.support.editors import batch, workspace

pytestmark = pytest.mark.editor
HERE = Path(__file__).parent


@pytest.mark.parametrize("client", ["eglot", "lsp-mode"])
async def test_symbols_definition_and_references(client: str, tmp_path: Path):
    project = workspace.project(tmp_path)
    async with home() as place:
        answers = await batch.emacs(HERE / f"{client}.el", project, place.environment, tmp_path)
    assert answers["server"] == "ripwire"
    assert any("brew_coffee" in symbol for symbol in answers["symbols"])
    assert answers["definition"] == ["cafe.py:15"]
    assert {"menu.py:1", "menu.py:7"} <= set(answers["references"])


async def test_eglot_takes_ours_where_a_mode_has_no_other_server(tmp_path: Path):
    project = workspace.project(tmp_path)
    async with home() as place:
        answers = await batch.emacs(HERE / "eglot.el", project, place.environment, tmp_path)
    assert answers["text-mode"] == ["ripwire", "--stdio"]
