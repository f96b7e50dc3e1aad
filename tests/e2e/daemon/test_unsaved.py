"""What one editor has not saved, the same user's other clients find; with the editor it goes."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from tests.support.daemon import home

TEXT = "saved nothing\nfresh needle\n"


async def matches(client, **more):
    found = await client.request("ripwire/grep", {"pattern": "needle", **more})
    return [(match["path"], match.get("source", "disk")) for match in found["matches"]]


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "a.txt").write_text("old needle\nold needle\n")
    return folder


def opened(client, tree, text=TEXT):
    """The document is open, then changed and not saved."""
    uri = (tree / "a.txt").as_uri()
    document = {"uri": uri, "languageId": "plaintext", "version": 1, "text": "old needle\nold needle\n"}
    client.notify("textDocument/didOpen", {"textDocument": document})
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
    client.notify("textDocument/didChange", change)


async def test_f94_unsaved_text_is_found_by_other_sessions_and_by_the_command_line(tree):
    async with home() as place, place.daemon(), place.socket() as editor, place.stdio() as agent:
        await editor.initialize(tree)
        await agent.initialize(tree)
        opened(editor, tree)
        await editor.request("ripwire/status")
        assert await matches(agent) == [("a.txt", "buffer")]
        assert len(await matches(agent, unsaved=False)) == 2
        typed = await place.run("grep", "-n", "needle", cwd=tree)
        assert typed.out == "a.txt:2:fresh needle\n"
        typed = await place.run("grep", "--json", "needle", cwd=tree)
        assert json.loads(typed.out)["matches"][0]["source"] == "buffer"


@pytest.mark.parametrize("how", ["close", "save", "kill"])
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
async def test_closing_saving_and_dying_release_it(tree, how):
    async with home() as place, place.daemon(), place.socket() as other, place.stdio() as editor:
        await other.initialize(tree)
        await editor.initialize(tree)
        opened(editor, tree)
        await editor.request("ripwire/status")
        assert await matches(other) == [("a.txt", "buffer")]
        uri = (tree / "a.txt").as_uri()
        match how:
            case "close":
                editor.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
                await editor.request("ripwire/status")
            case "save":
                editor.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
                await editor.request("ripwire/status")
            case "kill":
                editor.process.kill()
                while await matches(other) == [("a.txt", "buffer")]:
                    await asyncio.sleep(0.05)
        assert await matches(other) == [("a.txt", "disk")] * 2


async def test_a_client_that_shares_nothing_is_not_found(tree):
    async with home() as place, place.daemon(), place.socket() as editor, place.socket() as other:
        await editor.initialize(tree, initializationOptions={"unsaved": {"share": False}})
        await other.initialize(tree)
        opened(editor, tree)
        await editor.request("ripwire/status")
        assert await matches(editor) == [("a.txt", "buffer")]
        assert await matches(other) == [("a.txt", "disk")] * 2


async def test_it_reaches_only_clients_whose_roots_hold_the_file(tree, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    async with home() as place, place.daemon(), place.socket() as editor, place.socket() as other:
        await editor.initialize(tree)
        await other.initialize(tmp_path / "elsewhere")
        opened(editor, tree)
        await editor.request("ripwire/status")
        assert await matches(other) == []
