"""`workspace/symbol` over a socket, with real rg on real files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import RawClient
from tests.support.serving import Served

SYMBOL = "workspace/symbol"
RESOLVES = {"workspace": {"symbol": {"resolveSupport": {"properties": ["location.range"]}}}}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "shapes.py").write_text(
        "class Circle:\n    def area(self):\n        pass\n\ndef circle_of(r): pass\n"
    )
    (tmp_path / "wide.go").write_text("func (é /*😀*/ *T) circleLater() {\n}\n")
    return tmp_path


@pytest.fixture
async def searcher(door: Served, tree: Path) -> AsyncIterator[RawClient]:
    async with door.connect() as client:
        await client.initialize(tree)
        yield client


async def test_a_symbol_has_its_bare_name_container_and_place(searcher: RawClient, tree: Path) -> None:
    [found] = await searcher.request(SYMBOL, {"query": "Circle.area"})
    assert found == {
        "name": "area",
        "kind": 6,
        "containerName": "Circle",
        "location": {
            "uri": (tree / "shapes.py").as_uri(),
            "range": {"start": {"line": 1, "character": 8}, "end": {"line": 1, "character": 12}},
        },
    }


async def test_f103_ranges_are_always_there_for_a_client_that_does_not_resolve(searcher: RawClient) -> None:
    found = await searcher.request(SYMBOL, {"query": "circle"})
    assert len(found) == 3
    assert all("range" in one["location"] for one in found)


@pytest.mark.parametrize(("encoding", "column"), [("utf-16", 19), ("utf-8", 22), ("utf-32", 18)])
async def test_columns_are_in_the_negotiated_encoding(
    door: Served, tree: Path, encoding: str, column: int
) -> None:
    async with door.connect() as client:
        await client.initialize(tree, capabilities={"general": {"positionEncodings": [encoding]}})
        [found] = await client.request(SYMBOL, {"query": "circleLater"})
    assert found["location"]["range"]["start"] == {"line": 0, "character": column}


async def test_a_client_that_resolves_gets_the_range_of_the_text_as_it_is_then(
    door: Served, tree: Path
) -> None:
    async with door.connect() as client:
        said = await client.initialize(tree, capabilities=RESOLVES)
        assert said["capabilities"]["workspaceSymbolProvider"]["resolveProvider"] is True
        [found] = await client.request(SYMBOL, {"query": "circle_of"})
        assert found["location"] == {"uri": (tree / "shapes.py").as_uri()}
        text = (tree / "shapes.py").read_text()
        (tree / "shapes.py").write_text("\n\n" + text)
        resolved = await client.request("workspaceSymbol/resolve", found)
    assert resolved["location"]["range"]["start"] == {"line": 6, "character": 4}
    assert resolved["name"] == "circle_of"


async def test_parts_are_the_list_itself_and_the_answer_is_empty(searcher: RawClient) -> None:
    params = {"query": "circle", "partialResultToken": "p"}
    assert await searcher.request(SYMBOL, params) == []
    parts: list[Any] = [note["params"] for note in searcher.seen if note.get("method") == "$/progress"]
    assert {part["token"] for part in parts} == {"p"}
    names = [one["name"] for part in parts for one in part["value"]]
    assert sorted(names) == ["Circle", "circleLater", "circle_of"]


async def test_unsaved_text_is_seen(searcher: RawClient, tree: Path) -> None:
    item = {"uri": (tree / "shapes.py").as_uri(), "languageId": "python", "version": 1, "text": "x = 1\n"}
    searcher.notify(
        "textDocument/didOpen", {"textDocument": item | {"text": (tree / "shapes.py").read_text()}}
    )
    change = {"text": "def circle_typed(): pass\n"}
    document = {"uri": item["uri"], "version": 2}
    searcher.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    found = await searcher.request(SYMBOL, {"query": "circle"})
    assert sorted(one["name"] for one in found) == ["circleLater", "circle_typed"]


async def test_f108_initialize_scans_nothing(door: Served, tree: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tree)
        assert door.shared.backend.symbols.upkeep.trees() == []


async def test_without_a_folder_open_files_are_the_workspace(client: RawClient, tree: Path) -> None:
    item = {"uri": (tree / "shapes.py").as_uri(), "languageId": "python", "version": 1}
    text = (tree / "shapes.py").read_text()
    client.notify("textDocument/didOpen", {"textDocument": item | {"text": text}})
    found = await client.request(SYMBOL, {"query": "circle"})
    assert sorted(one["name"] for one in found) == ["Circle", "circle_of"]


async def test_bad_params_are_refused_with_their_path(searcher: RawClient) -> None:
    error = await searcher.refused(SYMBOL, {"query": 1})
    assert error["code"] == -32602
    assert "$.query" in str(error["data"]["problems"])
