"""Params: JSON values in, typed values out; snake_case here, camelCase there; nothing guessed.

cattrs is kind by default: it makes "false" true, 5 a text and "abc" a list of letters.  On a wire
that hides the client's mistakes, so the hooks here refuse, and the refusal says where and what was
expected.  Keys that we do not know are refused by name in our own params, and passed over in
LSP's, where newer clients may say more than we know.
"""

from __future__ import annotations

import enum
import re
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

import attrs
import cattrs
import cattrs.v
from cattrs.cols import homogenous_tuple_structure_factory, is_sequence, list_structure_factory
from cattrs.gen import make_dict_structure_fn, override
from lsprotocol import converters

from ripwire.protocol import errors
from ripwire.protocol.messages.common import Texts

_PRIMITIVES: tuple[type, ...] = (str, int, bool, float)
_WORDS = {str: "a text", int: "an integer", bool: "true or false", float: "a number", list: "an array"}
_SHOWN = 40
"""Characters of a wrong text that an error repeats."""
_AT = "\0"
_SNAKE = re.compile(r"_([a-z0-9])")


def camel(name: str) -> str:
    """`head_limit` → `headLimit`."""
    return _SNAKE.sub(lambda part: part[1].upper(), name)


def make_converter(strict: Iterable[type], lenient: Iterable[type]) -> cattrs.Converter:
    """The one converter of all sessions: making one costs 2 ms and 44 kB, sharing it nothing.

    `strict` are our own params, `lenient` are classes that read only a part of what LSP sends.
    """
    converter = converters.get_converter()
    for token in (int | str, typing.Union[int, str]):  # noqa: UP007 - cattrs keys hooks by spelling
        converter.register_structure_hook(token, lambda value, _: _token(value))
    converter.register_structure_hook(int | str | None, lambda value, _: _optional_token(value))
    converter.register_structure_hook(Texts, lambda value, _: _texts(value))
    for primitive in _PRIMITIVES:
        converter.register_structure_hook(primitive, _exact)
    converter.register_structure_hook_factory(_is_array, _array_hook)
    for cls in strict:
        _register(converter, cls, forbid_extra=True)
    for cls in lenient:
        _register(converter, cls, forbid_extra=False)
    return converter


def structure(converter: cattrs.Converter, value: object, type_: Any, where: str = "$") -> Any:
    """`value` as a `type_`, or a refusal with one line for each wrong field; `value` stands at `where`."""
    try:
        return converter.structure(value, type_)
    except cattrs.BaseValidationError as exc:
        raise errors.invalid_params(map(_as_sent, cattrs.transform_error(exc, where, _explain))) from None
    except (TypeError, ValueError, KeyError, RecursionError) as exc:
        raise errors.invalid_params([f"{_explain(exc, type_)} @ {where}"]) from None


def _register(converter: cattrs.Converter, cls: Any, *, forbid_extra: bool) -> None:
    attrs.resolve_types(cls)
    renames: dict[str, Any] = {field.name: override(rename=camel(field.name)) for field in attrs.fields(cls)}
    inner = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=forbid_extra, **renames)

    def hook(value: Any, type_: Any) -> Any:
        if not isinstance(value, dict):
            raise _expected("an object", value)
        return inner(value, type_)

    converter.register_structure_hook(cls, hook)


def _token(value: object) -> int | str:
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    raise _expected("an integer or a text", value)


def _optional_token(value: object) -> int | str | None:
    return None if value is None else _token(value)


def _texts(value: object) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise _expected("a text or an array of texts", value)


def _exact(value: Any, type_: Any) -> Any:
    if issubclass(type_, enum.Enum):  # a hook by class receives its enums too
        return _member(value, type_)
    if type(value) is type_ or (type_ is float and type(value) is int):
        return type_(value)
    raise _expected(_WORDS[type_], value)


def _member(value: Any, type_: type[enum.Enum]) -> enum.Enum:
    try:
        return type_(value)
    except ValueError:
        known = ", ".join(str(member.value) for member in type_)
        raise _expected(f"one of {known}", value) from None


def _expected(what: str, value: object) -> TypeError:
    return TypeError(f"expected {what}, got {_shown(value)}")


def _shown(value: object) -> str:
    """The JSON kind of a value, and the value itself where it is short: never a whole document."""
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list():
            return "an array"
        case str() if len(value) > _SHOWN:
            return f"a text of {len(value)} characters"
        case bool():
            return str(value).lower()
        case _:
            return repr(value)


def _is_array(type_: Any) -> bool:
    return (typing.get_origin(type_) is tuple and typing.get_args(type_)[1:] == (...,)) or is_sequence(type_)


def _array_hook(type_: Any, converter: cattrs.BaseConverter) -> Callable[[Any, Any], Any]:
    is_tuple = typing.get_origin(type_) is tuple
    factory = homogenous_tuple_structure_factory if is_tuple else list_structure_factory
    items = factory(type_, converter)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            raise _expected("an array", value)
        return items(value, type_)

    return hook


def _explain(exc: BaseException, type_: type | types.UnionType | None) -> str:
    """Our hooks' and validators' own words; cattrs's for what it found itself."""
    if isinstance(exc, cattrs.ForbiddenExtraKeysError):
        return "unknown key " + ", ".join(sorted(exc.extra_fields))
    if type(exc) in (TypeError, ValueError) and exc.args:
        return _AT.join(map(str, exc.args))
    return cattrs.v.format_exception(exc, typing.cast("type | None", type_))


def _as_sent(problem: str) -> str:
    """`… @ $.head_limit` → `… @ $.headLimit`: clients know their own spelling.

    A validator's error stands at the object; its second argument is the field.
    """
    words, _, path = problem.rpartition(" @ ")
    words, _, field = words.partition(_AT)
    return f"{words} @ {camel(path)}" + (f".{camel(field)}" if field else "")
