"""Round trips, encoding, cancelling, starting and memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ripwire.protocol.to_wire.entries import Matches
from ripwire.services.answers import Match
from tests.bench.corpora import corpus
from tests.bench.driver import daemon
from tests.bench.options import Options
from tests.bench.parts.searching import cancelled
from tests.bench.rows import Row, ms
from tests.support.daemon import COMMAND, Home

PART = "wire"
HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize",'
    b'"params":{"processId":null,"rootUri":null,"capabilities":{}}}'
)


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    rows = [_encoded()]
    async with daemon(root) as (driver, process):
        idle = process.memory_info().rss / 1e6
        rows.append(Row(part=PART, what="idle daemon, resident", figure=round(idle), unit="MB", reach=60))
        trips = sorted(driver.timed("ripwire/status", {}) for _ in range(500))
        median = round(statistics.median(trips) * 1e6)
        rows.append(
            Row(part=PART, what="round trip of ripwire/status, p50", figure=median, unit="µs", reach=120)
        )

        def searches():
            return [child for child in process.children(recursive=True) if child.name() == "rg"]

        deaths = [cancelled(driver, searches) for _ in range(options.rounds * 2)]
        taken = ms(statistics.median([await death for death in deaths]))
        rows.append(Row(part=PART, what="cancel → rg dead, p50", figure=taken, unit="ms", reach=3))
    rows += _starts(options)
    return rows


def _encoded() -> Row:
    root = Path("/tree")
    batch = [
        Match(root, b"pkg/file_%d.py" % (number // 50), number, "    return some_value", [(4, 10)])
        for number in range(100_000)
    ]
    encode = Matches("utf-16")
    times = []
    for _ in range(5):
        began = time.perf_counter()
        encode(batch)
        times.append(time.perf_counter() - began)
    return Row(
        part=PART, what="100,000 matches encoded", figure=ms(statistics.median(times)), unit="ms", reach=100
    )


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
