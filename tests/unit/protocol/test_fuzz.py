"""Odd messages to a real session: each request is answered once, and the session goes on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ripwire.config import Settings
from ripwire.protocol.converter import camel, structure
from ripwire.protocol.errors import Refusal
from ripwire.protocol.features import COMMANDS, FEATURES, shared_converter
from ripwire.protocol.messages.grep import GrepParams
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from tests.support.client import RawClient, frame
from tests.support.serving import served

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.just("\ud800"),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
METHODS = st.sampled_from(
    [method for method in [*FEATURES, "nope", ""] if method not in ("exit", "shutdown")]
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | LEAVES,
        "id": st.integers(1, 3) | LEAVES,
        "method": METHODS | LEAVES,
        "params": VALUES,
        "result": VALUES,
        "error": VALUES,
    },
)
RELAXED = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150
)


class Conversation:
    """One session for all examples, driven from outside of its loop."""

    def __init__(self, runner: asyncio.Runner, client: RawClient) -> None:
        self._runner = runner
        self._client = client
        self._numbers = itertools.count()

    def answers_to(self, body: bytes) -> list[dict[str, Any]]:
        """What came back for `body`, up to the answer to a question asked after it."""
        return self._runner.run(self._ask(body))

    async def _ask(self, body: bytes) -> list[dict[str, Any]]:
        ping = f"ping-{next(self._numbers)}"
        self._client.answers.clear()
        self._client.send_bytes(frame(body))
        self._client.start("ripwire/status", msg_id=ping)
        await self._client.answer(ping)
        await asyncio.sleep(0)
        return [answer for answer in self._client.answers if answer["id"] != ping]


@pytest.fixture
def conversation(tmp_path: Path) -> Iterator[Conversation]:
    with asyncio.Runner() as runner, contextlib.ExitStack() as stack:

        async def begin() -> tuple[Backend, contextlib.AsyncExitStack, RawClient]:
            backend, blocks = Backend.create(Settings()), contextlib.AsyncExitStack()
            serving = await blocks.enter_async_context(served(Shared(backend=backend)))
            client = await blocks.enter_async_context(serving.connect())
            await client.initialize(tmp_path)
            return backend, blocks, client

        backend, blocks, client = runner.run(begin())
        stack.callback(lambda: runner.run(backend.close()))
        stack.callback(lambda: runner.run(blocks.aclose()))
        yield Conversation(runner, client)


@RELAXED
@given(st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_any_body_is_survived(conversation: Conversation, body: bytes) -> None:
    for answer in conversation.answers_to(body):
        assert answer["error"]["code"] in (-32700, -32600)


@RELAXED
@given(MESSAGES)
def test_any_message_is_answered_at_most_once(conversation: Conversation, message: dict[str, Any]) -> None:
    answers = conversation.answers_to(json.dumps(message).encode())
    assert len(answers) <= 1
    msg_id, method = message.get("id"), message.get("method")
    usable = isinstance(msg_id, int | str) and not isinstance(msg_id, bool) and msg_id != "\ud800"
    waits = method in FEATURES and not FEATURES[method].notification
    if usable and isinstance(method, str) and not waits:
        assert [answer["id"] for answer in answers] == [msg_id]
        assert "error" in answers[0]


@RELAXED
@given(st.sampled_from([field.name for field in attrs.fields(GrepParams)]), VALUES)
def test_params_of_the_wrong_type_are_refused_with_their_place(name: str, value: Any) -> None:
    found, problems = structured({"pattern": "x", camel(name): value})
    if found is None:
        assert camel(name) in problems
    else:
        taken = getattr(found, name)
        assert taken in (value, tuple(value or ()) if isinstance(value, list) else value)


def structured(params: dict[str, Any]) -> tuple[GrepParams | None, str]:
    try:
        return structure(shared_converter(), params, GrepParams), ""
    except Refusal as refusal:
        return None, " ".join(refusal.error.data.problems)


@pytest.mark.parametrize("command", sorted(COMMANDS))
async def test_a_command_refuses_what_its_request_refuses(command: str) -> None:
    params = COMMANDS[command].params
    with pytest.raises(Refusal, match="surely-not-a-key"):
        structure(shared_converter(), {"surely-not-a-key": 1}, params)
