"""Whose turn it is."""

import asyncio

import pytest

from ripwire.errors import Failure, Kind
from ripwire.services import scheduler as module
from ripwire.services.caller import Caller
from ripwire.services.scheduler import Scheduler


def client(name="a", **more):
    return Caller(client=name, roots=(), **more)


class Pool:
    """Starts turns and lets them end when told."""

    def __init__(self, slots=2, limit=100):
        self.scheduler = Scheduler(slots, limit)
        self.running = []
        self.began = []
        self.tasks = []

    def start(self, name, caller, until=None):
        async def run():
            async with self.scheduler.turn(caller, until) as turn:
                self.began.append(name)
                self.running.append(name)
                try:
                    await release.wait()
                finally:
                    self.running.remove(name)
            return turn

        release = asyncio.Event()
        task = asyncio.create_task(run())
        task.release = release
        self.tasks.append(task)
        return task

    async def settle(self):
        for _ in range(10):
            await asyncio.sleep(0)

    async def finish(self):
        for task in self.tasks:
            task.release.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert (self.scheduler.running, self.scheduler.queued, self.scheduler.slow) == (0, 0, 0)


@pytest.fixture
async def pool():
    ready = Pool()
    yield ready
    await ready.finish()


async def test_f37_no_more_than_the_slots_run(pool):
    tasks = [pool.start(number, client(str(number))) for number in range(10)]
    await pool.settle()
    assert len(pool.running) == 2
    for task in tasks:
        task.release.set()
        await pool.settle()
        assert len(pool.running) <= 2
    assert sorted(pool.began) == list(range(10))


async def test_f37_clients_take_turns(pool):
    for number in range(4):
        pool.start(f"greedy {number}", client("greedy"))
    await pool.settle()
    last = pool.start("modest", client("modest"))
    await pool.settle()
    pool.tasks[0].release.set()
    await pool.settle()
    pool.tasks[1].release.set()
    await pool.settle()
    assert "modest" in pool.began
    assert len(pool.began) == 4
    assert not last.done()


async def test_interactive_goes_before_batch_and_batch_never_takes_the_last_place(pool):
    pool.start("batch 1", client("b", batch=True))
    pool.start("batch 2", client("b", batch=True))
    await pool.settle()
    assert pool.running == ["batch 1"]
    pool.start("quick 1", client("a"))
    pool.start("quick 2", client("a"))
    await pool.settle()
    assert pool.running == ["batch 1", "quick 1"]
    pool.tasks[0].release.set()
    await pool.settle()
    assert pool.running == ["quick 1", "quick 2"]


async def test_f32_a_newer_request_of_the_same_stream_replaces_the_older(pool):
    tasks = [pool.start(number, client("a", stream="typing")) for number in range(20)]
    await pool.settle()
    assert pool.running == [19]
    for task in tasks[:-1]:
        with pytest.raises(Failure) as failed:
            await task
        assert failed.value.kind is Kind.CANCELLED
        assert failed.value.message == "superseded"


async def test_f32_other_streams_and_clients_go_on(pool):
    pool.start("a", client("a", stream="one"))
    pool.start("b", client("b", stream="one"))
    await pool.settle()
    assert pool.running == ["a", "b"]


async def test_f97_cancelled_in_the_queue_never_starts(pool):
    for number in range(2):
        pool.start(number, client(str(number)))
    waiting = pool.start("waiting", client("w"))
    await pool.settle()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await pool.finish()
    assert "waiting" not in pool.began


async def test_a_place_given_to_one_who_left_goes_to_the_next(pool):
    for number in range(2):
        pool.start(number, client(str(number)))
    first, second = pool.start("first", client("x")), pool.start("second", client("y"))
    await pool.settle()
    pool.tasks[0].release.set()
    await pool.tasks[0]
    first.cancel()
    await pool.settle()
    assert "second" in pool.running
    assert not second.done()


async def test_too_many_are_refused():
    pool = Pool(slots=1, limit=2)
    for number in range(3):
        pool.start(number, client(str(number)))
    await pool.settle()
    refused = pool.start("one too many", client("z"))
    with pytest.raises(Failure) as failed:
        await refused
    assert failed.value.kind is Kind.OVER_LIMIT
    await pool.finish()


async def test_the_queue_is_inside_of_the_deadline():
    pool = Pool(slots=1)
    pool.start("first", client("a"))
    await pool.settle()
    late = pool.start("late", client("b"), until=asyncio.get_running_loop().time() + 0.05)
    with pytest.raises(Failure) as failed:
        await late
    assert failed.value.kind is Kind.TIMEOUT
    await pool.finish()


async def test_a_slow_search_gives_its_place_to_a_quick_one(monkeypatch):
    monkeypatch.setattr(module, "SLOW_S", 0.05)
    pool = Pool(slots=1)
    slow = pool.start("slow", client("a"))
    pool.start("quick", client("b"))
    async with asyncio.timeout(30):
        while "quick" not in pool.running:
            await asyncio.sleep(0.01)
    assert "slow" in pool.running
    slow.release.set()
    turn = await slow
    assert turn.demoted
    assert turn.priority.low
    await pool.finish()


async def test_an_error_gives_the_place_back():
    scheduler = Scheduler(1, 10)

    async def broken():
        async with scheduler.turn(client()):
            raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await broken()
    assert scheduler.running == 0
