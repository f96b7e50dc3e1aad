"""JSON: the keys of the outermost object, or of the objects in the outermost list."""

from __future__ import annotations

import re

from ripwire.services.symbols.blanking import line_starts
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import SLASH_STAR, SLASHES, Lexis, quoted

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"(?P<colon>\s*:)?|[{}]|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LONGEST_NAME = 200


def _scan(text: str, _language: Language) -> list[Symbol]:
    found: list[Symbol] = []
    starts = line_starts(text)
    depth, line = 0, 1
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
        elif match["colon"] is not None and depth == 1:
            while line < len(starts) and starts[line] <= match.start():
                line += 1
            found.append(_key(match, line, match.start() - starts[line - 1]))
    return found


def _key(match: re.Match[str], line: int, column: int) -> Symbol:
    name = match.group()[1 : match.group().rindex('"')]
    return Symbol(
        name=name[:_LONGEST_NAME], kind=K.KEY, line=line, column=column + 1, end_line=line, extra=True
    )


LANGUAGE = Language(
    name="json",
    globs=("*.json", "*.jsonc", "*.json5", "*.webmanifest"),
    layout=Layout.LINES,
    lexis=Lexis(starts='"/', plain=(SLASHES, SLASH_STAR, quoted('"'))),
    rules=(),
    own_scan=_scan,
)
