"""Random fault schedules against the wire: no false "no matches", no process left, no request unanswered.

A bounded sample by default; `RIPWIRE_SCHEDULES=10000 python -m pytest tests/faults/test_schedules.py
--timeout=0` is the full run.
"""

import asyncio
import contextlib
import os
import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.support.fake_rg import FakeRg, closes, exits
from tests.support.faults import GREP, Seen, backend, on_the_wire, seen_in
from tests.support.schedules import SCHEDULES, Run, Schedule

COUNT = int(os.environ.get("RIPWIRE_SCHEDULES", "60"))
TIMEOUT_MS = 400
"""Of each search.  On a loaded machine the fake may not have started by then, which is one more fault."""
ANSWER_S = 60.0
"""By then a request counts as unanswered."""


class Trial:
    """One fake rg, one session, many schedules."""

    def __init__(self, loop, folder):
        self.loop, self.root = loop, folder
        self.fake = FakeRg(folder / "fake")
        self.groups: set[int] = set()
        self.stack = contextlib.AsyncExitStack()

    async def open(self):
        ready = await self.stack.enter_async_context(backend(self.fake.path, TIMEOUT_MS))
        self.client = await self.stack.enter_async_context(on_the_wire(ready, self.root))
        await ready.resolver.resolve()

    async def ask(self, schedule: Schedule) -> Seen:
        self.fake.script(*(run.steps() for run in schedule.runs))
        if schedule.gone:
            self.fake.break_away()
        params = {"pattern": "needle", "path": str(self.root), "outputMode": "content"}
        request = self.client.start(GREP, params)
        if schedule.cancel_after_s is not None:
            await asyncio.sleep(schedule.cancel_after_s)
            self.client.notify("$/cancelRequest", {"id": request})
        answer = await self.client.answer(request, within_s=ANSWER_S)
        if schedule.gone:
            self.fake.come_back()
        self.groups |= {start.pid for start in self.fake.starts()}
        return seen_in(answer)

    def living(self) -> set[int]:
        """Groups that still have a process in them."""
        return {group for group in self.groups if _lives(group)}

    async def close(self):
        deadline = time.monotonic() + ANSWER_S
        while self.living() and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        left = self.living()
        await self.stack.aclose()
        assert not left


def _lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def trial(tmp_path, monkeypatch):
    monkeypatch.setattr("ripwire.rg.process.GRACE_S", 0.5)
    with asyncio.Runner() as runner:
        ready = Trial(runner.get_loop(), tmp_path)
        runner.run(ready.open())
        ready.run = runner.run
        yield ready
        runner.run(ready.close())


@pytest.mark.timeout(0 if COUNT > 1000 else 600)
def test_f01_f18_no_schedule_of_faults_ends_in_a_false_no_match(trial):
    tally: dict[str, int] = {}

    @settings(
        max_examples=COUNT,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(SCHEDULES)
    def no_false_answer(schedule):
        seen = trial.run(trial.ask(schedule))
        tally[seen.state] = tally.get(seen.state, 0) + 1
        check(schedule, seen)

    no_false_answer()
    if COUNT > 1000:
        print(f"\n{sum(tally.values())} schedules: {tally}, groups started: {len(trial.groups)}")  # noqa: T201


def check(schedule: Schedule, seen: Seen) -> None:
    """What the answer claims must be what one of the runs proved."""
    if seen.state == "error":
        return
    if seen.says_no_matches:
        assert any(run.proves_none for run in schedule.runs), seen
    elif seen.state == "complete":
        assert any(run.proves_matches for run in schedule.runs), seen
    assert seen.matches <= max(run.files for run in schedule.runs)


def test_the_check_itself_would_catch_a_lie():
    """The oracle on the answers that would be wrong."""
    nothing = {"files": 0, "cut": None, "stderr": "", "pieces": 1}
    lie = Seen("complete", None, 0)
    for run in (
        Run(**nothing, end=exits(2)),
        Run(**nothing, end={"kill": "SIGKILL"}),
        Run(**(nothing | {"cut": 10}), end=exits(1)),
        Run(**(nothing | {"stderr": "strange\n"}), end=exits(1)),
        Run(**nothing, end=exits(1), extra=(closes(1),)),
        Run(**nothing, end=exits(1), garbage="{]\n"),
    ):
        with pytest.raises(AssertionError):
            check(Schedule((run,), None, gone=False), lie)
    check(Schedule((Run(**nothing, end=exits(1)),), None, gone=False), lie)
