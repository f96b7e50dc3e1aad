"""Threads that cannot be created, for real: an rg under RLIMIT_NPROC, and the fake's spellings of it."""

import time

import pytest

from ripwire.rg.query import Filter
from tests.support.fake_rg import EAGAIN, err, exits, found, hangs, out, sleeps, summary
from tests.support.faults import SHORT_MS, Seen, at_engine, backend, fake
from tests.support.searching import Searching
from tests.support.starved import FILES, HITS, starved

__all__ = ["starved"]

PATIENCE_S = 10.0
"""Measured: 0.17 to 0.24 s on a machine with a load of 8; comparable tools wait 10 to 60 s."""
WELL = Seen("complete", None, HITS, retried=True)


@pytest.mark.parametrize("most", [1, 2, 3])
async def test_f08_a_starved_search_is_whole_and_quick(starved, most, record_property):
    """1: rg cannot start any worker.  2 and 3: some start, and rg prints nearly all and hangs."""
    async with backend(starved.rg(most)) as ready:
        ready.engine.threads = 4
        await ready.resolver.resolve()
        began = time.perf_counter()
        assert await at_engine(ready, starved.root) == WELL
        took = time.perf_counter() - began
    record_property("seconds", round(took, 3))
    assert took < PATIENCE_S, f"{FILES} files, {most} threads allowed"


async def test_f08_a_starved_listing_is_whole(starved):
    async with backend(starved.rg(1)) as ready:
        ready.engine.threads = 4
        seen = await at_engine(ready, starved.root, listing=True)
    assert seen == Seen("complete", None, FILES, retried=True)


async def test_f08_a_stream_never_repeats_a_line_after_a_retry(starved):
    async with backend(starved.rg(2)) as ready:
        ready.engine.threads = 4
        found_there = await Searching(ready.engine).text(starved.root, "needle", filter=Filter())
    assert len(found_there.lines) == len(set(found_there.lines)) == HITS


async def test_f08_the_retry_has_one_thread_and_the_next_search_has_all_again(tmp_path):
    rg = fake(
        tmp_path,
        [err(EAGAIN), exits(101)],
        [out(summary(matches=0, with_match=0)), exits(1)],
    )
    async with backend(rg.path) as ready:
        await at_engine(ready, tmp_path)
        await at_engine(ready, tmp_path)
    threads = [next(a for a in start.argv if a.startswith("--threads")) for start in rg.starts()]
    assert threads == ["--threads=2", "--threads=1", "--threads=2"]
    first, second = ([a for a in start.argv if not a.startswith("--threads")] for start in rg.starts()[:2])
    assert first == second


@pytest.mark.parametrize(
    ("text", "retries"),
    [
        ("failed to spawn thread: Resource temporarily unavailable (os error 11)\n", True),
        ("failed to spawn thread: Resource temporarily unavailable (os error 35)\n", True),
        ('worker thread: Os { code: 35, kind: WouldBlock, message: "x" }\n', True),
        ("could not start a thread: Resource temporarily unavailable\n", True),
        ("rg: <stdin>: Resource temporarily unavailable (os error 11)\n", False),
        ("rg: ./x: os error 11\n", False),
        ("worker said hello\nos error 11\n", False),
        ("thread 'main' panicked at src/main.rs\n", False),
    ],
)
async def test_f09_only_threads_that_could_not_start_are_a_reason_to_run_again(tmp_path, text, retries):
    rg = fake(tmp_path, [err(text), exits(2)], [out(found("a", "needle"), summary()), exits(0)])
    async with backend(rg.path) as ready:
        seen = await at_engine(ready, tmp_path)
    assert seen.retried is retries
    assert len(rg.starts()) == 1 + retries
    assert seen.state == ("complete" if retries else "error")


async def test_f09_the_retry_shares_the_first_ones_deadline(tmp_path):
    rg = fake(tmp_path, [sleeps(0.5), err(EAGAIN), exits(101)], [out(found("a", "needle")), hangs()])
    began = time.monotonic()
    async with backend(rg.path) as ready:
        seen = await at_engine(ready, tmp_path, timeout_ms=SHORT_MS)
    assert seen == Seen("incomplete", "timeout", 1, retried=True)
    assert time.monotonic() - began < SHORT_MS / 1000 + 4


async def test_f08_there_is_never_a_third_run(tmp_path):
    rg = fake(tmp_path, [err(EAGAIN), exits(101)])
    async with backend(rg.path) as ready:
        await at_engine(ready, tmp_path)
    assert len(rg.starts()) == 2


async def test_f08_a_marker_in_two_pieces_is_seen_while_rg_hangs(tmp_path):
    half = len(EAGAIN) // 3
    rg = fake(
        tmp_path,
        [err(EAGAIN[:half]), sleeps(0.1), err(EAGAIN[half:]), hangs()],
        [out(found("a", "needle"), summary()), exits(0)],
    )
    async with backend(rg.path) as ready:
        assert await at_engine(ready, tmp_path) == Seen("complete", None, 1, retried=True)
