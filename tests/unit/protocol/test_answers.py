"""Every request gets exactly one answer, and the session goes on."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.support.client import RawClient, frame
from tests.support.serving import Served

STATUS = "ripwire/status"


async def test_initialize_answers_with_name_and_experimental_methods(door: Served) -> None:
    async with door.connect() as client:
        found = await client.initialize()
    assert found["serverInfo"]["name"] == "ripwire"
    assert STATUS in found["capabilities"]["experimental"]["ripwire"]["methods"]


async def test_status_names_the_session_and_its_request(client: RawClient) -> None:
    found = await client.request(STATUS)
    [session] = found["sessions"]
    assert session["door"] == "lsp"
    assert [request["method"] for request in session["requests"]] == [STATUS]


BAD_BODIES = [
    (b"{bad}", -32700, None),
    (b"", -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"ripwire/status","params":"\xff"}', -32700, 1),
    (
        b'{"jsonrpc":"2.0","id":1,"method":"ripwire/status","params":' + b"[" * 9999 + b"]" * 9999 + b"}",
        -32700,
        None,
    ),
    (b"[1]", -32600, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ripwire/status"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":7,"method":5}', -32600, 7),
    (b'{"jsonrpc":"2.0","id":null,"method":"ripwire/status"}', -32600, None),
    (b'{"jsonrpc":"1.0","id":7,"method":"ripwire/status"}', -32600, 7),
    (b'{"jsonrpc":"2.0","id":7}', -32600, None),
    (b'{"jsonrpc":"2.0","id":7,"method":"nope/nope"}', -32601, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"initialized"}', -32601, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"ripwire/status","params":{"nope":1}}', -32602, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"ripwire/status","params":[1]}', -32602, 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}', -32600, 7),
]


@pytest.mark.parametrize(("body", "code", "msg_id"), BAD_BODIES)
async def test_a_bad_message_is_answered_and_the_session_goes_on(
    client: RawClient, body: bytes, code: int, msg_id: int | None
) -> None:
    client.send_bytes(frame(body))
    found = await client.message()
    assert (found["error"]["code"], found["id"]) == (code, msg_id)
    assert found["error"]["data"]["kind"]
    assert await client.request(STATUS)


async def test_unknown_keys_are_refused_by_name(client: RawClient) -> None:
    error = await client.refused(STATUS, {"nope": 1})
    assert "nope" in " ".join(error["data"]["problems"])


@pytest.mark.parametrize("header", ["content-length", "CONTENT-LENGTH", "Content-Length "])
async def test_header_names_are_read_in_any_case(client: RawClient, header: str) -> None:
    client.send_bytes(frame({"jsonrpc": "2.0", "id": 9, "method": STATUS}, header=header))
    assert "result" in await client.answer(9)


async def test_requests_before_initialize_are_refused(door: Served) -> None:
    async with door.connect() as client:
        assert (await client.refused(STATUS))["code"] == -32002
        client.notify("textDocument/didOpen", {})
        await client.initialize()
        assert await client.request(STATUS)


async def test_f101_requests_after_shutdown_are_refused_and_exit_closes(client: RawClient) -> None:
    await client.request("shutdown")
    assert (await client.refused(STATUS))["code"] == -32600
    client.notify("exit")
    await client.closed()


async def test_f96_exit_ends_only_its_own_session(door: Served) -> None:
    async with door.connect() as one, door.connect() as other:
        await one.initialize()
        await other.initialize()
        await one.goodbye()
        found = await other.request(STATUS)
    assert len(found["sessions"]) == 1


async def test_params_left_out_and_null_are_an_empty_object(client: RawClient) -> None:
    client.send_bytes(frame({"jsonrpc": "2.0", "id": "a", "method": STATUS, "params": None}))
    client.send_bytes(frame({"jsonrpc": "2.0", "id": "b", "method": STATUS}))
    assert "result" in await client.answer("a")
    assert "result" in await client.answer("b")


async def test_a_message_that_is_too_long_is_answered_and_skipped(client: RawClient) -> None:
    length = 40 * 1024 * 1024
    client.send_bytes(f"Content-Length: {length}\r\n\r\n".encode())
    for _ in range(40):
        client.send_bytes(b" " * (length // 40))
        await client.writer.drain()
    found = await client.message()
    assert (found["error"]["code"], found["id"]) == (-32802, None)
    assert await client.request(STATUS)


@pytest.mark.parametrize("cut", [b"Content-Length: 10\r\n\r\n{", b"Content-Le", b"x" * 10_000])
async def test_a_frame_cut_short_is_answered_and_ends_the_session(door: Served, cut: bytes) -> None:
    async with door.connect() as client:
        await client.initialize()
        client.send_bytes(cut)
        client.writer.write_eof()
        found = await client.message()
        assert (found["error"]["code"], found["id"]) == (-32700, None)
        await client.closed()


async def test_a_header_without_length_is_answered_and_the_session_goes_on(client: RawClient) -> None:
    client.send_bytes(b"Content-Type: text/plain\r\n\r\n")
    assert (await client.message())["error"]["code"] == -32700
    assert await client.request(STATUS)


async def test_many_messages_in_one_write_and_one_message_in_many(client: RawClient) -> None:
    data = b"".join(frame({"jsonrpc": "2.0", "id": n, "method": STATUS}) for n in range(100, 150))
    client.send_bytes(data[:-7])
    for byte in data[-7:]:
        client.send_bytes(bytes([byte]))
        await asyncio.sleep(0)
    assert {(await client.message())["id"] for _ in range(50)} == set(range(100, 150))


async def test_five_thousand_notifications_leave_nothing(client: RawClient, door: Served) -> None:
    data = b"".join(
        frame(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didClose",
                "params": {"textDocument": {"uri": f"file:///{n}"}},
            }
        )
        for n in range(5000)
    )
    client.send_bytes(data)
    assert await client.request(STATUS)
    assert len(door.sessions) == 1
    assert len(asyncio.all_tasks()) < 20


def test_frames_escape_nothing() -> None:
    assert json.loads(frame({"a": "é"}).split(b"\r\n\r\n")[1]) == {"a": "é"}
