"""A kept list is rg's own list, at once after every kind of change."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from ripwire.config import Settings
from ripwire.services.backend import Backend


@pytest.fixture
async def backend():
    backend = Backend.create(Settings())
    yield backend
    await backend.close()


def rg_lists(rg: Path, root: Path) -> list[bytes]:
    argv = [rg, "--no-config", "--files", "-0", "--no-require-git", "--", "."]
    out = subprocess.run(argv, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout
    return sorted(path[2:] for path in out.split(b"\0")[:-1])


def write(root: Path, number: int, rnd: random.Random) -> None:  # noqa: C901 - one case for each kind
    """One change of one of ten kinds, somewhere."""
    folders = [path for path in root.rglob("*") if path.is_dir() and not path.is_symlink()] or [root]
    files = [path for path in root.rglob("*") if path.is_file()] or [root]
    there = rnd.choice(folders)
    match rnd.randrange(10):
        case 0:
            (there / f"new{number}.txt").write_text("x")
        case 1:
            (there / f"nd{number}/x/y").mkdir(parents=True)
            (there / f"nd{number}/x/y/z.txt").write_text("q")
        case 2:
            rnd.choice(files).unlink()
        case 3:
            shutil.rmtree(there)
        case 4:
            there.rename(root / f"moved{number}")
        case 5:
            (there / ".gitignore").write_text(rnd.choice(["*.txt\n", "nd*\n", "*.py\n", "!nd*\n"]))
        case 6:
            (there / f"empty{number}/a/b").mkdir(parents=True)
        case 7:
            (root / f"w{number}.tmp").write_text("x")
            (root / f"w{number}.tmp").rename(there / f"w{number}.c")
        case 8:
            (there / f".hidden{number}").mkdir()
            (there / f".hidden{number}/k").write_text("")
        case 9:
            (there / f"link{number}").symlink_to(rnd.choice(files))


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_list_is_right_at_once_after_each_change(backend, tmp_path, seed):
    root = tmp_path / "tree"
    shutil.copytree(Path(os.__file__).parent / "json", root / "json")
    shutil.copytree(Path(os.__file__).parent / "asyncio", root / "asyncio")
    rg = (await backend.resolver.resolve()).path
    rnd = random.Random(seed)
    for number in range(40):
        listed = await backend.file_lists.fresh(root, 20)
        assert listed.paths == rg_lists(rg, root), f"after {number} changes"
        try:
            write(root, number, rnd)
        except OSError:
            continue  # a folder that an earlier change has removed


async def test_an_unchanged_list_is_not_made_again(backend, tmp_path):
    (tmp_path / "a.txt").write_text("")
    first = await backend.file_lists.fresh(tmp_path, 20)
    generation = first.generation
    (tmp_path / "a.txt").write_text("new content is no new file")
    assert (await backend.file_lists.fresh(tmp_path, 20)).generation == generation
