"""Heads of C and C++ made simple: what no name can stand in becomes spaces, and nothing moves.

Arguments, template arguments, attributes: behind this a name is what stands before the first `(`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ripwire.services.symbols.language import words

MACROS = r"(?:COMPAT_)?SYSCALL_DEFINE[0-6]|PHP_FUNCTION|ZEND_FUNCTION|BPF_PROG"
"""Macros that define a function of the name between their parentheses."""
TESTS = r"(?:TYPED_)?TEST(?:_[FP])?|BENCHMARK_(?:DEFINE_)?F|(?:PHP|ZEND)_METHOD"
"""The same with the name of a suite before it."""
OBJECTS = (
    r"DEFINE_(?:MUTEX|SPINLOCK|RAW_SPINLOCK|RWLOCK|SEMAPHORE|IDA|IDR|XARRAY|XARRAY_ALLOC|STATIC_KEY_(?:TRUE|FALSE)|SRCU|STATIC_SRCU)"
    r"|H?LIST_HEAD|DECLARE_(?:WAIT_QUEUE_HEAD|RWSEM|COMPLETION|WORK|DELAYED_WORK|TASKLET|BITMAP)"
)
"""Macros that define a variable of the name between their parentheses."""

_ATTRIBUTE = re.compile(
    r"\b(?:__attribute__|__attribute|__declspec|_?alignas|__aligned|__printf|noexcept|explicit|throw|requires|asm|__asm__|decltype"
    r"|_Alignas|__nonnull|GUARDED_BY|PT_GUARDED_BY)\s*\([\s]*\)|\[\[[^\[\]]*\]\]"
)
_ANGLES = re.compile(r"<[^<>;={}]*>")
_SHOUTED = re.compile(
    r"(\b[A-Z][A-Z0-9_]{2,})(\s*\(\s*\))(?=\s*(?!(?:const|noexcept|override|final|volatile|try)\b)[\w:~*&])"
)
_TEMPLATE = re.compile(r"\btemplate\s*<")
_ANGLE_OR_PAREN = re.compile(r"->|[<>()]")
_PARENS = re.compile(r"[()]")
_KEPT = re.compile(rf"(?:{MACROS}|{TESTS}|{OBJECTS}|DEFINE_PER_CPU\w*|operator\s*)$")

_LAST_WORD = re.compile(r"(\w+)\s*$")
_SINGLE_WORDS = re.compile(r"\s*(?!void\s*$)[\w.\"&>-]+(?:\s*,\s*[\w.\"&>-]+)*\s*$")
"""What an attribute is given: numbers and names.  A parameter has two words."""
_SYSTEM = re.compile(r"__\w+$|[A-Z][A-Z0-9_]{2,}$")
"""How attributes are mostly named; a function may be too."""
_TYPE_BETWEEN = re.compile(
    r"\s*(?!(?:const|noexcept|override|final|volatile|throw|requires|try)\b)(?:\w|::|[\s*&<>])*[\w*&>]\s*$"
)
"""A type stands between an attribute and the name that it is about."""
_NO_NAME = words(
    "noexcept decltype requires throw alignas explicit int void char long if for while switch return sizeof"
)


class _Group(NamedTuple):
    """`word (inside)` outside of all parentheses: where the word begins, and the place behind `)`."""

    word: str
    start: int
    end: int
    inside: str


def tidy(head: str) -> str:
    if "<" in head and "operator" not in head:
        head = _without_angles(head)
    if "(" in head:
        head = _SHOUTED.sub(_as_word, _ATTRIBUTE.sub(_spaces, _without_arguments(head)))
    elif "[[" in head:
        head = _ATTRIBUTE.sub(_spaces, head)
    return head


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _as_word(match: re.Match[str]) -> str:
    return match.group(1) + " " * len(match.group(2))


def _without_angles(head: str) -> str:
    while match := _TEMPLATE.search(head):
        end = _closing_angle(head, match.end())
        head = head[: match.start()] + " " * (end - match.start()) + head[end:]
    for _ in range(6):  # deeper than any template in use; each turn takes the innermost away
        head, count = _ANGLES.subn(_spaces, head)
        if not count:
            break
    return head


def _closing_angle(head: str, at: int) -> int:
    """Behind the `>` that closes a template's parameters; defaults in parentheses may compare."""
    depth, parens = 1, 0
    for match in _ANGLE_OR_PAREN.finditer(head, at):
        mark = match.group()
        parens += (mark == "(") - (mark == ")")
        if parens == 0 and mark in {"<", ">"}:
            depth += 1 if mark == "<" else -1
            if depth == 0:
                return match.end()
    return len(head)


def _without_arguments(head: str) -> str:
    """What stands between parentheses becomes spaces, but for `(*name)` and the macros that name there."""
    parts: list[str] = []
    groups: list[_Group] = []
    depth = done = 0
    for match in _PARENS.finditer(head):
        if match.group() == "(":
            if depth == 0:
                parts.append(head[done : match.end()])
                done = match.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                inside = head[done : match.start()]
                before = parts[-1][:-1]
                kept = inside.lstrip()[:1] in {"*", "^", "&"} or _KEPT.search(before)
                parts.append(inside if kept else " " * len(inside))
                if word := _LAST_WORD.search(before):
                    start = done - 1 - len(before) + word.start()
                    groups.append(_Group(word[1], start, match.end(), inside))
                done = match.start()
    parts.append(head[done:] if depth == 0 else " " * (len(head) - done))
    plain = "".join(parts)
    return _without_leading(plain, groups) if len(groups) > 1 else plain


def _without_leading(head: str, groups: list[_Group]) -> str:
    """`__printf(1, 2) int f(`: attributes with arguments in front of a head, of whatever name."""
    for before, after in zip(groups[-2::-1], groups[:0:-1], strict=True):
        alike = bool(_SYSTEM.match(before.word)) or not _SYSTEM.match(after.word)
        if (
            alike
            and after.word not in _NO_NAME
            and before.word not in _NO_NAME
            and _SINGLE_WORDS.match(before.inside)
            and _TYPE_BETWEEN.match(head, before.end, after.start)
        ):
            head = head[: before.start] + " " * (before.end - before.start) + head[before.end :]
    return head
