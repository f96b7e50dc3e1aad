"""How a table keeps up with the disk: by the root's watcher, by a client's, or by looking."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from pathlib import Path

import pytest

from ripwire.config import Settings
from ripwire.services import file_lists
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.symbols import marks, upkeep
from ripwire.services.symbols.marks import Marks
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols

PATIENCE_S = 60
UNREACHED_S = 1e6


@pytest.fixture
def root(tmp_path):
    tree = tmp_path / "tree"
    for folder in ("a", "b"):
        (tree / folder).mkdir(parents=True)
        for number in range(4):
            (tree / folder / f"m{number}.py").write_text(f"def {folder}_{number}(): pass\n")
    (tree / ".gitignore").write_text("ignored/\n")
    return tree


@pytest.fixture
async def backend(tmp_path):
    settings = Settings(symbols_cache=str(tmp_path / "cache"), index_enabled=False)
    backend = Backend.create(settings, long_lived=True)
    yield backend
    await backend.close()


@pytest.fixture(params=["watched", "told by the client"])
async def told(request, backend, root, monkeypatch):
    """Waits until the table stands; gives what an editor would say of changed files, if it is needed."""
    if request.param != "watched":
        monkeypatch.setattr(file_lists, "events_are_reliable", lambda _: False)
        monkeypatch.setattr(upkeep, "CHECK_EVERY_S", UNREACHED_S)
        monkeypatch.setattr(file_lists, "WALK_AGAIN_S", 0.0)
    await table(backend, root)

    def tell(*paths):
        if request.param != "watched":
            backend.files_changed(list(paths))

    return tell


async def table(backend, root):
    deadline = time.monotonic() + PATIENCE_S
    while not (tree := await backend.symbols.upkeep.tree(root, within_s=5)).ready:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)
    await backend.symbols.upkeep.tree(root, within_s=5)
    return tree


async def names(backend, root, text):
    caller = Caller(client="a", roots=(root,))
    tree = await backend.symbols.upkeep.tree(root, within_s=5)  # however slow the machine
    answer = await workspace_symbols(backend, caller, WorkspaceQuery(text=text))
    assert tree.ready
    return [hit.name for hit in answer.hits if hit.name.startswith(text)]


async def test_new_changed_and_deleted_files_are_seen_by_the_next_request(backend, root, told):
    (root / "a/new.py").write_text("def brand_new(): pass\n")
    (root / "a/m1.py").write_text("def renamed(): pass\n")
    (root / "a/m2.py").unlink()
    told(root / "a/new.py", root / "a/m1.py", root / "a/m2.py")
    assert await names(backend, root, "brand_new") == ["brand_new"]
    assert await names(backend, root, "renamed") == ["renamed"]
    assert await names(backend, root, "a_") == ["a_0", "a_3"]


async def test_a_folder_comes_and_goes(backend, root, told):
    shutil.copytree(root / "a", root / "c")
    shutil.rmtree(root / "b")
    told(root / "c", root / "b")
    assert await names(backend, root, "b_") == []
    assert await names(backend, root, "a_0") == ["a_0", "a_0"]


async def test_ignored_and_hidden_files_stay_out(backend, root, told):
    for folder in ("ignored", ".hidden"):
        (root / folder).mkdir()
        (root / folder / "x.py").write_text("def a_hidden_one(): pass\n")
        told(root / folder / "x.py")
    assert await names(backend, root, "a_hidden_one") == []


async def test_new_rules_hide_files_and_bring_them_back(backend, root, told):
    (root / ".gitignore").write_text("a/\n")
    told(root / ".gitignore")
    assert await names(backend, root, "a_0") == []
    (root / ".gitignore").write_text("")
    told(root / ".gitignore")
    assert await names(backend, root, "a_0") == ["a_0"]


async def test_an_idle_watched_tree_is_not_looked_at(backend, root, monkeypatch):
    await table(backend, root)

    def refuse(*_):
        raise AssertionError("files were looked at")

    monkeypatch.setattr(upkeep.catching_up, "differences", refuse)
    monkeypatch.setattr(upkeep, "CHECK_EVERY_S", 0.0)
    assert await names(backend, root, "a_0") == ["a_0"]


async def test_a_client_s_events_are_looked_at_without_a_request(backend, root, monkeypatch):
    monkeypatch.setattr(file_lists, "events_are_reliable", lambda _: False)
    tree = await table(backend, root)
    (root / "a/new.py").write_text("def brand_new(): pass\n")
    backend.files_changed([root / "a/new.py"])
    deadline = time.monotonic() + PATIENCE_S
    while tree.key(b"a/new.py") is None:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def test_many_changes_are_the_workers_and_no_answer_is_stale_meanwhile(backend, root, monkeypatch):
    monkeypatch.setattr(upkeep, "FEW", 2)
    await table(backend, root)
    for number in range(6):
        (root / f"b/n{number}.py").write_text(f"def many_{number}(): pass\n")
    caller = Caller(client="a", roots=(root,))
    answer = await workspace_symbols(backend, caller, WorkspaceQuery(text="many_"))
    assert sorted(hit.name for hit in answer.hits) == [f"many_{number}" for number in range(6)]
    tree = await table(backend, root)
    assert not tree.changed
    assert tree.store.number(b"b/n5.py") is not None


async def test_what_changes_while_a_table_is_made_is_not_lost(backend, root, monkeypatch):
    tree = await table(backend, root)
    kept = backend.symbols.upkeep._trees[root]
    built = upkeep.Workshop.built

    async def slowly(self, root, listed):
        store = await built(self, root, listed)
        (root / "a/m0.py").write_text("def written_late(): pass\n")
        (root / "a/m3.py").unlink()
        assert await names(backend, root, "written_late") == ["written_late"]
        return store

    monkeypatch.setattr(upkeep.Workshop, "built", slowly)
    backend.symbols.upkeep._build_behind(kept)
    await kept.build
    assert await names(backend, root, "written_late") == ["written_late"]
    assert await names(backend, root, "a_") == ["a_1", "a_2"]
    assert tree is kept.tree


def test_a_flood_of_events_is_one_look_at_all(monkeypatch):
    monkeypatch.setattr(marks, "MANY", 3)
    told = Marks(Path("/x"))
    for number in range(5):
        told.add(Path(f"{number}.py"))
    assert told.many
    assert len(told._paths) <= 3


def test_names_that_are_no_text_can_be_told():
    told = Marks(Path("/x"))
    told.add(Path(os.fsdecode(b"\xff.py")))
    assert told.take() == {b"\xff.py"}
