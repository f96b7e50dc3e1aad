"""A bounded sample of the long differential run."""

import asyncio
import random

import pytest

from ripwire.config import Settings
from ripwire.services.backend import Backend
from tests.support.index_trial import Trial


def opened(tmp_path) -> Backend:
    settings = Settings(cache_folder=str(tmp_path / "cache"), index_least_files=10)
    return Backend.create(settings, long_lived=True)


async def ready(backend: Backend, root) -> None:
    backend.index.consider(root, 1 << 30)
    async with asyncio.timeout(60):
        while backend.index.states()[str(root)] in ("new", "building"):
            await asyncio.sleep(0.02)
    assert backend.index.states()[str(root)] == "ready"


@pytest.mark.parametrize("seed", [1, 2])
async def test_answers_are_rgs_at_once_after_each_edit(tmp_path, seed):
    root = tmp_path / "tree"
    root.mkdir()
    backend = opened(tmp_path)
    await backend.resolver.resolve()
    trial = Trial(root, backend, random.Random(seed))
    trial.plant()
    await ready(backend, root)
    for _ in range(40):
        trial.edit()
        await trial.check()
    await backend.close()
    assert trial.used > 10
    assert trial.narrowed > 3


async def test_an_edit_made_while_the_daemon_was_stopped_is_seen(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    rnd = random.Random(3)
    for session in range(3):
        backend = opened(tmp_path)
        await backend.resolver.resolve()
        trial = Trial(root, backend, rnd, number=session * 100)
        if session == 0:
            trial.plant()
        await ready(backend, root)
        for _ in range(5):
            await trial.check()
        await backend.close()
        for _ in range(5):
            trial.edit()
