"""The answer to `initialize`, before the rest of this package is loaded.

pygls and lsprotocol cost a cold server two thirds of its start.  What `initialize` answers does not need
them, so it is answered first; the session is then begun with the same message and says nothing more to it.
Whatever is not exactly a good first message is left to the session, which knows how to refuse it.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any

import attrs
import msgspec

from ripwire.protocol import header
from ripwire.protocol.capabilities import initialize_result
from ripwire.protocol.client import client_of
from ripwire.protocol.options import load

READ_SIZE = 64 * 1024
MAX_BODY = 1 << 20
"""Bytes.  Clients send 3 to 40 kB; a larger one can wait for the session."""
_NUL = (b"\\u0000", b"%00")
"""In a path it would be an error, which only the session can tell."""


class _Folder(msgspec.Struct):
    uri: str
    name: str = ""


class _Params(msgspec.Struct, rename="camel"):
    """`InitializeParams`, strictly: what passes here passes there too."""

    process_id: int | None = None
    client_info: Any = None
    root_path: str | None = None
    root_uri: str | None = None
    workspace_folders: list[_Folder] | None = None
    capabilities: Any = msgspec.field(default_factory=dict)
    initialization_options: Any = None


class _Initialize(msgspec.Struct, tag_field="method", tag="initialize"):
    jsonrpc: str
    id: int | str
    params: _Params


@attrs.frozen
class Greeting:
    """What was read of a client, and whether the first message in it has its answer."""

    taken: bytes = b""
    answered: bool = False


def greet(source: int, sink: int) -> Greeting:
    """Read the first message of the descriptor `source`; if it is `initialize`, answer it into `sink`."""
    taken = bytearray()
    body = _first(source, taken)
    reply = None if body is None else answer(body)
    if reply is not None:
        with contextlib.suppress(OSError):  # a client that has gone: the session sees its end
            _send(sink, b"Content-Length: %d\r\n\r\n%b" % (len(reply), reply))
    return Greeting(bytes(taken), answered=reply is not None)


def answer(body: bytes) -> bytes | None:
    """The whole reply; None for what is not plainly `initialize`."""
    if any(nul in body for nul in _NUL):
        return None
    try:
        asked = msgspec.json.decode(body, type=_Initialize)
    except (msgspec.DecodeError, RecursionError):
        return None
    if asked.jsonrpc != "2.0":
        return None
    settings = load(asked.params.initialization_options).settings
    result = initialize_result(client_of(asked.params, forced_encoding=settings.position_encoding))
    return msgspec.json.encode({"jsonrpc": "2.0", "id": asked.id, "result": result})


def _send(sink: int, message: bytes) -> None:
    left = memoryview(message)
    while left:
        left = left[os.write(sink, left) :]


def _first(source: int, taken: bytearray) -> bytes | None:
    """The first body; None at the end of the stream, or when it is nothing for us."""
    while True:
        found = header.read(taken)
        if found is not None and (found.length is None or found.length > MAX_BODY):
            return None
        if found is not None and found.length is not None and len(taken) >= found.size + found.length:
            return bytes(taken[found.size : found.size + found.length])
        if found is None and len(taken) > header.MAX_HEADER:
            return None
        chunk = os.read(source, READ_SIZE)
        if not chunk:
            return None
        taken += chunk
