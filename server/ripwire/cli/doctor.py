"""Which ripgrep is used here, why, what is wrong with it, and what to do."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ripwire import config
from ripwire.rg.fallback.engine import Standby
from ripwire.rg.process import Children
from ripwire.services import doctor
from ripwire.services.doctor import Diagnosis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path", nargs="?", type=Path, default=Path(), help="the workspace to examine (default: here)"
    )
    parser.add_argument("--json", action="store_true", help="the same as one JSON object")


def run(args: argparse.Namespace) -> int:
    """0 when there is a ripgrep that works, 2 when there is none."""
    loaded = config.load()
    found = asyncio.run(_examine(loaded.settings.rg_source, args.path.resolve()))
    if args.json:
        _print_json(found, loaded.problems)
    else:
        sys.stdout.write("\n".join(_lines(found, loaded.problems)) + "\n")
    return 0 if found.works else 2


async def _examine(source: str, folder: Path) -> Diagnosis:
    children = Children()
    try:
        standby = await Standby(children).name(folder)
        return await doctor.examine(children, source, folder, os.environ, standby)
    finally:
        await children.close()


def _lines(found: Diagnosis, problems: tuple[str, ...]) -> Iterator[str]:
    used = found.resolution
    if used.path is not None:
        pcre2 = "with PCRE2" if used.pcre2 else "without PCRE2 (no look-around)"
        yield f"ripgrep {used.version} {pcre2}: {used.path}"
    else:
        yield "no usable ripgrep"
    yield f"  mode         {used.mode}"
    variable = "" if found.variable is None else f", USE_BUILTIN_RIPGREP={found.variable}"
    yield f"  asked for    rg.source={found.source}{variable}"
    yield f"  order        {' → '.join(found.order)}"
    yield f"  why          {found.why}"
    yield from _section("wrong with it", used.warnings)
    yield from _section("not used", used.problems)
    yield from _section("settings", problems)
    yield from _section("ignore files", found.ignore_files)
    yield from _section("what to do", found.advice or ("Nothing: all is well.",))


def _section(title: str, lines: tuple[str, ...]) -> Iterator[str]:
    if lines:
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)


def _print_json(found: Diagnosis, problems: tuple[str, ...]) -> None:
    import json

    used = found.resolution
    tree = {
        "mode": used.mode,
        "path": None if used.path is None else str(used.path),
        "version": used.version,
        "pcre2": used.pcre2,
        "source": found.source,
        "useBuiltinRipgrep": found.variable,
        "order": found.order,
        "why": found.why,
        "warnings": used.warnings,
        "problems": [*used.problems, *problems],
        "ignoreFiles": found.ignore_files,
        "advice": found.advice,
    }
    sys.stdout.write(json.dumps(tree, indent=2, ensure_ascii=False) + "\n")
