"""What an editor's own client library makes of us: over processes, checked against its capabilities."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities

from ripwire import __version__
from tests.support.client import PATIENCE_S


def hello(name: str, root: Path) -> lsp.InitializeParams:
    return lsp.InitializeParams(
        capabilities=client_capabilities(name),
        root_uri=None,
        workspace_folders=[lsp.WorkspaceFolder(uri=root.as_uri(), name="root")],
    )


async def asked(client: LanguageClient, method: str, params: dict[str, Any]) -> Any:
    async with asyncio.timeout(PATIENCE_S):
        return await client.protocol.send_request_async(method, params)


ENCODINGS = {
    "visual_studio_code@1.65.2": ("utf-16", 4),
    "neovim@0.11.0": ("utf-8", 7),
    "emacs@29.1": ("utf-32", 3),
}
"""What each editor's first choice is, and where it then sees the match."""


@pytest.mark.parametrize("name", ENCODINGS)
async def test_f73_every_editor_is_served_in_its_own_encoding(
    editor: LanguageClient, tmp_path: Path, name: str
) -> None:
    (tmp_path / "a.txt").write_text("😀é needle\n")
    found = await editor.initialize_session(hello(name, tmp_path))
    assert found.server_info == lsp.ServerInfo(name="ripwire", version=__version__)
    encoding, column = ENCODINGS[name]
    assert found.capabilities.position_encoding == encoding
    answer = await asked(editor, "ripwire/grep", {"pattern": "needle"})
    assert answer.matches[0].ranges[0].start.character == column
    await editor.shutdown_session()


async def test_a_streamed_search_with_progress(editor: LanguageClient, tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"f{number}.txt").write_text("needle\n" * 100)
    await editor.initialize_session(hello("visual_studio_code@1.65.2", tmp_path))
    params = {"pattern": "needle", "headLimit": 0, "partialResultToken": "p", "workDoneToken": "w"}
    answer = await asked(editor, "ripwire/grep", params)
    assert (answer.matches, answer.total) == ([], 3000)
    assert sum(len(part.value["matches"]) for part in editor.progress_reports["p"]) == 3000
    kinds = [part.value["kind"] for part in editor.progress_reports["w"]]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    await editor.shutdown_session()


async def test_an_edited_document_is_searched_as_it_stands(editor: LanguageClient, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old\n")
    await editor.initialize_session(hello("neovim@0.11.0", tmp_path))
    item = lsp.TextDocumentItem(uri=path.as_uri(), language_id="text", version=1, text="old\n")
    editor.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    start, end = lsp.Position(0, 0), lsp.Position(0, 3)
    change = lsp.TextDocumentContentChangePartial(lsp.Range(start, end), "fresh")
    identifier = lsp.VersionedTextDocumentIdentifier(2, path.as_uri())
    editor.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))
    answer = await asked(editor, "ripwire/grep", {"pattern": "fresh"})
    assert [match.source for match in answer.matches] == ["buffer"]
    await editor.shutdown_session()


async def test_commands_answer_what_their_requests_answer(editor: LanguageClient, tmp_path: Path) -> None:
    await editor.initialize_session(hello("visual_studio_code@1.65.2", tmp_path))
    params = lsp.ExecuteCommandParams(command="ripwire.status", arguments=[])
    status = await editor.workspace_execute_command_async(params)
    assert status["daemon"]["version"] == __version__
    assert (
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(command="ripwire.clearCaches"))
        is None
    )
    await editor.shutdown_session()


async def test_f113_a_server_that_dies_ends_the_wait_of_the_test(
    editor: LanguageClient, tmp_path: Path
) -> None:
    await editor.initialize_session(hello("visual_studio_code@1.65.2", tmp_path))
    editor.protocol.notify(lsp.EXIT)
    async with asyncio.timeout(PATIENCE_S):
        while not editor.stopped:
            await asyncio.sleep(0.02)


async def named(client: LanguageClient, typed: str) -> list[str]:
    async with asyncio.timeout(PATIENCE_S):
        found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(typed))
    return [one.name for one in found or ()]


async def test_where_a_client_can_it_is_asked_for_events(editor: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def first(): pass\n")
    await editor.initialize_session(hello("visual_studio_code@1.65.2", tmp_path))
    assert await named(editor, "first") == ["first"]
    async with asyncio.timeout(PATIENCE_S):
        while not editor.registrations:
            await asyncio.sleep(0.01)
    (registration,) = editor.registrations
    assert registration.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    assert [one["globPattern"] for one in registration.register_options["watchers"]] == ["**/*"]
    (tmp_path / "b.py").write_text("def first_of_b(): pass\n")
    change = lsp.FileEvent(uri=(tmp_path / "b.py").as_uri(), type=lsp.FileChangeType.Created)
    editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
    assert await named(editor, "first") == ["first", "first_of_b"]
    await editor.shutdown_session()


async def test_a_client_that_cannot_register_is_not_asked(editor: LanguageClient, tmp_path: Path) -> None:
    says = client_capabilities("neovim@0.11.0").workspace.did_change_watched_files
    assert says.dynamic_registration is False  # on Linux, where it would cost it a process
    await editor.initialize_session(hello("neovim@0.11.0", tmp_path))
    await named(editor, "first")
    assert editor.registrations == []
    await editor.shutdown_session()
