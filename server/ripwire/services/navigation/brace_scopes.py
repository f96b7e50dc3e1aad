"""Where a name is bound in languages with braces, and in those that declare by keyword.

No parser: the occurrences of the name are looked at one by one.  Each is a declaration, a parameter, a
loop's or closure's variable, or a use; the first three say over which block they hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import attrs

from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.extents import (
    FUNCTIONS,
    end_of_body,
    end_of_expression,
    in_block,
    word_before,
)
from ripwire.services.navigation.generics import generic
from ripwire.services.navigation.heads import TYPE_FIRST, parameter
from ripwire.services.navigation.page import Page

JAVASCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})

_DECLARER = r"(?:const|let|var|val|using|auto|my|our|local|static|final|mut|ref|global)"
_DECLARES = re.compile(rf"\b{_DECLARER}\s+(?:(?:mut|ref|lazy|const)\s+)*$")
_NAMED = re.compile(
    r"\b(?:function\s*\*?|class|fn|func|fun|def|interface|type|enum|struct|trait|record|macro|module|object)\s+$"
)
_PATTERN = re.compile(rf"\b{_DECLARER}\s*$")
_LIST = re.compile(rf"(?:^|[;{{}}\n(])\s*(?:export\s+)?{_DECLARER}\s[^;{{}}]*,\s*$")
_IMPORT = re.compile(
    r"(?:^|\n)\s*(?:(?:import|use|from|require|package)\b|export\s*\{|#\s*include|using\s+[\w.]+;)[^;\n]*$"
)
_FOR = re.compile(r"\b(?:for|foreach)\b\s*(?:await\s*)?\(?[\w\s,&*()<>\[\].:$]*$")
_FOR_AFTER = re.compile(r"^[\w\s,)$]*(?:\b(?:in|of|as)\b|:=|:(?!:)|<-|=)")
_LET = re.compile(r"\blet\b[^=;]*$")
_SHORT = re.compile(r"(?:^|[;{}\n]|\b(?:if|for|switch|select|case)\b)\s*[\w\s,]*$")
_SHORT_AFTER = re.compile(r"^[\w\s,]*:=")
_TYPED = re.compile(
    r"(?:^|[;{}(,\n])\s*(?:(?:const|final|static|struct|unsigned|signed|volatile|register|readonly|out|in|ref|union"
    r"|enum|late|private|public|protected|internal|mutable|inline|extern|constexpr|typename)\s+)*"
    r"([A-Za-z_][\w:.]*)(?:\s*<[^;{}()]*>)?(?:\[\])*\s*[\s*&?\]]+$"
)
_TYPED_AFTER = re.compile(r"^\s*(?:=(?!=)|;|,|\[|:(?!:)|\)|$|\{)")
_NO_TYPE = frozenset(
    [
        "return",
        "else",
        "new",
        "throw",
        "case",
        "goto",
        "in",
        "await",
        "delete",
        "yield",
        "break",
        "continue",
        "do",
        "typeof",
        "instanceof",
        "import",
        "package",
        "using",
        "namespace",
        "public",
        "private",
        "protected",
        "operator",
        "sizeof",
        "not",
        "and",
        "or",
        "is",
        "as",
        "throws",
        "extends",
        "implements",
    ]
)
_CLOSURE = re.compile(r"(?:\bdo|\{|\(|,|=|\bmove|\breturn)\s*\|[^|;{}\n]*$")
_CLOSURE_AFTER = re.compile(r"^[^|;{}\n]*\|")
_LAMBDA_HEAD = re.compile(r"^\s*[\w\s,:()<>.?*$]*$")
_LAMBDA_AFTER = re.compile(r"^[\w\s,:()<>.?*]*(?:->|\bin\b)")
_ASSIGN = re.compile(r"^\s*(?:=(?![=~>])|<-|\|\|=)")
_ASSIGNS = frozenset({"ruby", "php", "julia", "r", "elixir", "shell", "perl", "lua"})


def bindings(page: Page, name: str) -> Iterator[Binding]:
    for at in page.occurrences(name):
        binding = _binding(page, name, at)
        if binding is not None:
            yield binding


def _binding(page: Page, name: str, at: int) -> Binding | None:
    code = page.code
    before, after = code[max(0, at - 300) : at], code[at + len(name) : at + len(name) + 300]
    if re.search(r"(?:(?<!\.)\.|->|::)\s*$", before) or _IMPORT.search(before):
        return None
    if _DECLARES.search(before) or _NAMED.search(before):
        return in_block(page, at)
    return (
        _arrow(page, at, after)
        or _destructured(page, at, after)
        or parameter(page, at, name, after)
        or _by_keyword(page, at, before, after)
        or generic(page, at, before, after)
        or _typed(page, at, before, after)
        or _assigned(page, at, before, after)
    )


def _arrow(page: Page, at: int, after: str) -> Binding | None:
    """`x => …`"""
    arrow = re.match(r"\s*=>", after)
    if arrow is None or page.language.name in {"rust", "elixir", "ruby", "php", "perl"}:
        return None
    return Binding(at, at, end_of_expression(page, page.code.index("=>", at) + 2), parameter=True)


def _destructured(page: Page, at: int, after: str) -> Binding | None:
    """Inside of a pattern behind `const`, or one of the names of `let a = 1, b = 2`."""
    inside = False
    for opener in page.around(at):
        before = page.code[max(0, opener - 60) : opener]
        if page.code[opener] == "(" and not _PATTERN.search(before):
            break
        if _PATTERN.search(before):
            return None if re.match(r"\s*:(?!:)", after) else attrs.evolve(in_block(page, opener), at=at)
        if not re.search(r"[,{\[:(]\s*$", before):
            break
        inside = True
    if inside:
        return None
    start = next(page.around(at), -1) + 1
    statement = page.code[max(start, at - 300) : at]
    if _LIST.search(statement) and re.match(r"\s*(?:=(?!=)|,|;|:|$|\n)", after) and _flat(statement):
        return in_block(page, at)
    return None


def _flat(statement: str) -> bool:
    """The name is not inside of a bracket that the declaration's list opened."""
    depth = 0
    for char in statement:
        depth += (char in "([{") - (char in ")]}")
    return depth <= 0


def _by_keyword(page: Page, at: int, before: str, after: str) -> Binding | None:
    """Loops, `let` patterns, and what some languages have of their own."""
    if _FOR.search(before) and _FOR_AFTER.match(after):
        return Binding(at, page.code.rfind("for", 0, at), end_of_body(page, at))
    if page.language.name not in JAVASCRIPTS and _LET.search(before):
        conditional = re.search(r"\b(?:if|while)\s+let\b[^=;]*$", before)
        return Binding(at, at, end_of_body(page, at)) if conditional else in_block(page, at)
    if _CLOSURE.search(before) and _CLOSURE_AFTER.match(after):
        return Binding(at, at, end_of_expression(page, page.code.index("|", at) + 1), parameter=True)
    own = _OF_LANGUAGE.get(page.language.name)
    return own(page, at, before, after) if own else None


def _short(page: Page, at: int, before: str, after: str) -> Binding | None:
    """Go's `a, b := …`."""
    if not (_SHORT.search(before) and _SHORT_AFTER.match(after)):
        return None
    header = re.search(r"\b(?:if|for|switch)\b[^;{}\n]*$", before)
    return Binding(at, at, end_of_body(page, at)) if header else in_block(page, at)


def _match_arm(page: Page, at: int, before: str, after: str) -> Binding | None:
    """Rust's `Some(x) => …`."""
    if not re.match(r"[^;{}\n]*=>", after) or re.search(r"=>[^,{}]*$", before):
        return None
    return Binding(at, at, end_of_expression(page, page.code.index("=>", at) + 2))


def _lambda(page: Page, at: int, before: str, after: str) -> Binding | None:
    """`{ a, b -> … }`, `{ a in … }`."""
    del before
    opener = next(page.around(at), None)
    if opener is None or page.code[opener] != "{" or not _LAMBDA_AFTER.match(after):
        return None
    head = _LAMBDA_HEAD.match(page.code[opener + 1 : at])
    return Binding(at, opener, page.pairs[opener], parameter=True) if head else None


_OF_LANGUAGE: Mapping[str, Callable[[Page, int, str, str], Binding | None]] = MappingProxyType(
    {"go": _short, "rust": _match_arm, "kotlin": _lambda, "swift": _lambda, "groovy": _lambda}
)


def _typed(page: Page, at: int, before: str, after: str) -> Binding | None:
    """`Type name = …;` where types stand first."""
    if page.language.name not in TYPE_FIRST or not _TYPED_AFTER.match(after):
        return None
    found = _TYPED.search(before)
    if found is None or found[1] in _NO_TYPE:
        return None
    opener = next(page.around(at), None)
    if (
        opener is not None
        and page.code[opener] in "(["
        and word_before(page, opener) not in {"for", "foreach", "if", "catch", "try"}
    ):
        return None
    return in_block(page, at)


def _assigned(page: Page, at: int, before: str, after: str) -> Binding | None:
    """Languages that declare by assigning."""
    if page.language.name not in _ASSIGNS or not _ASSIGN.match(after):
        return None
    if re.search(r"(?:^|[;{}\n(|,]|\bdo\b|\bthen\b)\s*$", before) is None:
        return None
    line, _ = page.map.place(at)
    around = page.enclosing(line, FUNCTIONS)
    if not around:
        return Binding(at, 0, len(page.code) + 1)
    return Binding(at, page.offset(around[0].line, 0), page.offset(around[0].end_line, 1 << 30))
