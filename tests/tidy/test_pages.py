"""A change of the protocol or of a setting without its page fails here."""

from __future__ import annotations

import pytest

from ripwire.protocol.features import COMMANDS, FEATURES
from tests.tidy.pages import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_fresh(name: str) -> None:
    stored = (DOCS / name).read_text("utf-8")
    assert stored == PAGES[name](), "stale: run `python -m tests.tidy.pages`"


def test_every_method_and_command_of_ours_is_on_the_page() -> None:
    page = PAGES["protocol.md"]()
    for name in [*FEATURES, *COMMANDS]:
        assert name in page or not name.startswith("ripwire")
