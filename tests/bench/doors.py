"""The daemon's doors in figures: `python -m tests.bench.doors`.

Round trips, the start of the pump, memory, how soon a dead client's rg is gone, and what one client's
flood costs another.  Each with the median of a few runs; prints the table of `server/docs/daemon.md`.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import psutil

from tests.bench.soak import plant
from tests.support.client import RawClient, frame
from tests.support.daemon import Home, home, until
from tests.support.fake_rg import FakeRg, hangs

TRIPS = 500
TRIVIAL = "ripwire/nothing"
"""A method that there is not: read, looked up, answered; no service is asked."""
STATUS = "ripwire/status"
STARTS = 15
GREPS = 25
SCRIPT = [str(Path(sys.executable).with_name("ripwire"))]
"""As editors start it: `python -m` costs half as much again."""
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}


async def main() -> None:
    rows = []
    async with home() as place, place.daemon() as daemon:
        rows.append(("idle daemon, resident", f"{daemon.memory_info().rss / 1e6:.1f} MB", "≤ 60 MB"))
        rows.append(("round trip over the socket, p50", await _round_trip(place.socket), "≤ 1 ms"))
        rows.append(("round trip through `--stdio`, p50", await _round_trip(place.stdio), "≤ 1.5 ms"))
        rows.append(("`ripwire/status` over the socket, p50", await _round_trip(place.socket, STATUS), ""))
        rows += await _pump(place)
        rows.append(("a bare interpreter, start to end", await _interpreter(), ""))
        rows.append(("250 results while another client floods", await _flood(place), "≤ 1.5 × alone"))
    rows.append(("SIGKILL of a client → its rg is gone", await _dead_client(), "≤ 0.5 s"))
    rows.append(("SIGKILL of the daemon → its rg is gone", await _dead_daemon(), "≤ 5 s"))
    print("| | measured | bar |\n| --- | --- | --- |")  # noqa: T201 - the table is the result
    for name, value, bar in rows:
        print(f"| {name} | {value} | {bar} |")  # noqa: T201


async def _round_trip(
    door: Callable[[], contextlib.AbstractAsyncContextManager[RawClient]], method: str = TRIVIAL
) -> str:
    """What the client itself costs is in the figure."""
    async with door() as client:
        await client.initialize()
        times = []
        for _ in range(TRIPS):
            began = time.perf_counter()
            await client.answer(client.start(method, {}))
            times.append(time.perf_counter() - began)
        await client.goodbye()
    return f"{statistics.median(times) * 1000:.2f} ms"


async def _pump(place: Home) -> list[tuple[str, str, str]]:
    """From the start of the process to the answer of `initialize`, which passes the pump twice."""
    times, resident = [], 0.0
    for _ in range(STARTS):
        began = time.perf_counter()
        process = await place.start("--stdio", command=SCRIPT)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(HELLO))
        await process.stdout.readuntil(b"\r\n\r\n")
        times.append(time.perf_counter() - began)
        resident = psutil.Process(process.pid).memory_info().rss / 1e6
        await process.communicate(b"")
    return [
        ("pump: start → `initialize` answered by a running daemon", _ms(times), "≤ 60 ms"),
        ("pump, resident", f"{resident:.1f} MB", "≤ 15 MB"),
    ]


async def _interpreter() -> str:
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", "pass")
        await process.wait()
        times.append(time.perf_counter() - began)
    return _ms(times)


async def _flood(place: Home) -> str:
    """The same grep alone, and while another client has batch searches running and waiting all the time."""
    with tempfile.TemporaryDirectory() as folder:
        root = plant(Path(folder) / "tree", "needle")
        (root / "large.txt").write_text("hay in a line without it\n" * 2_000_000)
        async with place.socket() as quick, place.socket() as greedy:
            await quick.initialize(root)
            await greedy.initialize(root)
            alone = await _greps(quick)
            async with _flooding(greedy):
                flooded = await _greps(quick)
    return f"{flooded * 1000:.1f} against {alone * 1000:.1f} ms alone ({flooded / alone:.2f} ×)"


async def _greps(client: RawClient) -> float:
    times = []
    for _ in range(GREPS):
        began = time.perf_counter()
        await client.request("ripwire/grep", {"pattern": "needle at line", "headLimit": 250})
        times.append(time.perf_counter() - began)
    return statistics.median(times)


@contextlib.asynccontextmanager
async def _flooding(client: RawClient) -> AsyncIterator[None]:
    async def flood() -> None:
        while True:
            params = {"pattern": "h.*[xyz].*q", "batch": True, "headLimit": 0}
            ids = [client.start("ripwire/grep", params) for _ in range(20)]
            for msg_id in ids:
                await client.answer(msg_id)

    task = asyncio.create_task(flood())
    await asyncio.sleep(0.5)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _dead_client() -> str:
    async def kill(place: Home, client: RawClient) -> None:
        client.process.kill()

    return await _after_a_death(kill, through_pump=True)


async def _dead_daemon() -> str:
    async def kill(place: Home, client: RawClient) -> None:
        place.process().kill()

    return await _after_a_death(kill, through_pump=False)


async def _after_a_death(kill: Callable[[Home, RawClient], Awaitable[None]], *, through_pump: bool) -> str:
    """A search that would never end, and never writes."""
    with tempfile.TemporaryDirectory() as folder:
        fake = FakeRg(Path(folder) / "fake", [hangs()])
        async with (
            home(RIPWIRE_RG_SOURCE=str(fake.path)) as place,
            place.daemon(),
            place.stdio() if through_pump else place.socket() as client,
        ):
            await client.initialize(Path(folder))
            client.start("ripwire/grep", {"pattern": "x", "timeoutMs": 600_000})
            await until(lambda: bool(fake.starts()))
            (start,) = fake.starts()
            began = time.perf_counter()
            await kill(place, client)
            await until(lambda: not psutil.pid_exists(start.pid) or _is_zombie(start.pid))
            return f"{(time.perf_counter() - began) * 1000:.0f} ms"


def _is_zombie(pid: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


def _ms(times: list[float]) -> str:
    return f"{statistics.median(times) * 1000:.0f} ms"


if __name__ == "__main__":
    asyncio.run(main())
