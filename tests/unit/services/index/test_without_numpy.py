"""Without numpy there is no index, every search walks, and the ledger says why."""

import asyncio
import sys

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.grep import GrepQuery, grep

MODULES = ("building", "grams", "roots", "scan", "store", "table", "worker")


async def test_a_search_says_that_it_walked_and_why(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in MODULES:
        monkeypatch.delitem(sys.modules, f"ripwire.services.index.{name}", raising=False)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("needle\n")
    backend = Backend.create(Settings(index_least_files=1), long_lived=True)
    caller, query = Caller(client="bare", roots=(tmp_path,)), GrepQuery(pattern="needle", head_limit=0)
    await grep(backend, caller, query)
    async with asyncio.timeout(20):
        while backend.index._missing is None:
            await asyncio.sleep(0.01)
    answer = await grep(backend, caller, query)
    await backend.close()
    assert answer.total == 2
    assert answer.coverage.index == "bypassed(numpy is not installed)"
    assert backend.index.states() == {}
