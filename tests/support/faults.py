"""One fault, seen through every door: engine, wire, command line.  Each door's answer becomes a `Seen`.

What may never happen, whatever the fault, is one sentence: an unfinished search that says "no matches".
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from ripwire.config import Settings
from ripwire.errors import Failure
from ripwire.protocol.shared import Shared
from ripwire.rg.attempt import Deadline
from ripwire.rg.events import Match
from ripwire.rg.query import ListQuery, TextQuery
from ripwire.rg.verdict import Stop
from ripwire.services.backend import Backend
from tests.support.client import RawClient
from tests.support.fake_rg import FakeRg, Step
from tests.support.serving import served

GREP = "ripwire/grep"
LONG_MS = 60_000
SHORT_MS = 3_000
"""For a fault that only a deadline ends.  Long enough for a loaded machine to start the fake."""


@attrs.frozen
class Seen:
    """`state` is complete, truncated, incomplete or error; `why` the first reason, or the error's kind."""

    state: str
    why: str | None
    matches: int
    retried: bool = False

    @property
    def says_no_matches(self) -> bool:
        return self.state == "complete" and self.matches == 0


@contextlib.asynccontextmanager
async def backend(source: Path, timeout_ms: int = LONG_MS) -> AsyncIterator[Backend]:
    ready = Backend.create(Settings(rg_source=str(source), rg_threads=2, timeout_ms=timeout_ms))
    try:
        yield ready
    finally:
        await ready.close()


async def at_engine(
    ready: Backend, root: Path, *, listing: bool = False, limit: int | None = None, timeout_ms: int = LONG_MS
) -> Seen:
    """What `Engine` reports.  `limit` matches are taken."""
    count = 0

    async def take(batch: list[Any]) -> Stop | None:
        nonlocal count
        count += len(batch) if listing else sum(isinstance(record, Match) for record in batch)
        return Stop.LIMIT if limit is not None and count >= limit else None

    deadline = Deadline.after(timeout_ms / 1000)
    try:
        if listing:
            report = await ready.engine.list_files(ListQuery(root=root), take, deadline)
        else:
            report = await ready.engine.search(TextQuery(pattern="needle", root=root), take, deadline)
    except Failure as failure:
        return Seen("error", failure.kind, count)
    if report.failure is not None:
        return Seen("error", report.failure.kind, count, report.coverage.retried)
    outcome = report.outcome
    state = "incomplete" if outcome.incomplete else "truncated" if outcome.truncated else "complete"
    return Seen(state, outcome.reasons[0] if outcome.reasons else None, count, report.coverage.retried)


@contextlib.asynccontextmanager
async def on_the_wire(ready: Backend, root: Path) -> AsyncIterator[RawClient]:
    """A client that has been through initialize, on a session of its own."""
    async with served(Shared(backend=ready)) as serving, serving.connect() as client:
        await client.initialize(root)
        yield client


async def at_wire(client: RawClient, root: Path, **params: Any) -> Seen:
    asked = {"pattern": "needle", "path": str(root), "outputMode": "content"} | params
    return seen_in(await client.answer(client.start(GREP, asked), within_s=60))


def seen_in(answer: dict[str, Any]) -> Seen:
    """Of one JSON-RPC answer."""
    if "error" in answer:
        return Seen("error", answer["error"]["data"]["kind"], 0)
    return _of_result(answer["result"])


def at_command_line(capsys: Any, root: Path, *arguments: str) -> tuple[Seen, str]:
    """`ripwire grep --json`, and what it said on stderr; a failure has no result."""
    from ripwire.cli.main import command_line

    code = command_line(["grep", "needle", str(root), "--json", *arguments])
    out, err = capsys.readouterr()
    if not out:
        assert code == 2, (code, err)
        return Seen("error", None, 0), err
    seen = _of_result(json.loads(out))
    expected = 2 if seen.state == "incomplete" else 0 if seen.matches else 1
    assert code == expected, (code, seen, err)
    return seen, err


def as_text(capsys: Any, root: Path, *arguments: str) -> tuple[int, str, str]:
    """`ripwire grep`, as a person reads it: exit code, stdout, stderr."""
    from ripwire.cli.main import command_line

    code = command_line(["grep", "needle", str(root), "--no-heading", *arguments])
    return code, *capsys.readouterr()


def _of_result(result: dict[str, Any]) -> Seen:
    outcome = result["outcome"]
    state = "incomplete" if outcome["incomplete"] else "truncated" if outcome["truncated"] else "complete"
    reasons = outcome["reasons"]
    return Seen(state, reasons[0] if reasons else None, len(result["matches"]), result["coverage"]["retried"])


def fake(folder: Path, *runs: Sequence[Step]) -> FakeRg:
    return FakeRg(folder / "fake-rg", *runs)
