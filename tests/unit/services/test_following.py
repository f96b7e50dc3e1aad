"""Every follower of a root is told of every change, once, and of nothing else."""

import asyncio
import os

import pytest

from ripwire.config import Settings
from ripwire.services import file_lists
from ripwire.services.backend import Backend
from ripwire.services.following import Follower
from ripwire.services.watch import changes


@pytest.fixture
async def backend():
    backend = Backend.create(Settings())
    await backend.resolver.resolve()
    yield backend
    await backend.close()


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "tree"
    for name in ("a/one.txt", "a/two.txt", "b/one.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


KNOWN = {b"a/one.txt", b"a/two.txt", b"b/one.txt"}


async def told(follower: Follower) -> set[bytes]:
    return (await follower.news(20)).among(KNOWN)


async def test_the_first_news_is_everything_and_the_next_nothing(backend, root):
    follower = Follower(backend.file_lists, root)
    first = await follower.news(20)
    assert first.everything
    assert first.paths == sorted(KNOWN)
    second = await follower.news(20)
    assert not second.everything
    assert second.among(KNOWN) == set()
    assert second.generation == first.generation


async def test_two_followers_do_not_take_news_from_each_other(backend, root):
    one, other = Follower(backend.file_lists, root), Follower(backend.file_lists, root)
    await told(one)
    await told(other)
    (root / "a/one.txt").write_text("new")
    os.utime(root / "b/one.txt")
    assert await told(one) == await told(other) == {b"a/one.txt", b"b/one.txt"}
    assert await told(one) == await told(other) == set()


async def test_a_folder_that_takes_anothers_place_changes_what_lies_in_it(backend, root):
    follower = Follower(backend.file_lists, root)
    await told(follower)
    (root / "a").rename(root / "c")
    (root / "b").rename(root / "a")
    (root / "c").rename(root / "b")
    assert await told(follower) == KNOWN


async def test_lost_events_mean_everything(backend, root, monkeypatch):
    follower = Follower(backend.file_lists, root)
    await told(follower)
    monkeypatch.setattr(changes, "MOST", 1)
    (root / "a/one.txt").write_text("new")
    (root / "a/two.txt").write_text("new")
    assert (await follower.news(20)).everything


async def test_another_folder_under_the_roots_name_is_everything(backend, root, tmp_path):
    follower = Follower(backend.file_lists, root)
    await told(follower)
    root.rename(tmp_path / "old")
    root.mkdir()
    (root / "other.txt").write_text("")
    news = await follower.news(20)
    assert news.everything
    assert news.paths == [b"other.txt"]


async def test_a_link_that_leads_elsewhere_is_everything(backend, root, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(root)
    follower = Follower(backend.file_lists, link)
    await told(follower)
    link.unlink()
    link.symlink_to(root / "a")
    news = await follower.news(20)
    assert news.everything
    assert news.paths == [b"one.txt", b"two.txt"]


async def test_a_list_that_was_let_go_is_everything(backend, root, tmp_path, monkeypatch):
    monkeypatch.setattr(file_lists, "ROOTS", 1)
    follower = Follower(backend.file_lists, root)
    await told(follower)
    await backend.file_lists.fresh(tmp_path, 20)
    (root / "a/one.txt").write_text("unseen")
    assert (await follower.news(20)).everything


@pytest.mark.parametrize("turns", range(12))
async def test_a_follower_that_is_ended_in_the_middle_misses_nothing(backend, root, turns):
    follower = Follower(backend.file_lists, root)
    if turns % 2:
        await told(follower)
    (root / "new").mkdir()
    (root / "new/file.txt").write_text("")
    task = asyncio.create_task(follower.news(20))
    for _ in range(turns * 3):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert b"new/file.txt" in (await follower.news(20)).paths


async def test_rules_outside_of_the_root_are_noticed(backend, root, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    follower = Follower(backend.file_lists, root)
    await told(follower)
    (tmp_path / "config/git").mkdir(parents=True)
    (tmp_path / "config/git/ignore").write_text("two.txt\n")
    assert (await follower.news(20)).paths == [b"a/one.txt", b"b/one.txt"]
    (tmp_path / ".ignore").write_text("b/\n")
    assert (await follower.news(20)).paths == [b"a/one.txt"]
