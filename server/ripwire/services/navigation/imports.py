"""What an import statement says of a name: the module it is, or the name it was before `as`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from ripwire.services.navigation import ranking
from ripwire.services.navigation.page import Page, Use

_STATEMENT = re.compile(r"^[ \t]*(?:pub[ \t]+)?(?:(?:from|import|use)\b|export(?=[ \t]*\{))", re.MULTILINE)
_PYTHON_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^()]*\)|[^\n;]*)|import[ \t]+([^\n;]*))", re.MULTILINE
)
_STATEMENT_MOST = 2000
"""Characters of one import statement."""
_WORD = re.compile(r"[\w$]+")
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
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
            if os.path.isfile(file):  # noqa: PTH113 - too long a name is no error
                return file
    return None


def imported_module(page: Page, name: str, roots: Iterable[Path]) -> Path | None:
    """`from . import name`, `from a import b as name`, `import a.b as name`: the file, if it is a module."""
    for statement in _PYTHON_IMPORT.finditer(page.code) if page.language.name == "python" else ():
        source, what = statement[1], statement[2] or statement[3]
        for item in what.strip("() \t\n").split(","):
            words = item.split()
            if not words or words[-1] != name:
                continue
            joint = "" if source is None or source.endswith(".") else "."
            if file := _file_of(page.path, f"{source or ''}{joint}{words[0]}", roots):
                return file
    return None


def import_of(page: Page, name: str) -> int | None:
    """Where an import statement brings the name into the file: what is known of what is not in the tree."""
    for at in page.occurrences(name):
        if is_import(page, at):
            return at
    return None


def is_import(page: Page, at: int) -> bool:
    """The place is inside of an import statement."""
    last = _statement_before(page, at)
    return last is not None and _reaches(page.code[last.end() : at])


def _statement_before(page: Page, at: int) -> re.Match[str] | None:
    last = None
    for match in _STATEMENT.finditer(page.code, max(0, at - _STATEMENT_MOST), at):
        last = match
    return last


def _reaches(between: str) -> bool:
    """The statement that begins before this text goes on behind it."""
    opened = sum(between.count(char) for char in "({") - sum(between.count(char) for char in ")}")
    return ";" not in between and (opened > 0 or "\n" not in between)


def original_name(page: Page, name: str) -> str:
    """`from a import b as name`, `import { b as name }`, `use a::b as name` → `b`; else the name itself."""
    renamed = re.search(rf"([\w$]+)\s+as\s+{re.escape(name)}(?![\w$])", page.code)
    if renamed is None:
        return name
    last = _statement_before(page, renamed.start())
    if last is None:
        return name
    module = page.language.name == "python" and last[0].split()[0] == "import"
    same = not module and _reaches(page.code[last.end() : renamed.start()])
    return renamed[1] if same else name


def takes(page: Page, name: str, modules: frozenset[str], others: set[str]) -> bool:
    """An import statement names it and no other module that defines one, takes all, or takes the module."""
    for statement in ranking.import_statements(page):
        paths = {word.lower() for quoted in _QUOTED.findall(statement) for word in _WORD.findall(quoted)}
        words = set(_WORD.findall(_QUOTED.sub("", statement) if paths else statement))
        paths |= {word.lower() for word in words - {name}}
        if paths & modules or "*" in statement:
            return True
        if name in words and not paths & others:
            return True
    return False
