"""What a symbol is, in our own words.  Knows no protocol numbers and no language."""

from __future__ import annotations

import enum

import msgspec


class SymbolKind(enum.StrEnum):
    MODULE = "module"
    NAMESPACE = "namespace"
    CLASS = "class"
    STRUCT = "struct"
    UNION = "union"
    INTERFACE = "interface"
    ENUM = "enum"
    OBJECT = "object"
    EXTENSION = "extension"
    """An `impl`, an `extension`, an `instance`: a type opened again, not a new name."""
    TYPE = "type"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    MACRO = "macro"
    EVENT = "event"
    PROPERTY = "property"
    FIELD = "field"
    ENUM_MEMBER = "enum_member"
    CONSTANT = "constant"
    VARIABLE = "variable"
    KEY = "key"
    HEADING = "heading"

    @property
    def core(self) -> bool:
        """Types, functions, methods, macros and modules: what people mostly look for."""
        return self not in _MINOR


_MINOR = frozenset(
    {
        SymbolKind.PROPERTY,
        SymbolKind.FIELD,
        SymbolKind.ENUM_MEMBER,
        SymbolKind.CONSTANT,
        SymbolKind.VARIABLE,
        SymbolKind.KEY,
    }
)


class Symbol(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One definition.  There may be a million, so it is a flat record."""

    name: str
    """Bare: without its container, quotes or backticks."""
    kind: SymbolKind
    line: int
    """From 1."""
    column: int
    """Of the name, in characters of the line."""
    end_line: int
    """The last line of the definition; equal to `line` when it has no body."""
    container: str = ""
    """The names around it, outermost first, joined as the language joins them."""
    extra: bool = False
    """In the outline, but left out of workspace answers: fields, keys, enum members, headings."""
    local: bool = False
    """Inside the body of a function."""
    declaration: bool = False
    """Announced here, defined elsewhere: a prototype, a forward declaration."""

    @property
    def core(self) -> bool:
        return self.kind.core
