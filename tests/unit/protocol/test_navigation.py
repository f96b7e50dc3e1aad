"""LSP's definition, references, highlights, hover and outline over a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import RawClient
from tests.support.serving import Served

TEXT = """# 😀 Adds.
def add(é😀, right):
    return é😀 + right


class Sum:
    def get(self):
        return add(1, 2)
""".replace("é😀", "lé")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(TEXT)
    (tmp_path / "b.py").write_text("from a import add\n\n'😀', add(3, 4)\n")
    return tmp_path


@pytest.fixture
async def editor(door: Served, tree: Path) -> AsyncIterator[RawClient]:
    async with door.connect() as client:
        await client.initialize(tree)
        yield client


def params(file: Path, line: int, character: int, **more: Any) -> dict[str, Any]:
    position = {"line": line, "character": character}
    return {"textDocument": {"uri": file.as_uri()}, "position": position} | more


def spans(found: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
    ranges = [one["range"] for one in found]
    return [(r["start"]["line"], r["start"]["character"], r["end"]["character"]) for r in ranges]


async def test_definition_is_a_location(editor: RawClient, tree: Path) -> None:
    [found] = await editor.request("textDocument/definition", params(tree / "b.py", 2, 7))
    assert found["uri"] == (tree / "a.py").as_uri()
    assert spans([found]) == [(1, 4, 7)]


async def test_definition_is_a_link_where_the_client_shows_them(door: Served, tree: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tree, capabilities={"textDocument": {"definition": {"linkSupport": True}}})
        [found] = await client.request("textDocument/definition", params(tree / "b.py", 2, 7))
    assert found["targetUri"] == (tree / "a.py").as_uri()
    assert found["originSelectionRange"]["start"] == {"line": 2, "character": 6}
    assert found["originSelectionRange"]["end"] == {"line": 2, "character": 9}


async def test_definition_of_nothing_is_an_empty_list(editor: RawClient, tree: Path) -> None:
    assert await editor.request("textDocument/definition", params(tree / "a.py", 3, 0)) == []
    assert await editor.request("textDocument/definition", params(tree / "gone.py", 0, 0)) == []


async def test_references_are_locations(editor: RawClient, tree: Path) -> None:
    asked = params(tree / "a.py", 1, 5, context={"includeDeclaration": True})
    found = await editor.request("textDocument/references", asked)
    here = [one for one in found if one["uri"].endswith("a.py")]
    there = [one for one in found if one["uri"].endswith("b.py")]
    assert spans(here) == [(1, 4, 7), (7, 15, 18)]
    assert spans(there) == [(0, 14, 17), (2, 6, 9)]


async def test_references_in_parts_are_the_list_itself(editor: RawClient, tree: Path) -> None:
    asked = params(tree / "a.py", 1, 5, context={"includeDeclaration": False}, partialResultToken=7)
    assert await editor.request("textDocument/references", asked) == []
    parts = [note["params"]["value"] for note in editor.seen if note.get("method") == "$/progress"]
    assert sum(map(len, parts)) == 3


async def test_highlights_have_kinds(editor: RawClient, tree: Path) -> None:
    found = await editor.request("textDocument/documentHighlight", params(tree / "a.py", 2, 12))
    assert [(one["kind"], *spans([one])) for one in found] == [(3, (1, 8, 10)), (2, (2, 11, 13))]


async def test_hover_is_markdown_only_where_the_client_reads_it(door: Served, tree: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tree)
        plain = await client.request("textDocument/hover", params(tree / "b.py", 2, 7))
    assert plain["contents"]["kind"] == "plaintext"
    assert plain["contents"]["value"].startswith("def add(lé, right):\n\n😀 Adds.")
    markdown = {"textDocument": {"hover": {"contentFormat": ["markdown"]}}}
    async with door.connect() as client:
        await client.initialize(tree, capabilities=markdown)
        found = await client.request("textDocument/hover", params(tree / "b.py", 2, 7))
        assert await client.request("textDocument/hover", params(tree / "b.py", 1, 0)) is None
    assert found["contents"]["value"].startswith("```python\ndef add(lé, right):\n```")


async def test_the_outline_is_a_tree_or_flat(door: Served, tree: Path) -> None:
    document = {"textDocument": {"uri": (tree / "a.py").as_uri()}}
    async with door.connect() as client:
        await client.initialize(tree)
        flat = await client.request("textDocument/documentSymbol", document)
    assert [(one["name"], one.get("containerName")) for one in flat] == [
        ("add", None),
        ("Sum", None),
        ("get", "Sum"),
    ]
    support = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
    async with door.connect() as client:
        await client.initialize(tree, capabilities=support)
        add, whole = await client.request("textDocument/documentSymbol", document)
    assert [child["name"] for child in whole["children"]] == ["get"]
    assert whole["range"] == {"start": {"line": 5, "character": 0}, "end": {"line": 7, "character": 24}}
    assert add["selectionRange"]["start"] == {"line": 1, "character": 4}


async def test_capabilities_are_announced(door: Served, tree: Path) -> None:
    async with door.connect() as client:
        said = (await client.initialize(tree))["capabilities"]
    for name in (
        "definition",
        "references",
        "documentHighlight",
        "hover",
        "documentSymbol",
        "workspaceSymbol",
    ):
        assert said[f"{name}Provider"]


async def test_a_feature_can_be_left_to_another_server(door: Served, tree: Path) -> None:
    options = {"symbols": {"off": ["python:hover", "python:documentSymbol"]}}
    async with door.connect() as client:
        await client.initialize(tree, initializationOptions=options)
        assert await client.request("textDocument/hover", params(tree / "b.py", 2, 7)) is None
        document = {"textDocument": {"uri": (tree / "a.py").as_uri()}}
        assert await client.request("textDocument/documentSymbol", document) == []
        assert await client.request("textDocument/definition", params(tree / "b.py", 2, 7)) != []
