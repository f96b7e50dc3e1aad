"""Random fault schedules against the wire: no false "no matches", no process left, no request unanswered.

A bounded sample by default; `RIPWIRE_SCHEDULES=10000 python -m pytest tests/faults/test_schedules.py
--timeout=0` is the full run.
"""

import asyncio
import collections
import contextlib
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.fake_rg import FakeRg, closes, exits
from tests.support.faults import GREP, Seen, backend, on_the_wire, seen_in
from tests.support.schedules import SCHEDULES, Run, Schedule

COUNT = int(os.environ.get("RIPWIRE_SCHEDULES", "160"))
STUCK_MS = 600
"""Of a search that only its deadline ends.  On a loaded machine the fake may not have started by then,
which is one more fault."""
AT_ONCE = 8
REPORT = Path(os.environ["RIPWIRE_SCHEDULES_REPORT"]) if "RIPWIRE_SCHEDULES_REPORT" in os.environ else None
"""Where a long run says how far it is."""
ANSWER_S = 60.0
"""By then a request counts as unanswered."""


class Trial:
    """One fake rg, one session, many schedules."""

    def __init__(self, folder):
        self.root = folder
        self.fake = FakeRg(folder / "fake")
        self.groups: set[int] = set()
        self.stack = contextlib.AsyncExitStack()

    async def open(self):
        ready = await self.stack.enter_async_context(backend(self.fake.path))
        self.client = await self.stack.enter_async_context(on_the_wire(ready, self.root))
        await ready.resolver.resolve()

    async def ask(self, schedule: Schedule) -> Seen:
        self.fake.script(*(run.steps() for run in schedule.runs))
        if schedule.gone:
            self.fake.break_away()
        params = {"pattern": "needle", "path": str(self.root), "outputMode": "content"}
        if any(run.gets_stuck for run in schedule.runs):
            params["timeoutMs"] = STUCK_MS
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
def trials(tmp_path, monkeypatch):
    """Several at once: most of a schedule's time is waiting."""
    monkeypatch.setattr("ripwire.rg.process.GRACE_S", 0.5)
    ready = [Trial(tmp_path / str(number)) for number in range(AT_ONCE)]
    with asyncio.Runner() as runner:
        runner.run(_all(trial.open() for trial in ready))
        yield ready, runner
        runner.run(_all(trial.close() for trial in ready))


async def _all(coroutines):
    return await asyncio.gather(*coroutines)


@pytest.mark.timeout(0 if COUNT > 1000 else 600)
def test_f01_f18_no_schedule_of_faults_ends_in_a_false_no_match(trials):
    ready, runner = trials
    tally: collections.Counter[str] = collections.Counter()

    @settings(
        max_examples=max(1, COUNT // AT_ONCE),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(SCHEDULES, min_size=AT_ONCE, max_size=AT_ONCE))
    def no_false_answer(schedules):
        pairs = list(zip(ready, schedules, strict=True))
        for schedule, seen in zip(
            schedules, runner.run(_all(trial.ask(schedule) for trial, schedule in pairs)), strict=True
        ):
            tally[f"{seen.state} {seen.why or seen.matches}"] += 1
            check(schedule, seen)
        if REPORT is not None:
            REPORT.write_text(f"{tally.total()} schedules: {dict(tally)}\n")

    no_false_answer()


def check(schedule: Schedule, seen: Seen) -> None:
    """What the answer claims must be what one of the runs proved."""
    if seen.state == "error":
        return
    if seen.says_no_matches:
        assert any(run.proves_none for run in schedule.runs), seen
    elif seen.state == "complete":
        # After a retry the matches may be the first run's, and the proof of being whole the second one's.
        second = seen.retried and any(run.proves_none for run in schedule.runs)
        assert second or any(run.proves_matches for run in schedule.runs), seen
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
