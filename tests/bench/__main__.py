"""Every budget as one table: `python -m tests.bench [PART …] [--corpus NAME] [--long] [--smoke]`.

Parts: answers, grep, wire, files, index, peers, sizes, symbols, navigation.

Runs are paired and interleaved with bare rg, so ratios can be
trusted where seconds cannot.  The rows are stored beside the corpora and compared with the last run.
Benches with a table of their own: `tests.bench.soak`, `.toolsets`, `.markdown`, `.symbols`.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import sys

from tests.bench import rows
from tests.bench.options import Options

PARTS = {
    "answers": "answers",
    "grep": "searching",
    "wire": "wire",
    "files": "names",
    "index": "index",
    "peers": "peers",
    "sizes": "sizes",
    "symbols": "symbols",
    "navigation": "navigation",
}


async def measured(parts: list[str], options: Options) -> list[rows.Row]:
    found: list[rows.Row] = []
    for part in parts:
        sys.stderr.write(f"{part} …\n")
        module = importlib.import_module(f"tests.bench.parts.{PARTS[part]}")
        found += await module.run(options)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--corpus", default="default", help="small, default, large, go or linux")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    parser.add_argument(
        "--smoke", action="store_true", help="one round on the small corpus; only wrong answers fail"
    )
    args = parser.parse_args()
    options = Options(corpus=args.corpus, rounds=args.rounds, long=args.long)
    if args.smoke:
        options = Options(corpus="small", rounds=1)
    last = rows.stored()
    found = asyncio.run(measured(args.parts or list(PARTS), options))
    print(f"{rows.machine()}; corpus {options.corpus}\n\n{rows.table(found, last)}")  # noqa: T201
    if args.smoke:
        return int(any(row.met is False for row in found if row.proof))
    rows.store(found)
    return int(any(row.met is False for row in found))


if __name__ == "__main__":
    sys.exit(main())
