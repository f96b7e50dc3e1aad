"""A folder of adversarial files with `expected.jsonl` beside them: one definition a line.

{"path", "line" and "col" from 0, "name", "kind", "container", "tier": "core" or other, "w": 0 for matters of taste,
"alt": [other spellings]}
"""

import json
from collections import defaultdict
from pathlib import Path

from ripwire.services.symbols import languages
from ripwire.services.symbols.scanner import scan
from tests.bench.symbols.scoring import Score, of_symbols
from tests.bench.symbols.truth.walk import Item


def score(folder: Path) -> Score:
    wanted: dict[str, list[Item]] = defaultdict(list)
    for line in (folder / "expected.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        wanted[one["path"]].append(_item(one))
    total = Score()
    for name, items in sorted(wanted.items()):
        language = languages.of_path(name) or languages.FALLBACK
        found = scan((folder / name).read_text("utf-8"), language)
        total.add(name, of_symbols(found), items, set(), set())
    return total


def _item(one: dict) -> Item:
    return Item(
        line=one["line"] + 1,
        column=one["col"],
        name=one["name"],
        kind=one["kind"],
        container=one["container"],
        core=one["tier"] == "core",
        required=bool(one["w"]),
        names=tuple(one["alt"]),
    )
