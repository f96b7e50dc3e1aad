"""What JavaScript's `default` is: `import Name from "./file"`, `export { default as Name } from "./file"`."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ripwire.services.navigation.brace_scopes import JAVASCRIPTS
from ripwire.services.navigation.page import Page

_ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".svelte", ".d.ts")
_FROM = r"\s*(?:,\s*(?:\{[^{}]*\}|\*\s*as\s+\w+)\s*)?from\s*(['\"])(\.[^'\"\n]*)\1"
_AMONG = r"\bdefault\s+as\s+%s\b[^{}]*\}\s*from\s*(['\"])(\.[^'\"\n]*)\1"
_EXPORT = re.compile(
    r"^[ \t]*export\s+default\s+"
    r"(?:(?:async\s+|abstract\s+)*(?:function\b\s*\*?|class\b)\s*([\w$]+)|([\w$]+)\s*;?\s*$|)",
    re.MULTILINE,
)


def source_of(page: Page, name: str) -> Path | None:
    """The file whose default the page calls `name`."""
    if page.language.name not in JAVASCRIPTS:
        return None
    word = re.escape(name)
    found = re.search(rf"^[ \t]*import\s+(?:type\s+)?{word}\b{_FROM}", page.text, re.MULTILINE) or re.search(
        _AMONG % word, page.text
    )
    return _file(page.path.parent, found[2]) if found else None


def place_of(page: Page) -> int | None:
    """Where the page's default is defined: its name, or the statement that exports it."""
    match = _EXPORT.search(page.code)
    if match is None:
        return None
    if match[1]:
        return match.start(1)
    named = [s for s in page.symbols if s.name == match[2] and not s.local] if match[2] else []
    return page.offset(named[0].line, named[0].column) if named else match.start()


def _file(folder: Path, path: str) -> Path | None:
    base = folder / path
    whole = [base] if base.suffix in _ENDINGS else []
    beside = [base.with_name(base.name + ending) for ending in _ENDINGS]
    inside = [base / f"index{ending}" for ending in _ENDINGS]
    named = (*whole, *beside, *inside)
    return next((file for file in named if os.path.isfile(file)), None)  # noqa: PTH113 - see `imports.py`
