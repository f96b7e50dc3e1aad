"""Erlang: the first clause of each function, records, macros and types."""

import re

from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Found, Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis

_ATOM = r"[a-z][\w@]*|'[^'\n]+'"
_MARK = re.compile(r"[(\[{]|[)\]}]|,")
_LONGEST_HEAD = 2000


def _is_head(found: Found) -> bool:
    """A call may stand in the first column too; a clause has an arrow or a guard behind its parentheses."""
    return "->" in found.head + found.following


def _arity(text: str, at: int) -> int:
    depth = commas = 0
    for match in _MARK.finditer(text, at, at + _LONGEST_HEAD):
        depth += (match.group() in "([{") - (match.group() in ")]}")
        commas += match.group() == "," and depth == 1
        if depth == 0:
            return commas + 1 if text[at + 1 : match.start()].strip() else 0
    return commas


def _first_clauses(symbols: list[Symbol], text: str) -> list[Symbol]:
    """A function's clauses follow each other; the first stands for all of the same arity."""
    lines = text.split("\n")
    seen: set[tuple[str, int]] = set()
    kept = []
    for symbol in symbols:
        if symbol.kind is K.FUNCTION:
            rest = "\n".join(lines[symbol.line - 1 : symbol.line + 20])
            key = symbol.name, _arity(rest, rest.find("(", symbol.column + len(symbol.name)))
            if key in seen:
                continue
            seen.add(key)
        kept.append(symbol)
    return kept


LANGUAGE = Language(
    name="erlang",
    globs=("*.erl", "*.hrl", "*.escript"),
    layout=Layout.LINES,
    parted=r"\.(?=[ \t]+[-a-z])",
    joins="(",
    separator=":",
    lexis=Lexis(starts='"%$', plain=(r"%[^\n]*", r"\$(?:\\.|[^\n])", r'"(?:[^"\\]|\\.)*"')),
    finish=_first_clauses,
    rules=(
        Rule(K.MODULE, rf"-module\([ \t]*(?P<n>{_ATOM})", Opens.TYPE),
        Rule(K.STRUCT, rf"-record\([ \t]*(?P<n>{_ATOM})"),
        Rule(K.MACRO, r"-define\([ \t]*(?P<n>\w+|'[^'\n]+')"),
        Rule(K.TYPE, rf"-(?:type|opaque|nominal)[ \t(]+(?P<n>{_ATOM})[ \t]*\("),
        Rule(K.METHOD, rf"-callback[ \t(]+(?P<n>{_ATOM})[ \t]*\("),
        Rule(
            K.FUNCTION,
            rf"(?P<n>{_ATOM})[ \t]*\(",
            Opens.BODY,
            check=lambda found: found.hit.start == 0 and _is_head(found),
        ),
    ),
)
