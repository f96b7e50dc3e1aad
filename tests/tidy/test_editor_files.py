"""A setting, a language or an agent's configuration that changes without its editor file fails here."""

from __future__ import annotations

import pytest

from tests.tidy.editor_files import EDITORS, FILES


@pytest.mark.parametrize("name", FILES)
def test_the_editor_file_is_fresh(name: str) -> None:
    stored = (EDITORS / name).read_text("utf-8")
    assert stored == FILES[name](), "stale: run `python -m tests.tidy.editor_files`"
