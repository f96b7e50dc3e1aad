"""A walk over a syntax tree that writes down definitions: the truth that the scanner is measured against."""

from collections.abc import Callable
from typing import NamedTuple

import tree_sitter_language_pack

TYPE, BODY, SPACE = "type", "body", "space"
SKIP = object()
"""Returned by a rule whose node's children hold nothing."""

Scope = tuple[tuple[str, str], ...]


class Item(NamedTuple):
    line: int
    """From 1."""
    column: int
    """In characters."""
    name: str
    kind: str
    container: str
    core: bool
    required: bool
    """Neither missing it nor finding it counts when it is not: locals, prototypes, matters of taste."""
    names: tuple[str, ...] = ()
    """Other spellings that are right too."""


class Walk:
    def __init__(self, grammar: str, source: bytes, rules: dict) -> None:
        self.source, self.rules = source, rules
        self.lines = source.split(b"\n")
        self.items: list[Item] = []
        self.grammar = grammar
        self.seen: set = set()

    def run(self) -> list[Item]:
        parser = tree_sitter_language_pack.get_parser(self.grammar)
        stack = [(parser.parse(self.source).root_node, ())]
        while stack:
            node, scope = stack.pop()
            inner = scope
            if rule := self.rules.get(node.type):
                inner = rule(self, node, scope)
                if inner is SKIP:
                    continue
                if inner is None:
                    inner = scope
            stack.extend((child, inner) for child in reversed(node.named_children))
        self.items.sort()
        return self.items

    def emit(
        self, node, kind: str, scope: Scope, *, core=True, required=True, name=None, names=(), container=None
    ) -> None:
        if node is None:
            return
        row, byte = node.start_point
        line = self.lines[row] if row < len(self.lines) else b""
        column = len(line[:byte].decode("utf-8", "replace"))
        name = text(node) if name is None else name
        column += text(node)[:1] in "`\"'" and name[:1] not in "`\"'"
        if container is None:
            container = next((name for _, name in reversed(scope) if name), "")
        self.items.append(
            Item(row + 1, column, name, kind, container, core, required and not local(scope), tuple(names))
        )


def text(node) -> str:
    return node.text.decode("utf-8", "replace")


def local(scope: Scope) -> bool:
    return any(role == BODY for role, _ in scope)


def in_type(scope: Scope) -> bool:
    return bool(scope) and scope[-1][0] == TYPE


def child(node, *types):
    """The first child of one of these types."""
    return next((one for one in node.named_children if one.type in types), None)


def field(node, name):
    return node.child_by_field_name(name)


def named(node):
    return field(node, "name")


def define(
    kind: str,
    opens: str | None = None,
    *,
    get: Callable = named,
    core=True,
    required=True,
    method: str | None = None,
) -> Callable:
    """A rule: the node defines what `get` finds in it; `method` is its kind inside a type."""

    def rule(walk: Walk, node, scope: Scope):
        name = get(node)
        if name is None:
            return (*scope, (opens, "")) if opens else None
        wanted = required(node) if callable(required) else required
        walk.emit(name, method if method and in_type(scope) else kind, scope, core=core, required=wanted)
        return (*scope, (opens, text(name))) if opens else None

    return rule


def body(_walk: Walk, _node, scope: Scope):
    """A rule: what is inside is local."""
    return (*scope, (BODY, ""))


def skip(_walk: Walk, _node, _scope: Scope):
    return SKIP


def each(kind: str, get: Callable, *, core=False, required=True) -> Callable:
    """A rule: the node defines several names."""

    def rule(walk: Walk, node, scope: Scope):
        for name in get(node):
            walk.emit(name, kind, scope, core=core, required=required)

    return rule
