"""Broken bytes for a real daemon: `python -m tests.bench.fuzz --seconds 60 --seed 1`.

Whole conversations of both doors are mutated byte by byte (flipped, cut, doubled, spliced, inflated) and
sent; the daemon must go on serving a well-behaved client, log no bug, and not grow.  Prints what it did;
exit code 1 and the seed of the conversation when something broke.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.client import RawClient, frame
from tests.support.daemon import Home, home

Mutation = Callable[[bytearray, random.Random], None]
DRAIN_S = 0.05
WARM = 50
BUGS = ("Traceback", "incident", "ended by a bug")


def lsp(root: Path) -> bytes:
    """A session that touches most of the surface."""
    uri = (root / "a.txt").as_uri()
    requests = [
        (
            "initialize",
            {
                "processId": None,
                "workspaceFolders": [{"uri": root.as_uri(), "name": "r"}],
                "capabilities": {},
            },
        ),
        (
            "ripwire/grep",
            {"pattern": "a+", "headLimit": 3, "context": 1, "glob": ["*.txt"], "partialResultToken": "p"},
        ),
        ("ripwire/glob", {"pattern": "**/*.txt"}),
        ("ripwire/quickOpen", {"query": "a"}),
        ("workspace/symbol", {"query": "a"}),
        ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
        ("workspace/executeCommand", {"command": "ripwire.status", "arguments": []}),
        ("ripwire/status", None),
    ]
    messages = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(requests, 1)
    ]
    document = {"uri": uri, "languageId": "plaintext", "version": 1, "text": "aä𝄞\r\nb"}
    position = {"line": 0, "character": 2}
    change = {"range": {"start": position, "end": position}, "text": "x"}
    notes = [
        ("textDocument/didOpen", {"textDocument": document}),
        ("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}),
        ("$/cancelRequest", {"id": 2}),
        ("exit", None),
    ]
    messages += [{"jsonrpc": "2.0", "method": method, "params": params} for method, params in notes]
    return b"".join(map(frame, messages))


def mcp(root: Path) -> bytes:
    client = {"name": "fuzz", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    call = {"name": "grep", "arguments": {"pattern": "a", "path": str(root)}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call},
    ]
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def cut(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.choice([1, 2, 30, 5000])]


def double(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    end = start + chance.choice([1, 10, 300])
    data[start:start] = data[start:end]


def splice(data: bytearray, chance: random.Random) -> None:
    odd = [b"\0", b"\xff\xfe", b'"\\ud800"', b"[" * 5000, b"{" * 5000, b"-1", b"1e999", b"null", b"\r\n\r\n"]
    at = chance.randrange(len(data))
    data[at:at] = chance.choice(odd)


def inflate(data: bytearray, chance: random.Random) -> None:
    """A length that lies."""
    at = data.find(b"Content-Length: ", chance.randrange(len(data)))
    if at >= 0:
        data[at + 16 : at + 17] = chance.choice([b"9", b"99999999", b"0", b"-", b"18446744073709551616"])


MUTATIONS: tuple[Mutation, ...] = (flip, flip, cut, double, splice, inflate)


def broken(whole: bytes, chance: random.Random) -> bytes:
    data = bytearray(whole)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        if data:
            chance.choice(MUTATIONS)(data, chance)
    return bytes(data)


async def attack(place: Home, data: bytes, chance: random.Random) -> None:
    """Send it, in pieces or at once, read a little of what comes, and leave politely or not."""
    async with place.socket() as client:
        with contextlib.suppress(ConnectionError):
            for piece in _pieces(data, chance):
                client.send_bytes(piece)
                await client.writer.drain()
            if chance.random() < 0.5:
                client.writer.write_eof()
            await _listen(client)
        if chance.random() < 0.3:
            client.writer.transport.abort()


def _pieces(data: bytes, chance: random.Random) -> list[bytes]:
    size = chance.choice([len(data) or 1, 1000, 7])
    return [data[start : start + size] for start in range(0, len(data), size)]


async def _listen(client: RawClient) -> None:
    """Until nothing comes for a moment; what comes need not be LSP, since the door may be the other one."""
    with contextlib.suppress(Exception):
        while True:
            await client.message(DRAIN_S)


async def run(seconds: float, seed: int) -> int:
    count, end = 0, time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="rw-fuzz-") as folder:
        root = Path(folder)
        (root / "a.txt").write_text("aaa\n")
        (root / "b.txt").write_text("bbb\n")  # the attackers open the other one, and what they type is shared
        whole = (lsp(root), lsp(root), mcp(root))
        async with home() as place, place.daemon() as daemon, place.socket() as good:
            await good.initialize(root)
            first = 0.0
            while time.monotonic() < end:
                chance = random.Random(seed + count)
                await attack(place, broken(chance.choice(whole), chance), chance)
                count += 1
                found = await good.request("ripwire/grep", {"pattern": "bbb"})
                if found["total"] != 1 or any(bug in place.log() for bug in BUGS):
                    print(f"broken by --seed {seed + count - 1}: {found}\n{place.log()[-5000:]}")  # noqa: T201
                    return 1
                if count <= WARM:  # both doors have loaded what they need
                    first = daemon.memory_info().rss / 1e6
            last = daemon.memory_info().rss / 1e6
    print(f"{count} broken conversations; resident {first:.1f} → {last:.1f} MB; no bug, none unanswered")  # noqa: T201
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    raise SystemExit(asyncio.run(run(args.seconds, args.seed)))


if __name__ == "__main__":
    main()
