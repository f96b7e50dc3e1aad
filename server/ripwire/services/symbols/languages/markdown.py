"""Markdown: headings, one inside the other."""

from __future__ import annotations

import re

import msgspec

from ripwire.services.symbols.blanking import blank
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis

_ATX = r"#{1,6}[ \t]+(?P<n>[^\n]*?)(?:[ \t]+#+)?[ \t]*$"
_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t]+(?P<n>[^\n]*?)(?:[ \t]+#+)?[ \t]*$")
_INDENTED = "|".join(f"(?<=^{space * width})" for space in (" ", r"\t") for width in range(9))
_FENCE = rf"(?:{_INDENTED})(?P<f>`{{3,}}+|~{{3,}}+)[^\n]*\n.*?(?:^[ \t]*(?P=f)[`~]*[ \t]*$|\Z)"
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})\s*$")
_NO_TITLE = re.compile(r"\s*([#>|*+-]|\d+\.|$)|.*\|")


def _scan(text: str, language: Language) -> list[Symbol]:
    lines, shown = blank(text, language).split("\n"), text.split("\n")
    found: list[Symbol] = []
    above: list[tuple[int, str]] = []
    levels: list[int] = []
    for index in range(_front_matter(shown), len(lines)):
        title = _title(lines, shown, index)
        if title is None:
            continue
        level, row, column, name = title
        while above and above[-1][0] >= level:
            above.pop()
        container = " › ".join(outer for _, outer in above)
        above.append((level, name))
        levels.append(level)
        found.append(
            Symbol(
                name=name,
                kind=K.HEADING,
                line=row + 1,
                column=column,
                end_line=index + 1,
                container=container,
                extra=True,
            )
        )
    return _with_sections(found, levels, len(lines))


def _with_sections(found: list[Symbol], levels: list[int], last: int) -> list[Symbol]:
    """A section ends where the next heading of its level, or above it, begins."""
    ends = [last] * len(found)
    open_now: list[int] = []
    for index, symbol in enumerate(found):
        while open_now and levels[open_now[-1]] >= levels[index]:
            ends[open_now.pop()] = symbol.line - 1
        open_now.append(index)
    return [
        msgspec.structs.replace(one, end_line=max(one.line, end))
        for one, end in zip(found, ends, strict=True)
    ]


def _front_matter(lines: list[str]) -> int:
    if lines[0].strip() == "---":
        for index, line in enumerate(lines[1:200], 1):
            if line.strip() == "---":
                return index + 1
    return 0


def _title(lines: list[str], shown: list[str], index: int) -> tuple[int, int, int, str] | None:
    """Level, row, column and text of the heading that ends in this line."""
    if match := _HEADING.match(lines[index]):
        name = shown[index][match.start("n") : match.end("n")].strip()
        return (len(match["marks"]), index, match.start("n"), name) if name else None
    if index and (under := _UNDERLINE.match(lines[index])) and not _NO_TITLE.match(lines[index - 1]):
        before = shown[index - 1]
        return 1 if "=" in under[1] else 2, index - 1, len(before) - len(before.lstrip()), before.strip()
    return None


LANGUAGE = Language(
    name="markdown",
    globs=("*.md", "*.markdown", "*.mdx"),
    layout=Layout.LINES,
    lexis=Lexis(starts="`~<", plain=(_FENCE, r"<!--.*?-->")),
    rules=(Rule(K.HEADING, _ATX, extra=True),),
    own_scan=_scan,
)
