"""What an import statement says of a name: the module it is, or the name it was before `as`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ripwire.services.navigation.page import Page, Use

_STATEMENT = re.compile(r"^[ \t]*(?:pub[ \t]+)?(?:(?:from|import|use)\b|export(?=[ \t]*\{))", re.MULTILINE)
_STATEMENT_MOST = 2000
"""Characters of one import statement."""
_HIGHEST = 12
"""Folders above a file that are tried as the start of a dotted path."""


def module_file(page: Page, use: Use, roots: Iterable[Path]) -> Path | None:
    """The file of the module named at the use, when the use is a part of a dotted path after `from` or
    `import`.
    """
    if page.language.name != "python":
        return None
    line = page.lines[use.line - 1]
    head = line[: use.column + len(use.name)]
    dotted = re.match(r"\s*from\s+(\.*[\w.]*)$", head) or re.match(
        r"\s*import\s+(?:[\w., ]+,\s*)?([\w.]+)$", head
    )
    if dotted is None:
        return None
    return _file_of(page.path, dotted[1], roots)


def _file_of(path: Path, dotted: str, roots: Iterable[Path]) -> Path | None:
    up = len(dotted) - len(dotted.lstrip("."))
    parts = [part for part in dotted.split(".") if part]
    if up:
        starts = [path.parents[up - 1]] if up <= len(path.parents) else []
    else:
        within = [root for root in roots if path.is_relative_to(root)]
        starts = [*list(path.parents)[:_HIGHEST], *within]
    for start in starts:
        base = start.joinpath(*parts)
        for file in (
            base.with_name(base.name + ".py"),
            base / "__init__.py",
            base.with_name(base.name + ".pyi"),
        ):
            if file.is_file():
                return file
    return None


def original_name(page: Page, name: str) -> str:
    """`from a import b as name`, `import { b as name }`, `use a::b as name` → `b`; else the name itself."""
    renamed = re.search(rf"([\w$]+)\s+as\s+{re.escape(name)}(?![\w$])", page.code)
    if renamed is None:
        return name
    begin = max(0, renamed.start() - _STATEMENT_MOST)
    last = None
    for match in _STATEMENT.finditer(page.code, begin, renamed.start()):
        last = match
    if last is None:
        return name
    between = page.code[last.end() : renamed.start()]
    opened = sum(between.count(char) for char in "({") - sum(between.count(char) for char in ")}")
    module = page.language.name == "python" and last[0].split()[0] == "import"
    same = not module and ";" not in between and (opened > 0 or "\n" not in between)
    return renamed[1] if same else name
