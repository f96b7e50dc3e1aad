"""The peers that can be had here, on the same tree in the same run: what each needs for the same answer.

Rows are ratios against bare rg; a peer that is not installed has no row.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec

from tests.bench.corpora import corpus
from tests.bench.driver import RG, daemon, rg_drained
from tests.bench.options import Options
from tests.bench.parts.searching import COMMON, RARE
from tests.bench.rows import Row, ms, paired

PART = "peers"
NODE_READER = """
const { spawn } = require('child_process');
const rg = spawn(process.argv[1], ['--no-config', '--json', '-e', process.argv[2], '--', '.'],
  { stdio: ['ignore', 'pipe', 'ignore'] });
let rest = '', found = 0;
rg.stdout.setEncoding('utf8');
rg.stdout.on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) if (JSON.parse(line).type === 'match') found += 1;
});
rg.on('close', () => console.log(found));
"""
NAIVE = """
import asyncio, json, sys
from pygls.lsp.server import LanguageServer
server = LanguageServer('naive', '1')
@server.feature('naive/grep')
async def grep(params):
    argv = [sys.argv[1], '--no-config', '--json', '-e', params.pattern, '--', '.']
    pipes = {'stdin': asyncio.subprocess.DEVNULL, 'stdout': asyncio.subprocess.PIPE, 'limit': 1 << 24}
    rg = await asyncio.create_subprocess_exec(*argv, **pipes)
    return [record async for line in rg.stdout if (record := json.loads(line))['type'] == 'match']
server.start_io()
"""
"""A handler as one writes it first: every line read by itself, all of them in one answer."""


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    rows: list[Row] = []
    for what, argv, pattern in _peers(root):
        rows.append(await _against_rg(root, what, _timed(argv, root), pattern, options))
    async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, _):

        async def ours() -> float:
            params = {"pattern": COMMON, "headLimit": 0, "maxLineLength": 0}
            return driver.streamed("ripwire/grep", params)[1]

        rows.append(await _against_rg(root, "ripwire, all matches streamed", ours, COMMON, options))
    with _naive(root) as naive:
        rows.append(await _against_rg(root, "a naive pygls handler, all matches", naive, COMMON, options))
    return rows


def _peers(root: Path) -> list[tuple[str, list[str], str]]:
    found = [
        ("grep -rn, rare", ["grep", "-rn", "-e", RARE, "."], RARE),
    ]
    if node := shutil.which("node"):
        found.append(
            ("a Node reader line by line, all matches", [node, "-e", NODE_READER, RG, COMMON], COMMON)
        )
    if shutil.which("git"):
        found.append(("git grep --no-index, rare", ["git", "grep", "--no-index", "-n", "-e", RARE], RARE))
    if ctags := shutil.which("ctags"):
        found.append(("universal-ctags -R, the index that others build first", [ctags, "-R", "-f-"], RARE))
    if fzf := shutil.which("fzf"):
        script = f"{RG} --no-config --files . | {fzf} --filter=main"
        found.append(("rg --files | fzf --filter", ["sh", "-c", script], RARE))
    return found


@contextlib.contextmanager
def _naive(root: Path) -> Iterator[Callable[[], Awaitable[float]]]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", NAIVE, RG], cwd=root, **pipes) as server:

        async def measure() -> float:
            began = time.perf_counter()
            await asyncio.to_thread(_asked, server, "naive/grep", {"pattern": COMMON})
            return time.perf_counter() - began

        try:
            _asked(server, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            yield measure
        finally:
            server.kill()


def _asked(server: subprocess.Popen[bytes], method: str, params: dict[str, object]) -> bytes:
    assert server.stdin is not None
    assert server.stdout is not None
    body = msgspec.json.encode({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()
    length = 0
    while line := server.stdout.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return server.stdout.read(length)


def _timed(argv: list[str], root: Path) -> Callable[[], Awaitable[float]]:
    async def measure() -> float:
        began = time.perf_counter()
        await asyncio.to_thread(
            subprocess.run, argv, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        return time.perf_counter() - began

    return measure


async def _against_rg(
    root: Path, what: str, measure: Callable[[], Awaitable[float]], pattern: str, options: Options
) -> Row:
    async def theirs() -> float:
        return rg_drained(root, "-e", pattern)[1]

    mine, other, ratio = await paired(measure, theirs, max(3, options.rounds // 3))
    return Row(
        part=PART,
        what=what,
        figure=round(ratio, 2),
        unit="×",
        floor=f"{ms(mine)} against rg's {ms(other)} ms",
    )
