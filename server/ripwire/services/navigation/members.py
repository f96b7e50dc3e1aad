"""Members and arguments that the text itself explains: `self.x`, and `f(width=3)`.  Pure."""

from __future__ import annotations

import os
import re

from ripwire.services.navigation import ranking
from ripwire.services.navigation.brace_scopes import JAVASCRIPTS
from ripwire.services.navigation.page import Page, Use
from ripwire.services.symbols.hits import SymbolHit
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K

_SELF = frozenset({"self", "this", "cls", "super"})
_KEY_BEFORE = re.compile(r"[{,;\n]\s*(?:readonly\s+)?$")
_KEY_AFTER = re.compile(r"\s*\??\s*:(?!:)")
_PYTHON_BASES = re.compile(r"\s*(?:\[[^\]]*\])?\s*\(([^()]*)\)")
_BASES = re.compile(r"\s*(?:<[^{};]*?>)?\s*(?:\([^(){};]*\)\s*)?(?:extends|:)\s+([^{};]*)")
_BASE = re.compile(r"(?:^|,)\s*(?:(?:public|virtual|private|protected)\s+)*(?:\w+(?:\.|::))*(\w+)\b(?!\s*=)")


def own_member(page: Page, use: Use) -> list[SymbolHit]:
    """`self.x` and `this.x`: the member of the type around, or the first assignment to it."""
    owner = owner_of(page, use)
    return member_of(page, owner, use.name) if owner else []


def owner_of(page: Page, use: Use) -> Symbol | None:
    """The type whose object `self` is."""
    if use.receiver not in _SELF:
        return None
    return next(iter(page.enclosing(use.line, ranking.TYPES)), None)


def member_of(page: Page, owner: Symbol, name: str) -> list[SymbolHit]:
    inside = [
        s for s in page.symbols if s.name == name and owner.line <= s.line <= owner.end_line and not s.local
    ]
    if inside:
        return [place(page, name, page.offset(inside[0].line, inside[0].column))]
    begin, end = page.offset(owner.line, 0), page.offset(owner.end_line, 1 << 30)
    set_here = re.compile(rf"\b(?:self|this|cls)\s*\.\s*({re.escape(name)})\s*(?::[^=\n]+)?=(?!=)")
    if match := set_here.search(page.code, begin, end):
        return [place(page, name, match.start(1))]
    promoted = re.compile(rf"\b(?:private|public|protected|readonly)\s+(?:readonly\s+)?({re.escape(name)})\b")
    match = promoted.search(page.code, begin, end)
    return [place(page, name, match.start(1))] if match else []


def is_key(page: Page, use: Use) -> bool:
    """`{ name: value }`, `{ name?: type }`: a property of an object or of a type that is written out."""
    if page.language.name not in JAVASCRIPTS or not _KEY_AFTER.match(page.code, use.at + len(use.name)):
        return False
    opener = next(page.around(use.at), None)
    inside = opener is not None and page.code[opener] == "{"
    return inside and _KEY_BEFORE.search(page.code, max(0, use.at - 80), use.at) is not None


def bases(page: Page, owner: Symbol) -> list[Use]:
    """The types that the head of a type names as those it extends."""
    start = page.offset(owner.line, owner.column) + len(owner.name)
    head = (_PYTHON_BASES if page.language.name == "python" else _BASES).match(page.code, start)
    if head is None:
        return []
    found: list[Use] = []
    for match in _BASE.finditer(head[1]):
        line, column = page.map.place(head.start(1) + match.start(1))
        found.append(page.use(line, column, match[1]))
    return found


def callee(page: Page, use: Use) -> Use | None:
    """What is called with the name as a keyword argument."""
    after = page.code[use.at + len(use.name) : use.at + len(use.name) + 10]
    opener = next(page.around(use.at), None)
    if opener is None or page.code[opener] != "(" or not re.match(r"\s*=(?!=)", after):
        return None
    if not re.search(r"[(,]\s*$", page.code[max(opener, use.at - 200) : use.at]):
        return None
    called = re.search(r"([\w]+)\s*$", page.code[max(0, opener - 80) : opener])
    if called is None:
        return None
    line, column = page.map.place(opener - len(called.group()))
    return page.use(line, column, called[1])


def parameter_of(page: Page, hit: SymbolHit, name: str) -> SymbolHit | None:
    """In the head of a function; of a class: in its `__init__`, or its field."""
    inside = [s for s in page.symbols if s.line == hit.line and s.name == hit.name]
    if inside and inside[0].kind is K.CLASS:
        own = [s for s in page.symbols if inside[0].line < s.line <= inside[0].end_line]
        makers = [s for s in own if s.name in {"__init__", "__new__"}]
        fields = [s for s in own if s.name == name]
        if not makers:
            return place(page, name, page.offset(fields[0].line, fields[0].column)) if fields else None
        inside = makers
    if not inside:
        return None
    opener = page.code.find("(", page.offset(inside[0].line, inside[0].column))
    if opener not in page.pairs:
        return None
    head = re.compile(rf"(?<=[(,*\s])({re.escape(name)})\s*[:,=)]")
    match = head.search(page.code, opener, page.pairs[opener] + 1)
    return place(page, name, match.start(1)) if match else None


def place(page: Page, name: str, at: int) -> SymbolHit:
    """A name of a page as a hit."""
    line, column = page.map.place(at)
    before = page.lines[line - 1][:column]
    known = next((s for s in page.symbols if s.line == line and s.name == name), None)
    return SymbolHit(
        root=page.path.parent,
        path=os.fsencode(page.path.name),
        name=name,
        kind=known.kind.value if known else K.VARIABLE.value,
        container=known.container if known else "",
        line=line,
        column=column,
        before=None if before.isascii() else before,
        source=page.source,
    )
