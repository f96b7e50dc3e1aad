from __future__ import annotations

import contextlib

import pytest

from tests.support.daemon import home


@pytest.fixture(params=["standalone", "daemon"])
async def place(request):
    """The command line on both of its ways: in-process, and with a daemon that runs."""
    async with home() as place, contextlib.AsyncExitStack() as stack:
        if request.param == "daemon":
            await stack.enter_async_context(place.daemon())
        yield place


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.txt").write_text("one needle\nnothing\nNeedle two needle\n")
    (tmp_path / "sub" / "b.py").write_text("# needle\n")
    (tmp_path / ".hidden").write_text("needle\n")
    (tmp_path / ".gitignore").write_text("ignored.txt\n")
    (tmp_path / "ignored.txt").write_text("needle\n")
    return tmp_path
