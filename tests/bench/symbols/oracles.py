"""What tools that know types say of a place in a text: Jedi for Python, TypeScript's own compiler.

Jedi comes with `pip install jedi`, the compiler with `npm install typescript@5` in the bench's folder.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from tests.bench.rows import STORE

SCRIPT = Path(__file__).with_name("typescript.js")
Place = tuple[Path, int]
"""A file and a line from 1."""
_ANY = re.compile(r"[A-Za-z_]\w*")
_DEFINED = re.compile(r"(?<=def )\w+|(?<=class )\w+|^\s+(\w+)(?= = )", re.MULTILINE)


@attrs.frozen
class Sample:
    """A use, and where an oracle says that it is defined; or a definition, and all its uses."""

    file: Path
    line: int
    column: int
    truth: frozenset[Place]


def jedi_missing() -> str | None:
    try:
        import jedi  # noqa: F401 - asked for its presence only
    except ImportError:
        return "without Jedi: `pip install jedi`"
    return None


def typescript_missing() -> str | None:
    if shutil.which("node") and (STORE / "node_modules/typescript").is_dir():
        return None
    return f"without TypeScript: `npm install typescript@5 rxjs` in {STORE}"


def python_uses(root: Path, count: int) -> list[Sample]:
    """Random names of code that Jedi leads to a place under the root, other than the name itself."""
    return _jedi(root, count, lambda script, *place: script.goto(*place, follow_imports=True), own=False)


def python_definitions(root: Path, count: int) -> list[Sample]:
    """Random definitions, with every use that Jedi knows of."""
    return _jedi(root, count, lambda script, *place: script.get_references(*place), own=True)


def typescript_uses(root: Path, count: int) -> list[Sample]:
    return _compiler(root, count)


def typescript_definitions(root: Path, count: int) -> list[Sample]:
    return _compiler(root, count, "references")


def _jedi(root: Path, count: int, ask: Callable[..., Any], *, own: bool) -> list[Sample]:
    import jedi

    # Jedi looks for uses in 30 files at the most: those of the package, not of all its neighbours.
    project = jedi.Project(str(root), added_sys_path=[str(root.parent)])
    rnd, found = random.Random(1), list[Sample]()
    files = sorted(root.rglob("*.py"))
    while len(found) < count:
        file = rnd.choice(files)
        text = file.read_text("utf-8")
        words = list((_DEFINED if own else _ANY).finditer(text))
        if not words:
            continue
        at = rnd.choice(words)
        start = at.start(1) if own and at[1] else at.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
        try:
            places = ask(jedi.Script(text, path=str(file), project=project), line, column)
        except Exception:  # the oracle itself fails now and then; such a name is no sample
            continue
        truth = frozenset(
            (Path(one.module_path), one.line)
            for one in places
            if one.module_path and one.line and Path(one.module_path).is_relative_to(root)
        )
        if truth and (own or (file, line) not in truth):
            found.append(Sample(file, line, column, truth))
    return found


def _compiler(root: Path, count: int, *mode: str) -> list[Sample]:
    argv = ["node", str(SCRIPT), str(root), str(count), *mode]
    environment = os.environ | {"NODE_PATH": str(STORE / "node_modules")}
    done = subprocess.run(argv, env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    return [
        Sample(
            Path(one["file"]),
            one["line"],
            one["column"],
            frozenset((Path(file), line) for file, line in one["truth"]),
        )
        for one in json.loads(done.stdout)
    ]
