"""The newest files are those that a fresh look at every file says, at once after each edit."""

import asyncio
import os
import random
import subprocess

import pytest

from ripwire.config import Settings
from ripwire.rg.query import Filter
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.glob import GlobQuery, glob
from tests.support.index_trial import Trial

PATTERNS = {"**/*": [], "*.py": ["-tpy"], "pkg1/**": ["./pkg1"], ".named/**": ["./.named"]}
"""And what bare rg is told for each."""


@pytest.fixture
async def trial(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    settings = Settings(cache_folder=str(tmp_path / "cache"), index_enabled=False)
    backend = Backend.create(settings, long_lived=True)
    await backend.resolver.resolve()
    trial = Trial(root, backend, random.Random(4))
    trial.plant()
    yield trial
    await backend.close()


def newest(trial: Trial, pattern: str) -> list[tuple[int, bytes]]:
    rg = trial.backend.resolver._current[1].path
    argv = [rg, "--no-config", "--files", "-0", "--no-require-git", *PATTERNS[pattern]]
    where = [] if argv[-1].startswith("./") else ["--", "./"]
    out = subprocess.run(
        [*argv, *where], cwd=trial.root, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    paths = [path[2:] for path in out.stdout.split(b"\0")[:-1]]
    return sorted((-os.stat(os.path.join(os.fsencode(trial.root), path)).st_mtime_ns, path) for path in paths)


async def found(trial: Trial, pattern: str, limit: int, offset: int = 0) -> list[tuple[int, bytes]]:
    query = GlobQuery(pattern=pattern, head_limit=limit, offset=offset)
    answer = await glob(trial.backend, Caller(client="times", roots=(trial.root,)), query)
    assert answer.total == len(newest(trial, pattern))
    return [(-entry.mtime_ns, entry.path) for entry in answer.entries]


async def warm(trial: Trial) -> None:
    trial.backend.times.consider(trial.root, Filter(include=("**/*",)))
    await asyncio.wait({trial.backend.times._roots[trial.root].warming})


def touched(trial: Trial) -> None:
    os.utime(trial._file(), ns=(0, trial.rnd.randrange(10**18)))


@pytest.mark.parametrize("times", [1, 3])
async def test_a_walk_keeps_the_page_of_a_tree_with_few_different_times(trial, times):
    """As an unpacked archive has: what ties with the last entry of the page comes in the order of paths."""
    for number in range(3500):
        file = trial.root / f"many{number % 7}" / f"f{number}.py"
        file.parent.mkdir(exist_ok=True)
        file.touch()
        os.utime(file, ns=(0, 10**18 + number % times))
    for limit, offset in ((10, 0), (700, 2), (0, 0)):
        expected = newest(trial, "**/*")
        page = expected[offset : offset + limit] if limit else expected[offset:]
        trial.backend.times.clear()
        assert await found(trial, "**/*", limit, offset) == page


@pytest.mark.parametrize("kept", [False, True])
async def test_a_name_that_no_file_can_have_is_no_error(trial, kept):
    if kept:
        await warm(trial)
    query = GlobQuery(pattern="a" * 5000)
    answer = await glob(trial.backend, Caller(client="times", roots=(trial.root,)), query)
    assert answer.total == 0


async def test_the_newest_are_right_at_once_after_each_edit(trial):
    await warm(trial)
    for _ in range(80):
        for _ in range(trial.rnd.randrange(4)):
            trial.edit() if trial.rnd.random() < 0.7 else touched(trial)
        pattern, limit = trial.rnd.choice(list(PATTERNS)), trial.rnd.choice([0, 1, 7, 100])
        offset = trial.rnd.choice([0, 0, 3])
        expected = newest(trial, pattern)
        page = expected[offset : offset + limit] if limit else expected[offset:]
        assert await found(trial, pattern, limit, offset) == page, (trial.kind, pattern, limit, offset)


async def test_a_write_through_a_name_outside_of_the_root_is_seen(trial):
    await warm(trial)
    path = trial.root.parent / "outside_name"
    for number in range(3):
        os.utime(path, ns=(0, 2 * 10**18 + number))
        assert (await found(trial, "**/*", 1))[0] == (-(2 * 10**18) - number, b"two.txt")


async def test_a_file_that_has_got_a_second_name_is_looked_at_each_time(trial):
    await warm(trial)
    (trial.root / "three.txt").write_text("x")
    await found(trial, "**/*", 1)
    os.link(trial.root / "three.txt", trial.root / ".hidden_name")
    os.link(trial.root / "three.txt", trial.root / "shown_name")
    await found(trial, "**/*", 1)
    os.utime(trial.root / ".hidden_name", ns=(0, 2 * 10**18))
    names = {path for _, path in await found(trial, "**/*", 2)}
    assert names == {b"three.txt", b"shown_name"}


async def test_the_second_answer_needs_no_walk(trial, monkeypatch):
    first = await found(trial, "**/*", 5)
    await asyncio.wait({trial.backend.times._roots[trial.root].warming})
    monkeypatch.setattr(type(trial.backend.engine), "list_files", None)
    assert await found(trial, "**/*", 5) == first
