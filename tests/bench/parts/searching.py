"""Grep through a daemon against bare rg on the same tree in the same run."""

from __future__ import annotations

import time

import msgspec
import psutil

from tests.bench.corpora import corpus
from tests.bench.driver import Driver, daemon, rg_drained, rg_stopped
from tests.bench.options import Options
from tests.bench.rows import Row, ms, paired

PART = "grep"
PAGE_BYTES = 60_000
"""Of `rg --json`: some 250 matches."""
COMMON, RARE = "return", "zq_no_such_name"
SLOW = r"\w{12}\s+\w{12}\s+\w{12}"
"""No literal to look for: some four times as slow as others."""


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    rows: list[Row] = []
    async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, process):
        rows += await _first(driver, root, options)
        rows += await _page(driver, root, options)
        rows += await _rare(driver, root, options)
        rows += await _everything(driver, root, options)
        rows.append(await _beside_a_batch(driver, root, options))
        resident = process.memory_info().rss / 1e6
        rows.append(
            Row(
                part=PART,
                what="resident after streaming it all",
                figure=round(resident),
                unit="MB",
                reach=110,
            )
        )
    return rows


async def _first(driver: Driver, root, options: Options) -> list[Row]:
    async def ours() -> float:
        return driver.streamed("ripwire/grep", {"pattern": COMMON, "headLimit": 250})[0]

    async def theirs() -> float:
        return rg_drained(root, "-e", COMMON)[0]

    mine, other, _ = await paired(ours, theirs, options.rounds)
    after = round(ms(mine - other), 2)
    floor = f"rg's first byte {ms(other)} ms"
    return [Row(part=PART, what="first result after rg's", figure=after, unit="ms", reach=5, floor=floor)]


async def _page(driver: Driver, root, options: Options) -> list[Row]:
    async def ours() -> float:
        return driver.timed("ripwire/grep", {"pattern": COMMON, "headLimit": 250})

    async def theirs() -> float:
        return rg_stopped(root, PAGE_BYTES, "-e", COMMON)

    mine, other, _ = await paired(ours, theirs, options.rounds)
    floor = f"bare rg, stopped there {ms(other)} ms"
    return [
        Row(part=PART, what="250 of a common word", figure=ms(mine), unit="ms", reach=8, floor=floor),
    ]


async def _rare(driver: Driver, root, options: Options) -> list[Row]:
    async def ours() -> float:
        return driver.timed("ripwire/grep", {"pattern": RARE})

    async def theirs() -> float:
        return rg_drained(root, "-e", RARE)[1]

    mine, other, ratio = await paired(ours, theirs, options.rounds)
    floor = f"{ms(mine)} against rg's {ms(other)} ms"
    return [
        Row(
            part=PART,
            what="rare literal, no index",
            figure=round(ratio, 3),
            unit="×",
            reach=1.05,
            floor=floor,
        )
    ]


async def _everything(driver: Driver, root, options: Options) -> list[Row]:
    async def ours() -> float:
        return driver.streamed("ripwire/grep", {"pattern": COMMON, "headLimit": 0, "maxLineLength": 0})[1]

    async def theirs() -> float:
        return rg_drained(root, "-e", COMMON)[1]

    mine, other, ratio = await paired(ours, theirs, max(3, options.rounds // 3))
    floor = f"{ms(mine)} against rg's {ms(other)} ms"
    return [
        Row(part=PART, what="all matches streamed", figure=round(ratio, 2), unit="×", reach=1.6, floor=floor)
    ]


async def _beside_a_batch(driver: Driver, root, options: Options) -> Row:
    """The same search alone, and while another client's batch search keeps all processors busy."""
    other = driver.beside(root)

    async def alone() -> float:
        return driver.timed("ripwire/grep", {"pattern": RARE})

    async def beside() -> float:
        number = other.start("ripwire/grep", {"pattern": SLOW, "headLimit": 0, "batch": True})
        time.sleep(0.3)
        took = driver.timed("ripwire/grep", {"pattern": RARE})
        other.send({"method": "$/cancelRequest", "params": {"id": number}})
        other.answered(number)
        return took

    try:
        mine, calm, ratio = await paired(beside, alone, options.rounds)
    finally:
        other.connection.close()
    return Row(
        part=PART,
        what="a search beside a batch search",
        figure=round(ratio, 2),
        unit="×",
        reach=1.1,
        floor=f"{ms(mine)} against {ms(calm)} ms alone",
    )


def _lives(child: psutil.Process) -> bool:
    try:
        return child.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def cancelled(driver: Driver, children) -> float:
    """Seconds from a cancel to the death of rg."""
    number = driver.start("ripwire/grep", {"pattern": r"(\w+\s+){9}nothing_like_it", "headLimit": 0})
    while not (running := children()):
        time.sleep(0.001)
    began = time.perf_counter()
    driver.send({"method": "$/cancelRequest", "params": {"id": number}})
    while any(map(_lives, running)):
        time.sleep(0.0002)
    took = time.perf_counter() - began
    for body in driver.bodies():
        message = msgspec.json.decode(body)
        if message.get("id") == number:
            return took
    raise AssertionError
