"""Reads our message classes and settings as their author wrote them: types, defaults, docstrings."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import re
import sys
import textwrap
import types
import typing
from collections.abc import Iterator
from typing import Any

import attrs
import msgspec

from ripwire.protocol.converter import camel

_LINK = re.compile(r"\[(\w+)\]\(#\w+\)")
_EVERYWHERE = {
    "work_done_token": "Show progress under this token.",
    "partial_result_token": "Stream the entries under this token.",
    "timeout_ms": "Deadline of this request; 0 for the setting `timeoutMs`.",
    "hidden": "Hidden files too; `.git` and its like stay out.",
    "no_ignore": "Files that ignore files name too.",
    "follow_symlinks": "Go through symbolic links.",
    "source": "`disk`, or `buffer` for unsaved text.",
    "exclude": "Never files that match one of these.",
    "batch": "Gives way to others.",
    "total_exact": "False: there are at least `total`.",
    "next_offset": "Where the next page begins, when there is one.",
    "max_file_size": "Bytes; larger files are passed over.",
}
"""Keys that mean the same wherever they stand; a docstring of a field's own comes first."""
_NAMES = {str: "text", int: "integer", float: "number", bool: "boolean", msgspec.Raw: ""}


@attrs.frozen
class Field:
    name: str
    type: str
    default: str
    """JSON, or empty where the field is required."""
    doc: str


@functools.cache
def field_docs(cls: type) -> dict[str, str]:
    """The docstring that stands under each field of a class."""
    [definition] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for node, follower in zip(definition.body, definition.body[1:], strict=False):
        is_field = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if is_field and isinstance(follower, ast.Expr) and isinstance(follower.value, ast.Constant):
            found[node.target.id] = " ".join(str(follower.value.value).split())
    return found


def params(cls: type) -> list[Field]:
    """The keys of an attrs class, as they are on the wire."""
    hints, docs = typing.get_type_hints(cls), field_docs(cls)
    return [
        Field(
            camel(field.name),
            shown(hints[field.name]),
            default(field.default),
            _doc(docs, field.name),
        )
        for field in attrs.fields(cls)
    ]


def results(cls: type) -> list[Field]:
    """The keys of a msgspec struct, as they are on the wire."""
    docs = field_docs(cls)
    hints = typing.get_type_hints(cls)
    return [
        Field(
            field.encode_name,
            shown(hints[field.name]),
            _struct_default(cls, field),
            _doc(docs, field.name),
        )
        for field in msgspec.structs.fields(cls)
    ]


def _doc(docs: dict[str, str], name: str) -> str:
    return docs.get(name) or _EVERYWHERE.get(name, "")


def structs(cls: type) -> Iterator[type]:
    """The structs that a struct holds, each once, itself not included."""
    seen: list[type] = []
    _collect(cls, seen)
    return iter(seen)


def shown(type_: Any) -> str:
    """A type in words."""
    origin, arguments = typing.get_origin(type_), typing.get_args(type_)
    if origin in (types.UnionType, typing.Union):
        parts = [shown(part) for part in arguments if part not in (type(None), msgspec.Raw)]
        return " or ".join(dict.fromkeys(parts))
    if origin in (list, tuple):
        return f"array of {shown(arguments[0])}"
    if origin is dict:
        return f"object of {shown(arguments[1])}"
    if isinstance(type_, type) and issubclass(type_, enum.Enum):
        return " / ".join(f"`{member.value}`" for member in type_)
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return f"[{wire_name(type_)}](#{wire_name(type_).lower()})"
    return _NAMES.get(type_, "any")


def plain(type_: Any) -> str:
    """As `shown`, for a page that does not describe our structs."""
    return _LINK.sub(r"\1", shown(type_))


def default(value: object) -> str:
    match value:
        case attrs.NOTHING | msgspec.NODEFAULT:
            return ""
        case None | () | attrs.Factory():
            return "–"
        case enum.Enum():
            return f"`{value.value}`"
        case _:
            return f"`{msgspec.json.encode(value).decode()}`"


def wire_name(cls: type) -> str:
    return cls.__name__.removeprefix("Wire")


def summary(owner: Any) -> str:
    """A docstring as one paragraph of Markdown, or nothing where it is inherited."""
    doc = owner.__doc__ or ""
    return "" if doc.startswith(f"{getattr(owner, '__name__', '')}(") else inspect.cleandoc(doc)


def module_of(cls: type) -> Any:
    return sys.modules[cls.__module__]


def table(fields: list[Field], *, with_default: bool) -> list[str]:
    head = ["key", "type", *(["default"] if with_default else []), "meaning"]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    for field in fields:
        cells = [f"`{field.name}`", field.type]
        cells += [field.default or "required"] if with_default else []
        lines.append("| " + " | ".join([*cells, field.doc.replace("|", "\\|")]) + " |")
    return lines


def _struct_default(cls: type, field: Any) -> str:
    if cls.__struct_config__.omit_defaults and field.default is not msgspec.NODEFAULT:
        return "left out"
    return ""


def _collect(cls: type, seen: list[type]) -> None:
    for hint in typing.get_type_hints(cls).values():
        for part in _parts(hint):
            if isinstance(part, type) and issubclass(part, msgspec.Struct) and part not in seen:
                seen.append(part)
                _collect(part, seen)


def _parts(type_: Any) -> Iterator[Any]:
    arguments = typing.get_args(type_)
    if not arguments:
        yield type_
    for argument in arguments:
        yield from _parts(argument)
