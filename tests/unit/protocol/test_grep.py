"""`ripwire/grep` over a socket, with real rg on real files."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import RawClient
from tests.support.serving import Served

GREP = "ripwire/grep"


@pytest.fixture
async def searcher(door: Served, tmp_path: Path) -> AsyncIterator[RawClient]:
    async with door.connect() as client:
        await client.initialize(tmp_path)
        yield client


def needles(folder: Path, files: int, lines: int) -> None:
    for number in range(files):
        (folder / f"f{number}.txt").write_text("needle\nhay\n" * lines)


async def test_an_answer_has_matches_outcome_and_coverage(searcher: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hay\nneedle and needle\n")
    found = await searcher.request(GREP, {"pattern": "needle"})
    [match] = found["matches"]
    assert match["uri"] == (tmp_path / "a.txt").as_uri()
    assert (match["path"], match["line"], match["text"]) == ("a.txt", 1, "needle and needle")
    spans = [(r["start"]["character"], r["end"]["character"]) for r in match["ranges"]]
    assert spans == [(0, 6), (11, 17)]
    assert found["outcome"]["complete"]
    assert (found["total"], found["totalExact"]) == (1, True)
    assert found["coverage"]["filesMatched"] == 1


ENCODINGS = [(["utf-8", "utf-16"], 7), (["utf-16"], 4), (["utf-32", "utf-8"], 3), ([], 4), (["utf-7"], 4)]


@pytest.mark.parametrize(("offered", "column"), ENCODINGS)
async def test_f73_columns_are_in_the_negotiated_encoding(
    door: Served, tmp_path: Path, offered: list[str], column: int
) -> None:
    (tmp_path / "a.txt").write_text("😀é needle\n")
    async with door.connect() as client:
        capabilities = {"general": {"positionEncodings": offered}} if offered else {}
        said = await client.initialize(tmp_path, capabilities=capabilities)
        found = await client.request(GREP, {"pattern": "needle"})
    expected = next((name for name in offered if name != "utf-7"), "utf-16")
    assert said["capabilities"]["positionEncoding"] == expected
    assert found["matches"][0]["ranges"][0]["start"] == {"line": 0, "character": column}


@pytest.mark.parametrize("pattern", ["", "."])
async def test_f74_ranges_stand_on_character_boundaries(
    searcher: RawClient, tmp_path: Path, pattern: str
) -> None:
    (tmp_path / "a.txt").write_text("━é😀\n")
    [match] = (await searcher.request(GREP, {"pattern": pattern}))["matches"]
    columns = {r[end]["character"] for r in match["ranges"] for end in ("start", "end")}
    assert columns <= {0, 1, 2, 4}


async def test_f75_a_byte_order_mark_is_no_column(searcher: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfneedle\n")
    [match] = (await searcher.request(GREP, {"pattern": "^needle"}))["matches"]
    assert match["ranges"][0]["start"] == {"line": 0, "character": 0}
    assert match["text"] == "needle"


@pytest.mark.skipif(os.name == "nt", reason="file names are UTF-16 there")
async def test_f70_a_name_that_is_not_utf8_is_percent_encoded(searcher: RawClient, tmp_path: Path) -> None:
    name = b"bad\xffname.txt"
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("needle\n")
    [match] = (await searcher.request(GREP, {"pattern": "needle"}))["matches"]
    assert match["uri"].endswith("/bad%FFname.txt")
    again = await searcher.request(GREP, {"pattern": "needle", "path": match["uri"]})
    assert [found["uri"] for found in again["matches"]] == [match["uri"]]


async def test_a_multiline_match_has_a_range_over_lines(searcher: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("é one\ntwo é\n")
    [match] = (await searcher.request(GREP, {"pattern": "one\\ntwo é", "multiline": True}))["matches"]
    assert match["ranges"] == [{"start": {"line": 0, "character": 2}, "end": {"line": 1, "character": 5}}]


async def test_long_lines_are_clipped_around_their_match(searcher: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x" * 2000 + "needle" + "y" * 2000 + "\n")
    found = await searcher.request(GREP, {"pattern": "needle", "maxLineLength": 100})
    [match] = found["matches"]
    assert match["ranges"][0]["start"]["character"] == 2000
    assert match["clipped"]
    assert len(match["text"]) == 102
    assert match["text"][2000 - match["textStart"] + 1 :].startswith("needle")
    assert found["clippedLines"] == 1
    assert found["outcome"]["complete"]


async def test_only_matching_gives_each_match_alone(searcher: RawClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("é ab ac\n")
    found = await searcher.request(GREP, {"pattern": "a.", "onlyMatching": True})
    assert [(match["text"], match["textStart"]) for match in found["matches"]] == [("ab", 2), ("ac", 5)]


async def test_streaming_sends_all_by_progress_in_batches_and_an_empty_list(
    searcher: RawClient, tmp_path: Path
) -> None:
    needles(tmp_path, 20, 200)
    params = {"pattern": "needle", "headLimit": 0, "partialResultToken": "p"}
    found = await searcher.request(GREP, params)
    parts = [message["params"]["value"]["matches"] for message in searcher.seen]
    assert found["matches"] == []
    assert found["total"] == 4000
    assert sum(map(len, parts)) == 4000
    assert max(map(len, parts)) <= 512
    assert len({(m["path"], m["line"]) for part in parts for m in part}) == 4000


@pytest.mark.parametrize(("mode", "key"), [("filesWithMatches", "files"), ("count", "counts")])
async def test_the_other_modes_stream_too(searcher: RawClient, tmp_path: Path, mode: str, key: str) -> None:
    needles(tmp_path, 5, 3)
    params = {"pattern": "needle", "outputMode": mode, "partialResultToken": 7}
    found = await searcher.request(GREP, params)
    parts = [entry for message in searcher.seen for entry in message["params"]["value"][key]]
    assert found[key] == []
    assert sorted(entry["path"] for entry in parts) == [f"f{n}.txt" for n in range(5)]


async def test_nothing_is_sent_after_the_answer(searcher: RawClient, tmp_path: Path) -> None:
    needles(tmp_path, 20, 300)
    params = {"pattern": "needle", "headLimit": 0, "partialResultToken": "p", "workDoneToken": "w"}
    await searcher.request(GREP, params)
    await searcher.request("ripwire/status")
    kinds = [m["params"]["value"].get("kind") for m in searcher.seen if m["params"]["token"] == "w"]
    assert kinds[0] == "begin"
    assert kinds[-1] == "end"
    searcher.seen.clear()
    await searcher.request("ripwire/status")
    assert searcher.seen == []


async def stuck_search(client: RawClient, folder: Path, **more: Any) -> int | str:
    """A search that waits for a pipe which nobody writes to."""
    os.mkfifo(folder / "pipe")
    msg_id = client.start(GREP, {"pattern": "x", "path": str(folder / "pipe"), "workDoneToken": "w"} | more)
    await client.until("$/progress")
    return msg_id


@pytest.mark.skipif(os.name == "nt", reason="needs a named pipe")
@pytest.mark.parametrize("how", ["cancelRequest", "workDone"])
async def test_f98_a_cancelled_search_is_answered_and_ends(
    searcher: RawClient, tmp_path: Path, how: str
) -> None:
    msg_id = await stuck_search(searcher, tmp_path)
    if how == "cancelRequest":
        searcher.notify("$/cancelRequest", {"id": msg_id})
    else:
        searcher.notify("window/workDoneProgress/cancel", {"token": "w"})
    error = (await searcher.answer(msg_id))["error"]
    assert (error["code"], error["data"]["kind"]) == (-32800, "cancelled")
    assert await searcher.request("ripwire/status")


async def test_f97_a_request_cancelled_at_once_is_answered_once(searcher: RawClient, tmp_path: Path) -> None:
    needles(tmp_path, 3, 3)
    ids = [searcher.start(GREP, {"pattern": "needle"}) for _ in range(20)]
    for msg_id in ids:
        searcher.notify("$/cancelRequest", {"id": msg_id})
    await searcher.request("ripwire/status")
    while len(searcher.answers) < len(ids) + 2:
        await searcher.message()
    answered = [answer["id"] for answer in searcher.answers]
    assert sorted(answered) == sorted(set(answered))
    assert set(ids) <= set(answered)


async def test_an_id_in_use_is_refused(searcher: RawClient, tmp_path: Path) -> None:
    msg_id = await stuck_search(searcher, tmp_path)
    searcher.start("ripwire/status", msg_id=msg_id)
    assert (await searcher.answer(msg_id))["error"]["code"] == -32600
    searcher.notify("$/cancelRequest", {"id": msg_id})
    assert (await searcher.answer(msg_id))["error"]["code"] == -32800


async def test_a_newer_request_of_the_same_stream_supersedes(searcher: RawClient, tmp_path: Path) -> None:
    older = await stuck_search(searcher, tmp_path, stream="live")
    (tmp_path / "a.txt").write_text("needle\n")
    newer = searcher.start(GREP, {"pattern": "needle", "path": "a.txt", "stream": "live"})
    error = (await searcher.answer(older))["error"]
    assert (error["code"], "newer" in error["data"]["detail"]) == (-32800, True)
    assert len((await searcher.answer(newer))["result"]["matches"]) == 1


async def test_a_client_that_leaves_in_mid_search_leaves_no_session(door: Served, tmp_path: Path) -> None:
    async with door.connect() as client:
        await client.initialize(tmp_path)
        await stuck_search(client, tmp_path)
    async with asyncio.timeout(20):
        while door.sessions:
            await asyncio.sleep(0.01)


async def test_unsaved_text_is_found_in_place_of_the_file(searcher: RawClient, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old\nhay\n")
    item = {"uri": path.as_uri(), "languageId": "text", "version": 1, "text": "old\nhay\n"}
    searcher.notify("textDocument/didOpen", {"textDocument": item})
    change = {
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}},
        "text": "néw",
    }
    params = {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [change]}
    searcher.notify("textDocument/didChange", params)
    [match] = (await searcher.request(GREP, {"pattern": "néw"}))["matches"]
    assert (match["source"], match["line"]) == ("buffer", 0)
    assert (await searcher.request(GREP, {"pattern": "old"}))["matches"] == []
    searcher.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    [match] = (await searcher.request(GREP, {"pattern": "old"}))["matches"]
    assert "source" not in match
