"""Round trips, encoding, cancelling, starting and memory."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ripwire.protocol.results import BATCH
from ripwire.protocol.to_wire.entries import Matches
from ripwire.services.answers import MatchRows
from ripwire.services.packed import portions
from tests.bench.corpora import corpus
from tests.bench.driver import Driver, daemon
from tests.bench.options import Options
from tests.bench.parts import holds
from tests.bench.parts.searching import cancelled
from tests.bench.rows import Row, ms
from tests.support.daemon import COMMAND, Home, searching

PART = "wire"
HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize",'
    b'"params":{"processId":null,"rootUri":null,"capabilities":{}}}'
)


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    rows = _encoded()
    async with daemon(root) as (driver, process):
        idle = process.memory_info().rss / 1e6
        rows.append(Row(part=PART, what="idle daemon, resident", figure=round(idle), unit="MB", reach=60))
        trips = sorted(driver.timed("ripwire/status", {}) for _ in range(500))
        rows.append(_trip("round trip of ripwire/status, p50", trips))
        nothing = [_refused(driver) for _ in range(500)]
        rows.append(_trip("round trip of a method there is not, p50", nothing))

        deaths = [cancelled(driver, lambda: searching(process)) for _ in range(options.rounds * 2)]
        taken = ms(statistics.median([await death for death in deaths]))
        rows.append(Row(part=PART, what="cancel → rg dead, p50", figure=taken, unit="ms", reach=3))
    rows.append(await holds.row(root, PART))
    rows += _starts(options)
    return rows


def _trip(what: str, times: list[float]) -> Row:
    floor = f"blocking echo {_echo() * 1e6:.0f} µs"
    figure = round(statistics.median(times) * 1e6)
    return Row(part=PART, what=what, figure=figure, unit="µs", reach=120, floor=floor)


def _refused(driver: Driver) -> float:
    began = time.perf_counter()
    driver.answered(driver.start("ripwire/nothing", {}))
    return time.perf_counter() - began


def _echo() -> float:
    """The median of a round trip between two blocking processes that do nothing else: the machine's floor."""
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if not pid:
        ours.close()
        while data := theirs.recv(1 << 16):
            theirs.sendall(data)
        os._exit(0)
    theirs.close()
    times = []
    for _ in range(1000):
        began = time.perf_counter()
        ours.sendall(HELLO)
        ours.recv(1 << 16)
        times.append(time.perf_counter() - began)
    ours.close()
    os.waitpid(pid, 0)
    return statistics.median(times)


def _encoded() -> list[Row]:
    """As a stream does it, in its batches: matches that nobody read, and matches read one by one."""
    root, text = Path("/tree"), "    return some_value"
    rows = [
        MatchRows(root, b"pkg/file_%d.py" % file, [(line, 4, 10, text.encode()) for line in range(50)])
        for file in range(2000)
    ]
    single = [match for row in rows for match in row.matches()]
    return [_encoding("100,000 matches encoded", rows), _encoding("100,000 matches encoded, read", single)]


def _encoding(what: str, entries: list[Any]) -> Row:
    batches, times = list(portions(entries, BATCH)), []
    for _ in range(5):
        encode = Matches("utf-16")
        began = time.perf_counter()
        for batch in batches:
            encode(batch)
        times.append(time.perf_counter() - began)
    return Row(part=PART, what=what, figure=ms(statistics.median(times)), unit="ms", reach=100)


def _starts(options: Options) -> list[Row]:
    """Spawn → `initialize` answered: by the pump to a warm daemon, and by a server of its own."""
    with tempfile.TemporaryDirectory(prefix="rwb-") as folder:
        home = Home(Path(folder), {})
        home.environment.pop("PYTHONWARNINGS", None)
        subprocess.run([*COMMAND, "serve", "--background"], env=home.environment, check=True)
        try:
            pump = [_hello(home, "--stdio") for _ in range(options.rounds)]
        finally:
            subprocess.run([*COMMAND, "stop"], env=home.environment, check=True, capture_output=True)
        cold = [_hello(home, "--stdio", "--standalone") for _ in range(options.rounds)]
        grep = [_command(home, "grep", "import", str(Path(__file__).parent)) for _ in range(options.rounds)]
        bare = [_bare() for _ in range(options.rounds)]
    floor = f"bare interpreter {ms(statistics.median(bare))} ms"
    return [
        _row("initialize by the pump", pump, 60, floor),
        _row("initialize by a cold server", cold, 300, floor),
        _row("ripwire grep, whole process", grep, 350, floor),
    ]


def _row(what: str, times: list[float], reach: float, floor: str) -> Row:
    return Row(part=PART, what=what, figure=ms(statistics.median(times)), unit="ms", reach=reach, floor=floor)


def _hello(home: Home, *arguments: str) -> float:
    began = time.perf_counter()
    with subprocess.Popen(
        [*COMMAND, *arguments], env=home.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(HELLO), HELLO))
        process.stdin.flush()
        os.read(process.stdout.fileno(), 16)
        took = time.perf_counter() - began
        process.stdin.close()
        process.stdout.close()
    return took


def _command(home: Home, *arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run(
        [*COMMAND, *arguments],
        env=home.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return time.perf_counter() - began


def _bare() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began
