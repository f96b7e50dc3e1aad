"""Where a Python name is bound: parameters, assignments, loops, imports, in the scopes around a use.

No parser: the occurrences of the name in the file are looked at one by one, and each that binds it
says over which part of the text it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.page import Page
from ripwire.services.symbols.kinds import Symbol, SymbolKind

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
_SCOPES = _FUNCTIONS | {SymbolKind.CLASS}
_NAMES = r"[\w\s,()*.\[\]]*"
_DEFINES = re.compile(r"^\s*(?:async\s+)?(?:def|class)\s+$")
_LOOP = re.compile(rf"\bfor\s+{_NAMES}$")
_IN = re.compile(rf"^{_NAMES}\bin\b")
_AS = re.compile(r"\bas\s+\(?[\w\s,]*$")
_IMPORT = re.compile(r"^\s*(?:from\s+[\w.]+\s+import|import)\b")
_TARGET = re.compile(r"^\s*[*(\[]*(?:[\w.\[\]'\"()*]+\s*,\s*)*\*?$")
_ASSIGNED = re.compile(
    r"^[\])]*(?:\s*,\s*[\w.*\[\]'\"()]+)*\s*,?[)\]]*\s*(?::[^=\n]+)?(?:=(?!=)|(?:\*\*|//|>>|<<|[-+*/|&@%^])=)"
)
_ANNOTATED = re.compile(r"^\s*:\s*[^=\n]+$")
_CHAINED = re.compile(r"=\s*$")
_LAMBDA = re.compile(r"\blambda\b[^:\n]*$")


@attrs.frozen
class _Scope:
    """A function or class: the lines of its head and body as offsets."""

    start: int
    end: int
    head: tuple[int, int] | None
    """The parentheses of its parameters."""
    is_class: bool


def bindings(page: Page, name: str) -> Iterator[Binding]:
    scopes = [_scope(page, symbol) for symbol in page.symbols if symbol.kind in _SCOPES]
    for at in page.occurrences(name):
        binding = _binding(page, name, at, scopes)
        if binding is not None:
            yield binding


def visible(page: Page, binding: Binding, at: int) -> bool:
    """A class's names are seen in its own body only, not in its methods."""
    if not binding.of_class:
        return True
    line, _ = page.map.place(at)
    inner = page.enclosing(line, _SCOPES)
    return not inner or inner[0].kind is SymbolKind.CLASS


def _scope(page: Page, symbol: Symbol) -> _Scope:
    start = page.offset(symbol.line, 0)
    end = page.offset(symbol.end_line, 1 << 30)
    opener = page.code.find("(", page.offset(symbol.line, symbol.column))
    head = None
    after = (
        page.code[page.offset(symbol.line, symbol.column) + len(symbol.name) : opener + 1]
        if opener >= 0
        else ""
    )
    if opener in page.pairs and re.fullmatch(r"\s*(?:\[[^\]]*\])?\s*\(", after):
        head = (opener, page.pairs[opener])
    return _Scope(start, max(end, head[1] if head else end), head, symbol.kind is SymbolKind.CLASS)


def _binding(page: Page, name: str, at: int, scopes: list[_Scope]) -> Binding | None:
    code = page.code
    begin, end = code.rfind("\n", 0, at) + 1, code.find("\n", at)
    before, after = code[begin:at], code[at + len(name) : end if end >= 0 else len(code)]
    if before.rstrip().endswith(".") or (_IMPORT.match(before) and " as " not in before):
        return None
    inner = _innermost(scopes, at)
    if inner is not None and inner.head and inner.head[0] < at < inner.head[1]:
        return _parameter(page, at, inner)
    opener = next(page.around(at), None)
    if _LAMBDA.search(before) and _is_name_position(before.rpartition("lambda")[2]):
        return Binding(
            at, at, page.pairs[opener] if opener is not None else begin + len(before + name + after)
        )
    if _LOOP.search(before) and _IN.match(after):
        inside = opener is not None and not before.lstrip().startswith(("for", "async for"))
        comprehension = Binding(at, opener, page.pairs[opener]) if inside and opener is not None else None
        return comprehension or _in_scope(page, at, inner)
    in_brackets = opener is not None and code[opener + 1 : at].strip() and not re.match(r"\s*:=", after)
    if not in_brackets and _binds(before, after):  # in brackets are keyword arguments, keys, and uses
        return attrs.evolve(_in_scope(page, at, inner), assigned=_ASSIGNED.match(after) is not None)
    return None


def _binds(before: str, after: str) -> bool:
    if _DEFINES.match(before) or _AS.search(before) or re.match(r"\s*:=", after):
        return True
    if _TARGET.match(before) or _CHAINED.search(before):
        return _ASSIGNED.match(after) is not None or (
            not before.strip() and _ANNOTATED.match(after) is not None
        )
    return False


def _parameter(page: Page, at: int, scope: _Scope) -> Binding | None:
    """A name in the head binds at the beginning of its parameter; elsewhere it is a type or a default."""
    assert scope.head is not None
    opener, closer = scope.head
    if next(page.around(at), None) != opener:
        return None
    segment = _since_comma(page, opener + 1, at)
    if scope.is_class or segment.strip() not in ("", "*", "**"):
        return None
    return Binding(at, opener, max(scope.end, closer), parameter=True, owner=scope.start)


def _since_comma(page: Page, begin: int, at: int) -> str:
    """The text from the last comma of this bracket on."""
    start, here = begin, begin
    while here < at:
        char = page.code[here]
        if char in "([{" and here in page.pairs:
            here = page.pairs[here]
        elif char == ",":
            start = here + 1
        here += 1
    return page.code[start:at]


def _is_name_position(parameters: str) -> bool:
    return re.search(r"(?:^|,)\s*\*{0,2}$", parameters) is not None


def _in_scope(page: Page, at: int, scope: _Scope | None) -> Binding:
    """Bound in the function or class around; its own `def` line belongs to what is around that."""
    if scope is None:
        return Binding(at, 0, len(page.code) + 1)
    return Binding(at, scope.start, scope.end + 1, of_class=scope.is_class, owner=scope.start)


def _innermost(scopes: list[_Scope], at: int) -> _Scope | None:
    """Not the scope that this very name opens."""
    around = [scope for scope in scopes if scope.start <= at <= scope.end and not _opens(scope, at)]
    return min(around, key=lambda scope: scope.end - scope.start, default=None)


def _opens(scope: _Scope, at: int) -> bool:
    return scope.head is not None and at < scope.head[0]
