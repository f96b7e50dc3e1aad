"""Clients at once: every answer goes to whoever asked, whatever is cancelled meanwhile."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.support.daemon import home

ROUNDS = 60
SEED = 20260728


def plant(folder, word):
    """A tree whose every line belongs to one client."""
    folder.mkdir()
    for number in range(30):
        (folder / f"{word}{number}.txt").write_text("".join(f"{word} line {line}\n" for line in range(40)))
    return folder


class Chatter:
    """One client that asks at random and checks that all it sees is its own."""

    def __init__(self, client, root, word, chance):
        self.client, self.root, self.word, self.chance = client, root, word, chance
        self.asked = {}
        self.cancelled = 0

    async def run(self):
        await self.client.initialize(self.root)
        for number in range(ROUNDS):
            self._ask(f"{self.word}-{number}")
            if self.chance.random() < 0.3:
                self.client.notify("$/cancelRequest", {"id": self.chance.choice(list(self.asked))})
            if self.chance.random() < 0.5:
                await self._take(await self.client.message())
        while len(self.client.answers) < ROUNDS + 1:
            await self._take(await self.client.message())
        assert len({answer["id"] for answer in self.client.answers}) == ROUNDS + 1

    def _ask(self, msg_id):
        method, params = self.chance.choice(
            [
                ("ripwire/grep", {"pattern": self.word, "headLimit": self.chance.choice([0, 3, 250])}),
                ("ripwire/grep", {"pattern": "line 7", "headLimit": 0, "partialResultToken": msg_id}),
                ("ripwire/glob", {"pattern": "*.txt"}),
                ("ripwire/files", {"partialResultToken": msg_id}),
                ("ripwire/status", {}),
                ("ripwire/grep", {"pattern": "("}),
                ("ripwire/grep", {"pattern": self.word, "path": "../"}),
            ]
        )
        self.asked[msg_id] = method
        self.client.start(method, params, msg_id=msg_id)

    async def _take(self, message):
        if message.get("method") == "$/progress":
            assert message["params"]["token"] in self.asked
            found = message["params"]["value"]
        else:
            assert message.get("id") in self.asked or message.get("id") == 1
            found = message.get("result") or {}
        for entry in [*(found.get("matches") or ()), *(found.get("files") or ())]:
            assert entry["uri"].startswith(self.root.as_uri()), entry
            assert self.word in entry["uri"]


@pytest.mark.parametrize("way", ["socket", "pump"])
async def test_f96_no_cross_talk_between_clients_that_ask_and_cancel_at_random(tmp_path, way):
    chance = random.Random(SEED)
    async with home() as place, place.daemon():
        connect = place.socket if way == "socket" else place.stdio
        async with connect() as first, connect() as second, connect() as third:
            chatters = [
                Chatter(client, plant(tmp_path / word, word), word, random.Random(chance.random()))
                for client, word in ((first, "alpha"), (second, "beta"), (third, "gamma"))
            ]
            await asyncio.gather(*(chatter.run() for chatter in chatters))
            assert len((await first.request("ripwire/status"))["sessions"]) == 3
        assert "Traceback" not in place.log()
