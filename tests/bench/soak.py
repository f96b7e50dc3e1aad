"""Many clients, mixed requests, random cancels: `python -m tests.bench.soak --seconds 600 --clients 20`.

Every client has a tree of its own and knows each answer before it asks, so a wrong answer, a missing one
and one that belongs to somebody else are all seen.  Prints the table of `server/docs/daemon.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import psutil

from tests.support.client import RawClient
from tests.support.daemon import Home, home, searching, until

FILES, LINES = 60, 40
CANCELLED = -32800
PAGE = 25
PATIENT_MS = 300_000


@attrs.define
class Score:
    """What was seen, over all clients."""

    answers: Counter[str] = attrs.field(factory=Counter)
    wrong: list[str] = attrs.field(factory=list)
    status_ms: list[float] = attrs.field(factory=list)
    resident: list[float] = attrs.field(factory=list)
    """MB, once a second."""
    left: str = ""


def plant(folder: Path, word: str) -> Path:
    folder.mkdir()
    for number in range(FILES):
        lines = "".join(f"{word} at line {line}\n" for line in range(LINES))
        (folder / f"{word}-{number}.txt").write_text(lines)
    return folder


class Guest:
    """One client; `expected` says what the answer to each kind of request must be."""

    def __init__(self, client: RawClient, root: Path, word: str, chance: random.Random, score: Score) -> None:
        self.client, self.root, self.word, self.chance, self.score = client, root, word, chance, score
        self.parts: Counter[str] = Counter()

    async def stay(self, until_s: float) -> None:
        await self.client.initialize(self.root)
        for number in itertools.count():
            if time.monotonic() > until_s:
                return
            kind = self.chance.choice(list(self.kinds()))
            await self.visit(f"{self.word}-{number}", kind)

    def kinds(self) -> dict[str, tuple[str, dict[str, Any], Callable[[dict[str, Any], int], bool]]]:
        everything = FILES * LINES
        return {
            "status": ("ripwire/status", {}, lambda found, _: "daemon" in found),
            "page": ("ripwire/grep", {"pattern": self.word, "headLimit": PAGE}, self._page),
            "stream": (
                "ripwire/grep",
                {"pattern": self.word, "headLimit": 0},
                lambda found, parts: parts == found["total"] == everything,
            ),
            "batch": (
                "ripwire/grep",
                {"pattern": "line 7$", "headLimit": 0, "batch": True},
                lambda found, parts: parts == found["total"] == FILES,
            ),
            "count": (
                "ripwire/grep",
                {"pattern": self.word, "outputMode": "count", "headLimit": 0},
                lambda found, _: found["totalMatches"] == everything,
            ),
            "none": (
                "ripwire/grep",
                {"pattern": "nowhere at all"},
                lambda found, _: found["total"] == 0 and found["outcome"]["complete"],
            ),
            "glob": ("ripwire/glob", {"pattern": "*-1?.txt"}, lambda found, _: found["total"] == 10),
            "files": (
                "ripwire/files",
                {},
                lambda found, parts: parts == found["total"] == FILES,
            ),
        }

    def _page(self, found: dict[str, Any], _: int) -> bool:
        return len(found["matches"]) == PAGE and found["outcome"]["truncated"]

    async def visit(self, msg_id: str, kind: str) -> None:
        """One request to its answer; some are cancelled on the way."""
        method, params, right = self.kinds()[kind]
        if kind in ("stream", "batch", "files"):
            params = {**params, "partialResultToken": msg_id}
        if kind == "batch":  # it gives way to all others, for as long as they come
            params = {**params, "timeoutMs": PATIENT_MS}
        began = time.perf_counter()
        self.client.start(method, params, msg_id=msg_id)
        cancel = kind != "status" and self.chance.random() < 0.25
        if cancel:
            await asyncio.sleep(self.chance.random() * 0.02)
            self.client.notify("$/cancelRequest", {"id": msg_id})
        answer = await self.client.answer(msg_id)
        if kind == "status":
            self.score.status_ms.append((time.perf_counter() - began) * 1000)
        self._judge(msg_id, kind, answer, right, cancelled=cancel)

    def _judge(
        self,
        msg_id: str,
        kind: str,
        answer: dict[str, Any],
        right: Callable[[dict[str, Any], int], bool],
        *,
        cancelled: bool,
    ) -> None:
        parts = self._parts(msg_id)
        if cancelled and answer.get("error", {}).get("code") == CANCELLED:
            self.score.answers["cancelled"] += 1
        elif "error" in answer or not right(answer["result"], parts):
            self.score.wrong.append(f"{msg_id} {kind}: {str(answer)[:300]} with {parts} parts")
        else:
            self._own(answer["result"])
            self.score.answers[kind] += 1
        self.client.answers.clear()

    def _parts(self, msg_id: str) -> int:
        """Entries that were streamed for this request, all of which must be ours."""
        count = 0
        for message in self.client.seen:
            if message["method"] == "$/progress":
                if message["params"]["token"] != msg_id:
                    self.score.wrong.append(f"{msg_id}: a part of {message['params']['token']}")
                count += self._own(message["params"]["value"])
        self.client.seen.clear()
        return count

    def _own(self, found: dict[str, Any]) -> int:
        entries = [*(found.get("matches") or ()), *(found.get("files") or ()), *(found.get("counts") or ())]
        for entry in entries:
            if not entry["uri"].startswith(self.root.as_uri() + "/"):
                self.score.wrong.append(f"cross-talk: {entry['uri']} came to {self.word}")
        return len(entries)


async def soak(seconds: float, clients: int, seed: int) -> Score:
    score, chance = Score(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="rw-soak-") as folder:
        async with home() as place, place.daemon() as daemon, contextlib.AsyncExitStack() as stack:
            await _warm(place, plant(Path(folder) / "warm", "warm"), chance)
            await _clear(place)
            before = daemon.num_fds()
            end = time.monotonic() + seconds
            guests = []
            for number in range(clients):
                connect = place.stdio if number % 4 == 0 else place.socket
                client = await stack.enter_async_context(connect())
                word = f"word{number}x"
                guests.append(Guest(client, plant(Path(folder) / word, word), word, chance, score))
            watch = asyncio.create_task(_watch(daemon, score))
            await asyncio.gather(*(guest.stay(end) for guest in guests))
            watch.cancel()
            for guest in guests:
                await guest.client.goodbye()
            await _left(place, daemon, before, score)
    return score


async def _warm(place: Home, root: Path, chance: random.Random) -> None:
    """One of each request, so that what the daemon keeps for good is there before it is counted."""
    async with place.socket() as client:
        guest = Guest(client, root, "warm", chance, Score())
        await client.initialize(root)
        for kind in guest.kinds():
            await guest.visit(kind, kind)
        await client.goodbye()


async def _clear(place: Home) -> None:
    async with place.socket() as client:
        await client.initialize()
        await client.request("workspace/executeCommand", {"command": "ripwire.clearCaches"})
        await client.goodbye()


async def _watch(daemon: psutil.Process, score: Score) -> None:
    while True:
        score.resident.append(daemon.memory_info().rss / 1e6)
        await asyncio.sleep(1)


async def _left(place: Home, daemon: psutil.Process, before: int, score: Score) -> None:
    """What the daemon holds once all have gone and its caches, with a watcher for each root, are empty."""
    await _clear(place)

    with contextlib.suppress(TimeoutError):
        await until(lambda: not searching(daemon) and daemon.num_fds() <= before)
    tracebacks = place.log().count("Traceback")
    descriptors = max(0, daemon.num_fds() - before)
    score.left = f"{len(searching(daemon))} rg, {descriptors} descriptors, {tracebacks} tracebacks"


def table(score: Score, seconds: float, clients: int) -> str:
    warm = score.resident[len(score.resident) // 5 :] or [0.0]
    quarter = max(1, len(warm) // 4)
    first, last = statistics.median(warm[:quarter]), statistics.median(warm[-quarter:])
    quantiles = statistics.quantiles(score.status_ms, n=100)
    rows = [
        ("clients, a quarter of them through `--stdio`", clients),
        ("seconds", round(seconds)),
        ("answers", f"{score.answers.total():,} ({score.answers['cancelled']:,} of them cancelled)"),
        ("wrong, missing or foreign answers", len(score.wrong)),
        ("`ripwire/status` while searches run, p50 / p99", f"{quantiles[49]:.1f} / {quantiles[98]:.1f} ms"),
        (
            "resident after warm-up → at the end",
            f"{first:.1f} → {last:.1f} MB ({(last / first - 1) * 100:+.1f} %)",
        ),
        ("left when all had gone", score.left),
    ]
    return "\n".join(["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    score = asyncio.run(soak(args.seconds, args.clients, args.seed))
    print(table(score, args.seconds, args.clients))  # noqa: T201 - the table is the result
    for line in score.wrong[:20]:
        print(line)  # noqa: T201
    raise SystemExit(bool(score.wrong))


if __name__ == "__main__":
    main()
