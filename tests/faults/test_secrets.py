"""A secret in every place where a user may have one, and every event that a fault can cause."""

import contextlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ripwire import telemetry
from ripwire.config import Settings
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from tests.support.fake_rg import EAGAIN, FakeRg, begin, err, exits, hangs, killed, match, out, summary
from tests.support.faults import GREP, SHORT_MS, backend, fake
from tests.support.serving import served

SECRET = "s3cret-Wort"
"""In the pattern, the folder, the file, stdout and stderr."""

TOLD = out(begin(SECRET) + match(SECRET, 1, SECRET))
FAULTS = {
    "eagain": [[TOLD, err(EAGAIN, SECRET, "\n"), exits(101)]],
    "recovered": [[err(EAGAIN), exits(101)], [out(summary(with_match=0, matches=0)), exits(1)]],
    "timeout": [[TOLD, err(SECRET), hangs()]],
    "exit": [[TOLD, err(SECRET), killed("SIGSEGV")]],
    "panic": [[err(f"thread 'main' panicked at {SECRET}\n"), exits(101)]],
}
NO_EVENT = {
    "success": [[out(summary(with_match=0, matches=0)), exits(1)]],
    "callers mistake": [[err(f"rg: regex parse error:\n{SECRET}\n"), exits(2)]],
    "unreadable": [
        [
            out(summary(with_match=0, matches=0)),
            err(f"rg: ./{SECRET}: Permission denied (os error 13)\n"),
            exits(2),
        ]
    ],
}


async def events_of(folder, runs):
    """Everything that is sent to a client that asked for events, while the fault happens."""
    root = folder / SECRET
    root.mkdir(exist_ok=True)
    rg = FakeRg(folder / "rg", *runs)
    ready = Backend.create(Settings(rg_source=str(rg.path), timeout_ms=SHORT_MS))
    async with served(Shared(backend=ready)) as serving, serving.connect() as client:
        options = {"telemetry": {"events": True}}
        await client.initialize(root, initializationOptions=options)
        await client.answer(client.start(GREP, {"pattern": SECRET, "path": str(root)}))
        await client.request("ripwire/status")
        sent = [seen["params"] for seen in client.seen if seen.get("method") == "telemetry/event"]
    await ready.close()
    return sent


@pytest.mark.parametrize("fault", FAULTS)
async def test_one_event_and_no_secret_in_it(tmp_path, fault):
    (event,) = await events_of(tmp_path, FAULTS[fault])
    assert SECRET.lower() not in json.dumps(event).lower()
    assert set(event) <= {"name", "selection_mode", "retry_triggered", "retry_succeeded", "failure_kind"}
    assert event["name"] == "ripgrep_runtime_recovery"
    assert event["selection_mode"] == "system"
    expected = {"recovered": "eagain", "panic": "exit"}.get(fault, fault)
    assert event["failure_kind"] == expected
    assert event["retry_triggered"] is (expected == "eagain")


@pytest.mark.parametrize("fault", NO_EVENT)
async def test_success_and_the_callers_mistakes_are_nobodys_business(tmp_path, fault):
    assert await events_of(tmp_path, NO_EVENT[fault]) == []


async def test_nothing_is_sent_to_a_client_that_did_not_ask(tmp_path):
    rg = fake(tmp_path, FAULTS["exit"][0])
    async with (
        backend(rg.path) as ready,
        served(Shared(backend=ready)) as serving,
        serving.connect() as client,
    ):
        await client.initialize(tmp_path)
        await client.answer(client.start(GREP, {"pattern": "x", "path": str(tmp_path)}))
        await client.request("ripwire/status")
        assert not [seen for seen in client.seen if seen.get("method") == "telemetry/event"]


@settings(
    max_examples=25, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    secret=st.text(st.characters(codec="utf-8", exclude_characters="\0\n\r/"), min_size=6, max_size=40),
    fault=st.sampled_from(["eagain", "exit"]),
)
def test_no_secret_of_any_kind_is_in_any_event(tmp_path_factory, secret, fault):
    """At the engine, whose event is what every sink gets."""
    import asyncio

    folder = tmp_path_factory.mktemp("secret")
    steps = {"eagain": [err(EAGAIN, secret), exits(101)], "exit": [out(secret), err(secret), exits(3)]}[fault]
    seen: list[telemetry.Recovery] = []

    async def search():
        from ripwire.services.caller import Caller
        from ripwire.services.grep import GrepQuery, grep

        async with backend(FakeRg(folder / "rg", steps).path) as ready:
            ready.telemetry.attach(seen.append)
            with contextlib.suppress(Exception):
                await grep(ready, Caller(client="c", roots=(folder,)), GrepQuery(pattern=secret))

    asyncio.run(search())
    assert seen
    for event in seen:
        assert secret not in json.dumps(event.fields()) + repr(event)
