"""Definition and references against tools that know types: Jedi for Python, TypeScript's own compiler.

The corpora are the packages `rich`, which stands beside this interpreter (or `RIPWIRE_BENCH_PYTHON`), and
`rxjs` of npm; without an oracle its rows are left out and a line says so.  Projects that nobody tuned on are
measured with `python -m tests.bench.symbols.navigation`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

from ripwire.services.navigation.references import Scope
from tests.bench.options import Options
from tests.bench.rows import STORE, Row
from tests.bench.symbols import judging, oracles
from tests.bench.symbols.judging import Definitions, References

PART = "navigation"
USES, NAMES = 300, 30


async def run(options: Options) -> list[Row]:
    del options
    return [*await _python(), *await _typescript()]


async def _python() -> list[Row]:
    if missing := oracles.jedi_missing():
        sys.stderr.write(missing + "\n")
        return []
    root = Path(os.environ.get("RIPWIRE_BENCH_PYTHON", "") or _rich())
    uses = await asyncio.to_thread(oracles.python_uses, root, USES)
    names = await asyncio.to_thread(oracles.python_definitions, root, NAMES)
    found = await judging.uses(root, names, _silent)
    rows = [_used("Python", scope, found[scope]) for scope in Scope if scope in found]
    return [_defined("Python", await judging.definitions(root, uses, _silent)), *rows]


async def _typescript() -> list[Row]:
    package, root = STORE / "node_modules" / "rxjs" / "src", STORE / "rxjs"
    if (missing := oracles.typescript_missing()) or not package.is_dir():
        sys.stderr.write((missing or f"without rxjs: `npm install rxjs` in {STORE}") + "\n")
        return []
    if not root.is_dir():
        shutil.copytree(package, root)
    uses = await asyncio.to_thread(oracles.typescript_uses, root, USES)
    names = await asyncio.to_thread(oracles.typescript_definitions, root, NAMES)
    found = await judging.uses(root, names, _silent)
    rows = [_used("TypeScript", scope, found[scope]) for scope in Scope if scope in found]
    return [_defined("TypeScript", await judging.definitions(root, uses, _silent)), *rows]


def _rich() -> Path:
    import rich

    return Path(rich.__file__).parent


def _silent(*_: object) -> None:
    """The table has figures only."""


def _defined(what: str, found: Definitions) -> Row:
    note = f"{found.asked} uses; right first {found.share:.1f} %, among three {found.share_of_three:.1f} %"
    wrong = round(100 - found.share, 1)
    return Row(part=PART, what=f"definition, {what}", figure=wrong, unit="% wrong", reach=20, note=note)


def _used(what: str, scope: Scope, found: References) -> Row:
    """F1 over all names of a scope, as the share that is missing to 100."""
    note = f"{found.names} names; precision {found.precision:.0f} %, recall {found.recall:.0f} %"
    return Row(
        part=PART,
        what=f"references of {scope}s, {what}",
        figure=round(100 - found.f1, 1),
        unit="% short of F1",
        reach=None if scope is Scope.MEMBER else 15,
        note=note,
    )
