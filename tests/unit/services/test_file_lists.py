"""A kept list is rg's own list, at once after every kind of change."""

import os
import random
import shutil
import subprocess
import sys
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


async def test_a_new_hidden_folder_that_a_rule_brings_back_is_listed(backend, tmp_path):
    (tmp_path / ".gitignore").write_text("!.config/\n")
    (tmp_path / "a.txt").write_text("")
    rg = (await backend.resolver.resolve()).path
    assert (await backend.file_lists.fresh(tmp_path, 20)).paths == [b"a.txt"]
    for folder in (".config", ".other", ".config/deep"):
        (tmp_path / folder).mkdir()
        await backend.file_lists.fresh(tmp_path, 20)
        (tmp_path / folder / "later.txt").write_text("")
        assert (await backend.file_lists.fresh(tmp_path, 20)).paths == rg_lists(rg, tmp_path)
    assert b".config/deep/later.txt" in (await backend.file_lists.fresh(tmp_path, 20)).paths


MOUNTING = """
import asyncio, subprocess, sys
from pathlib import Path
from ripwire.config import Settings
from ripwire.services.backend import Backend

async def main(root):
    backend = Backend.create(Settings())
    before = (await backend.file_lists.fresh(root, 20)).paths
    outside = root.parent / "outside"
    subprocess.run(["mount", "--bind", outside, root / "place"], check=True)
    after = (await backend.file_lists.fresh(root, 20)).paths
    (outside / "late.txt").write_text("")
    later = (await backend.file_lists.fresh(root, 20)).paths
    print(*(b" ".join(paths).decode() for paths in (before, after, later)), sep="|")
    await backend.close()

asyncio.run(main(Path(sys.argv[1])))
"""


def test_what_is_mounted_over_a_watched_folder_is_seen(tmp_path):
    if not (os.geteuid() == 0 and shutil.which("unshare")):
        pytest.skip("needs root, to mount in a namespace of its own")
    for file in ("tree/a.txt", "tree/place/old.txt", "outside/new.txt"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")
    script = ["unshare", "-m", sys.executable, "-c", MOUNTING, tmp_path / "tree"]
    done = subprocess.run(script, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.stdout.strip().split("|") == [
        "a.txt place/old.txt",
        "a.txt place/new.txt",
        "a.txt place/late.txt place/new.txt",
    ], done.stderr
