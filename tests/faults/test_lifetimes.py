"""Processes, turns and time (cases A3): what was cancelled ends, what waits is answered, nothing piles up."""

import asyncio
import time

import pytest

from tests.support.daemon import until
from tests.support.fake_rg import exits, found, hangs, ignores, out, spawns, summary
from tests.support.faults import GREP, LONG_MS, SHORT_MS, Seen, at_wire, fake

CANCELLED = -32800
PATIENCE_S = 4.0
"""Below the grace of 5 s, so an answer that waited for a child's end is seen to be late."""


async def test_f32_twenty_keystrokes_leave_one_rg_and_then_none(tmp_path, door):
    rg = fake(tmp_path, [hangs()])
    client = await door(rg.path, tmp_path)
    typed = []
    for number in range(20):
        params = {"pattern": f"needle{number}", "path": str(tmp_path), "stream": "typing"}
        typed.append(client.start(GREP, params))
        await asyncio.sleep(0.05)
    for request in typed[:-1]:
        answer = await client.answer(request) if request not in _ids(client) else _answer(client, request)
        assert answer["error"]["code"] == CANCELLED
        assert answer["error"]["data"]["detail"]
    await until(lambda: len(rg.processes()) <= 1)
    client.notify("$/cancelRequest", {"id": typed[-1]})
    assert (await client.answer(typed[-1]))["error"]["code"] == CANCELLED
    await until(lambda: not rg.is_running())


@pytest.mark.parametrize("how", ["cancel", "deadline"])
async def test_f35_f41_an_rg_that_ignores_sigterm_delays_no_answer_and_blocks_nobody(tmp_path, door, how):
    rg = fake(
        tmp_path,
        [ignores(), spawns(), out(found("a", "needle")), hangs()],
        [out(summary(with_match=0, matches=0)), exits(1)],
    )
    client = await door(rg.path, tmp_path, LONG_MS if how == "cancel" else SHORT_MS)
    request = client.start(GREP, {"pattern": "needle", "path": str(tmp_path), "outputMode": "content"})
    await until(lambda: len(rg.processes()) == 2)
    began = time.monotonic()
    if how == "cancel":
        client.notify("$/cancelRequest", {"id": request})
    answer = await client.answer(request)
    assert time.monotonic() - began < PATIENCE_S
    assert ("error" in answer) is (how == "cancel")
    assert await at_wire(client, tmp_path) == Seen("complete", None, 0)
    assert len(rg.processes()) == 2  # still there, and in nobody's way
    await until(lambda: not rg.is_running())


async def test_f36_the_limit_ends_rg_at_once(tmp_path, door):
    many = "".join(found(f"f{number}", "needle") for number in range(20))
    rg = fake(tmp_path, [out(many), hangs()])
    client = await door(rg.path, tmp_path)
    seen = await at_wire(client, tmp_path, headLimit=5)
    assert seen == Seen("truncated", "limit", 5)
    await until(lambda: not rg.is_running())


async def test_f37_there_are_never_more_than_the_pool_has_places_and_the_queue_can_be_left(tmp_path, door):
    rg = fake(tmp_path, [hangs()])
    client = await door(rg.path, tmp_path)
    params = {"pattern": "needle", "path": str(tmp_path), "batch": True}
    asked = [client.start(GREP, params | {"pattern": f"needle{number}"}) for number in range(10)]
    status = await client.request("ripwire/status")
    await until(lambda: len(rg.starts()) == 1)  # batch searches leave one place of two for quick ones
    client.notify("$/cancelRequest", {"id": asked[-1]})
    answer = await client.answer(asked[-1])
    assert answer["error"]["code"] == CANCELLED
    assert len(rg.starts()) == 1
    for request in asked[:-1]:
        client.notify("$/cancelRequest", {"id": request})
    for request in asked[:-1]:
        if request not in _ids(client):
            await client.answer(request)
    await until(lambda: not rg.is_running())
    assert status


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (GREP, {"pattern": "needle"}),
        ("ripwire/glob", {"pattern": "**/*"}),
        ("ripwire/files", {}),
        ("ripwire/quickOpen", {"query": "x"}),
    ],
)
async def test_f39_every_run_of_rg_has_a_deadline(tmp_path, door, method, params):
    rg = fake(tmp_path, [hangs()])
    client = await door(rg.path, tmp_path, SHORT_MS)
    answer = await client.answer(client.start(method, params))
    failed = "error" in answer and answer["error"]["data"]["kind"] == "timeout"
    assert failed or answer["result"]["outcome"]["incomplete"], answer
    await until(lambda: not rg.is_running())


async def test_f40_a_home_folder_is_searched_only_when_it_is_named(tmp_path, door, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    rg = fake(tmp_path, [out(found("a", "needle"), summary()), exits(0)])
    client = await door(rg.path, tmp_path)
    assert rg.starts() == []  # no work at the start
    refused = await client.refused(GREP, {"pattern": "needle"})
    assert "only when it is named" in refused["message"]
    assert (await at_wire(client, tmp_path)).matches == 1


async def test_f41_a_cancel_is_answered_at_once(tmp_path, door):
    rg = fake(tmp_path, [hangs()])
    client = await door(rg.path, tmp_path)
    request = client.start(GREP, {"pattern": "needle", "path": str(tmp_path)})
    await until(rg.is_running)
    began = time.monotonic()
    client.notify("$/cancelRequest", {"id": request})
    assert (await client.answer(request))["error"]["code"] == CANCELLED
    assert time.monotonic() - began < PATIENCE_S
    await until(lambda: not rg.is_running())


def _ids(client):
    return {answer["id"] for answer in client.answers}


def _answer(client, request):
    return next(answer for answer in client.answers if answer["id"] == request)
