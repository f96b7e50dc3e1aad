"""Workspace symbols over real trees, real ripgrep and the real worker process."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from ripwire.config import Settings
from ripwire.services.answers import Source
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.symbols import upkeep, workspace
from ripwire.services.symbols.workspace import WorkspaceQuery, workspace_symbols
from ripwire.services.unsaved import Document

PATIENCE_S = 60
SHAPES = """\
class Circle:
    radius = 1

    def area(self):
        return 3


def circle_of(r):
    pass
"""


@pytest.fixture
def root(tmp_path):
    tree = tmp_path / "tree"
    files = {
        "src/shapes.py": SHAPES,
        "src/notes.py": '"""\ndef circle_in_a_comment():\n"""\nx = 1\n',
        "web/app.ts": "class App {\n  circleAround(x: number) {\n    return x\n  }\n}\n",
        "ümlaut.py": "ä = 'é'; ö = 1\ndef größe(): pass\n",
        "web/wide.js": "/* é 😀 */ function später() {}\n",
        ".gitignore": "ignored/\nnode_modules/\n",
        "ignored/hidden.py": "def circle_ignored(): pass\n",
        "node_modules/x.js": "function circle_of_npm() {}\n",
        "tests/test_shapes.py": "def test_circle(): pass\n",
    }
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    return tree


@pytest.fixture
async def backend(tmp_path):
    backend = Backend.create(
        Settings(symbols_cache=str(tmp_path / "cache"), index_enabled=False), long_lived=True
    )
    yield backend
    await backend.close()


@pytest.fixture
async def tableless(tmp_path):
    backend = Backend.create(Settings(symbols_cache="off"))
    yield backend
    await backend.close()


def caller(root, client="a"):
    return Caller(client=client, roots=(root,))


async def ask(backend, root, text, **more):
    answer = await workspace_symbols(backend, caller(root), WorkspaceQuery(text=text, **more))
    return answer.hits


async def names(backend, root, text, **more):
    return [hit.name for hit in await ask(backend, root, text, **more)]


async def with_table(backend, root):
    """Wait until the table of the root is there."""
    deadline = time.monotonic() + PATIENCE_S
    while not (await backend.symbols.upkeep.tree(root, within_s=5)).ready:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)
    return await backend.symbols.upkeep.tree(root, within_s=0)


async def test_without_a_table_lines_are_found_and_confirmed(tableless, root):
    found = await ask(tableless, root, "circle")
    assert {(hit.name, hit.container) for hit in found} == {
        ("Circle", ""),
        ("circle_of", ""),
        ("circleAround", "App"),
        ("test_circle", ""),
    }
    assert found[0].name == "Circle"
    assert found[-1].name == "test_circle"


async def test_a_comment_is_no_symbol(tableless, root):
    assert await names(tableless, root, "circle_in") == []


async def test_table_and_search_say_the_same(backend, tableless, root):
    await with_table(backend, root)
    for typed in ("circle", "Circle.area", "app/circle", "cAr", "cof", "gr", "größe"):
        assert await names(backend, root, typed) == await names(tableless, root, typed), typed


async def test_f54_ignored_files_hold_no_symbols(backend, tableless, root):
    await with_table(backend, root)
    for one in (backend, tableless):
        assert "circle_ignored" not in await names(one, root, "circle_ignored")
        assert "circle_of_npm" not in await names(one, root, "circle_of")


async def test_f104_an_empty_query_is_small_and_never_a_search(backend, root, monkeypatch):
    async def refuse(*_args, **_more):
        raise AssertionError("a search ran")

    monkeypatch.setattr(type(backend.engine), "search", refuse)
    monkeypatch.setattr(type(backend.engine), "list_files", refuse)
    assert await names(backend, root, "") == []
    backend.unsaved.opened(Document("a", root / "src/shapes.py", (root / "src/shapes.py").read_text))
    assert await names(backend, root, "") == ["Circle", "area", "circle_of"]


async def test_an_empty_query_shows_what_changed_last(backend, root):
    await with_table(backend, root)
    os.utime(root / "web/app.ts", (2**31, 2**31))
    await asyncio.sleep(0)
    found = await ask(backend, root, "")
    assert 0 < len(found) <= 100


async def test_f107_a_keystroke_searches_nothing_once_the_table_stands(backend, root, monkeypatch):
    await with_table(backend, root)

    async def refuse(*_args, **_more):
        raise AssertionError("a search ran")

    monkeypatch.setattr(type(backend.engine), "search", refuse)
    for typed in ("c", "ci", "cir", "circ"):
        assert "Circle" in await names(backend, root, typed)


async def test_an_edit_is_seen_at_once(backend, root):
    """The file behind a shown hit is looked at, so no line number is ever stale."""
    await with_table(backend, root)
    before = (root / "src/shapes.py").read_text()
    (root / "src/shapes.py").write_text("# a\n# b\n" + before)
    found = {hit.name: hit.line for hit in await ask(backend, root, "circle_of")}
    assert found["circle_of"] == 10


async def test_new_changed_and_deleted_files_are_seen(backend, root, monkeypatch):
    await with_table(backend, root)
    monkeypatch.setattr(upkeep, "CHECK_EVERY_S", 0.0)
    (root / "src/fresh.py").write_text("def brand_new(): pass\n")
    (root / "src/shapes.py").unlink()
    deadline = time.monotonic() + PATIENCE_S
    while await names(backend, root, "brand_new") != ["brand_new"]:
        assert time.monotonic() < deadline
    assert await names(backend, root, "circle_of") == []


async def test_a_watcher_is_believed(backend, root):
    await with_table(backend, root)
    (root / "src/fresh.py").write_text("def brand_new(): pass\n")
    (root / "ignored/more.py").write_text("def brand_new(): pass\n")
    backend.files_changed([root / "src/fresh.py", root / "ignored/more.py"])
    deadline = time.monotonic() + PATIENCE_S
    while not (found := await ask(backend, root, "brand_new")):
        assert time.monotonic() < deadline
    assert [hit.path for hit in found] == [b"src/fresh.py"]


async def test_unsaved_text_replaces_the_file(backend, tableless, root):
    await with_table(backend, root)
    for one in (backend, tableless):
        document = Document("a", root / "src/shapes.py", lambda: "def circle_typed(): pass\n", dirty=True)
        one.unsaved.opened(document)
        found = await ask(one, root, "circle_")
        assert ("circle_typed", Source.BUFFER) in [(hit.name, hit.source) for hit in found]
        assert "circle_of" not in [hit.name for hit in found]


async def test_a_table_survives_the_daemon(backend, root, tmp_path):
    await with_table(backend, root)
    await backend.close()
    (root / "src/later.py").write_text("def written_meanwhile(): pass\n")
    again = Backend.create(Settings(symbols_cache=str(tmp_path / "cache")))
    try:
        assert (await with_table(again, root)).ready
        assert await names(again, root, "written_meanwhile") == ["written_meanwhile"]
    finally:
        await again.close()


async def test_places_are_exact_behind_wide_characters(backend, root):
    await with_table(backend, root)
    hit = next(hit for hit in await ask(backend, root, "größe"))
    assert (hit.line, hit.column, hit.before) == (2, 4, None)
    (wide,) = await ask(backend, root, "später")
    assert (wide.column, wide.before) == (19, "/* é 😀 */ function ")


async def test_a_sink_gets_each_symbol_once(backend, tableless, root):
    await with_table(backend, root)
    for one in (backend, tableless):
        batches = []

        async def sink(batch, batches=batches):
            batches.append(list(batch))

        answer = await workspace_symbols(one, caller(root), WorkspaceQuery(text="circle"), sink)
        sent = [hit for batch in batches for hit in batch]
        assert answer.hits == ()
        assert answer.total == len(sent) == len({(hit.path, hit.line) for hit in sent}) == 4


async def test_the_cap_says_that_it_cut(backend, root):
    await with_table(backend, root)
    answer = await workspace_symbols(backend, caller(root), WorkspaceQuery(text="circle", limit=1))
    assert [hit.name for hit in answer.hits] == ["Circle"]
    assert answer.outcome.truncated


async def test_a_language_can_be_switched_off(backend, root):
    await with_table(backend, root)
    found = await names(backend, root, "circle", languages_off=frozenset({"python"}))
    assert found == ["circleAround"]


async def test_kinds_left_out_can_be_asked_for(backend, root):
    await with_table(backend, root)
    assert await names(backend, root, "radius") == []
    assert await names(backend, root, "radius", extra_kinds=frozenset({"field"})) == ["radius"]


async def test_an_unwritable_cache_folder_does_no_harm(root, tmp_path):
    (tmp_path / "file").write_text("")
    backend = Backend.create(
        Settings(symbols_cache=str(tmp_path / "file" / "below"), index_enabled=False), long_lived=True
    )
    try:
        await with_table(backend, root)
        assert "Circle" in await names(backend, root, "circle")
    finally:
        await backend.close()


async def test_one_letter_finds_indented_methods_without_a_table(tableless, root):
    (root / "web/shop.ts").write_text("class Shop {\n  zip(x: number) {\n    return x\n  }\n}\n")
    (root / "src/Deep.java").write_text(
        "class Deep {\n    @Zed(1)\n    private int zoom(int x) { return x; }\n}\n"
    )
    (root / "src/z.go").write_text("package z\n\nfunc (s *Shop) Zap() {\n}\n")
    for typed in ("z", "Z"):
        assert {"zip", "zoom", "Zap"} <= set(await names(tableless, root, typed)), typed


async def test_what_could_not_be_confirmed_in_time_is_left_out_and_said(tableless, root, monkeypatch):
    monkeypatch.setattr(workspace, "CONFIRM_S", 0.0)
    answer = await workspace_symbols(tableless, caller(root), WorkspaceQuery(text="circle"))
    shown = {hit.name for hit in answer.hits}
    assert {"Circle", "circle_of", "test_circle"} <= shown
    assert "circleAround" not in shown  # a member of TypeScript: one line says too little
    assert answer.outcome.truncated
