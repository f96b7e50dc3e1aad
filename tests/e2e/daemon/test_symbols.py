"""Symbols of a real daemon: its worker process, its table on disk, its next life."""

from __future__ import annotations

import asyncio
import stat
import time

from tests.support.client import PATIENCE_S
from tests.support.daemon import home

SYMBOL = "workspace/symbol"


def tree_of(folder):
    for number in range(30):
        (folder / f"m{number}.py").write_text(
            f"class Thing{number}:\n    def act_{number}(self):\n        pass\n"
        )
    return folder


async def table_in(place):
    """The table, once the daemon's worker has written it."""
    folder = place.folder / "cache" / "ripwire" / "symbols"
    deadline = time.monotonic() + PATIENCE_S
    while not (found := list(folder.glob("*.symbols"))):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    return found[0]


async def test_the_first_query_is_answered_at_once_and_a_table_is_built_behind_it(tmp_path):
    tree = tree_of(tmp_path)
    async with home() as place:
        async with place.daemon(), place.socket() as client:
            await client.initialize(tree)
            found = await client.request(SYMBOL, {"query": "Thing7"})
            assert found[0]["name"] == "Thing7"
            table = await table_in(place)
            assert stat.S_IMODE(table.stat().st_mode) == 0o600
            found = await client.request(SYMBOL, {"query": "t"})
            assert len(found) >= 30
        (tree / "later.py").write_text("class ThingOfLater:\n    pass\n")
        async with place.daemon(), place.socket() as client:
            await client.initialize(tree)
            found = await client.request(SYMBOL, {"query": "ThingOfLater"})
            assert [one["name"] for one in found] == ["ThingOfLater"]


async def test_a_daemon_that_ends_while_it_builds_leaves_nothing(tmp_path):
    tree = tree_of(tmp_path)
    async with home() as place:
        async with place.daemon(), place.socket() as client:
            await client.initialize(tree)
            await client.request(SYMBOL, {"query": "Thing"})
        assert not list((place.folder / "cache").rglob(".job-*"))
