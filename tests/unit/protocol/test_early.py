"""What is answered before the session is there is what the session would have said."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ripwire.protocol import early, methods
from ripwire.protocol.features import COMMANDS, FEATURES
from tests.support.client import RawClient, frame
from tests.support.serving import Served

UTF8 = {"general": {"positionEncodings": ["utf-8", "utf-16"]}}
SEES_PAGES = {"workspace": {"textDocumentContent": {}}}
RESOLVES = {"workspace": {"symbol": {"resolveSupport": {"properties": ["location.range"]}}}}
GOOD: dict[str, dict[str, Any]] = {
    "nothing": {},
    "nulls": {"processId": None, "rootUri": None, "workspaceFolders": None, "capabilities": {}},
    "unknown": {"capabilities": {"colour": [1]}, "trace": "verbose", "locale": "de"},
    "utf-8": {"capabilities": UTF8},
    "odd capabilities": {"capabilities": {"general": {"positionEncodings": 7}, "workspace": []}},
    "pages": {"capabilities": SEES_PAGES},
    "resolves": {"capabilities": RESOLVES},
    "options": {"capabilities": UTF8, "initializationOptions": {"ripwire": {"positionEncoding": "utf-32"}}},
    "bad options": {"initializationOptions": {"ripwire": {"positionEncoding": 5, "no": {"such": 1}}}},
    "folders": {"workspaceFolders": [{"uri": "file:///nowhere/at/all", "name": "x"}], "rootUri": "vscode:x"},
    "info": {"clientInfo": {"name": "é", "version": "1"}, "processId": os.getpid()},
}
BAD: dict[str, bytes] = {
    "another request": b'{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}',
    "a notification": b'{"jsonrpc":"2.0","method":"initialize","params":{}}',
    "a wrong field": b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":5}}',
    "a wrong version": b'{"jsonrpc":"1.0","id":1,"method":"initialize","params":{}}',
    "an id of another kind": b'{"jsonrpc":"2.0","id":1.5,"method":"initialize","params":{}}',
    "no params": b'{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    "a NUL in a path": b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootPath":"/a\\u0000"}}',
    "a NUL in a URI": b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"file:///a%00"}}',
    "half a pair": b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"locale":"\\ud800"}}',
    "no JSON": b"{",
    "too deep": b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":' + b"[" * 100_000,
}


def hello(params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()


@pytest.mark.parametrize("kind", GOOD)
async def test_the_same_as_the_session_says(door: Served, kind: str) -> None:
    async with door.connect() as client:
        said = await client.answer(client.start("initialize", GOOD[kind], 1))
    answered = early.answer(hello(GOOD[kind]))
    assert answered is not None
    assert json.loads(answered) == said


@pytest.mark.parametrize("kind", BAD)
def test_whatever_is_odd_is_left_to_the_session(kind: str) -> None:
    assert early.answer(BAD[kind]) is None


def test_every_method_that_is_offered_is_served() -> None:
    assert sorted(methods.OURS) == sorted(name for name in FEATURES if name.startswith("ripwire/"))
    assert sorted(methods.COMMANDS) == sorted(COMMANDS)


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (frame(hello({})) + frame({"method": "initialized"}), True),
        (frame(hello({}), "CONTENT-length"), True),
        (frame(hello({}))[:-1], False),
        (frame(hello({"rootUri": 5})), False),
        (b"Content-Length: 99999999\r\n\r\n{", False),
        (b"Content-Size: 5\r\n\r\n{", False),
        (b"x" * 10_000, False),
        (b"", False),
    ],
)
def test_nothing_that_was_read_is_lost(sent: bytes, answered: bool) -> None:
    (source, into), (reply, sink) = os.pipe(), os.pipe()
    os.write(into, sent)
    os.close(into)
    found = early.greet(source, sink)
    os.close(sink)
    said = os.read(reply, 1 << 20)
    assert (found.taken, found.answered, bool(said)) == (sent, answered, answered)
    for fd in (source, reply):
        os.close(fd)


def test_nothing_heavy_is_loaded_for_it() -> None:
    program = "import sys, ripwire.protocol.early; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"pygls", "lsprotocol", "cattrs", "asyncio"}


async def test_a_greeted_session_goes_on_from_there(tmp_path: Path) -> None:
    """Over pipes, as an editor has it: one answer to `initialize`, and its roots are known."""
    (tmp_path / "a.txt").write_text("needle\n")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "ripwire",
        "--stdio",
        "--standalone",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    client = RawClient(process.stdout, process.stdin)
    await client.initialize(tmp_path)
    found = await client.request("ripwire/grep", {"pattern": "needle"})
    assert [match["path"] for match in found["matches"]] == ["a.txt"]
    again = await client.refused("initialize", {})
    assert again["data"]["kind"] == "invalidRequest"
    await client.goodbye()
    assert await process.wait() == 0
    assert len([one for one in client.answers if one["id"] == 1]) == 1
