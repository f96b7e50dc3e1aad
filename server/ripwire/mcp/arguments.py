"""Arguments as models write them: declared once, shown as JSON schema, read leniently.

`"20"` is a number here, `"true"` a boolean, `"null"` and `"undefined"` no value, one text a list of one.
What cannot be meant so is refused with the argument's name and what was expected.  Knows no tool.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import msgspec

from ripwire.errors import Failure, Kind

NOTHING = {"null", "undefined", "none", "nil"}
"""Written by models for an argument that they leave out."""
TRUE, FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}
_JSON: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "object": {"type": "object"},
}
_WORDS = {
    "text": "a text",
    "number": "an integer",
    "flag": "true or false",
    "texts": "a list of texts",
    "object": "an object",
}


@attrs.frozen
class Argument:
    kind: str
    """`text`, `number`, `flag`, `texts` or `object`."""
    description: str
    default: Any = None
    choices: tuple[str, ...] = ()
    at_least: int = 0
    aliases: tuple[str, ...] = ()
    """Names that other harnesses use for the same; accepted, not shown."""
    literal: bool = False
    """A pattern: the word `null` is what is searched for."""

    def schema(self) -> dict[str, Any]:
        shown: dict[str, Any] = {**_JSON[self.kind], "description": self.description}
        if self.choices:
            shown["enum"] = list(self.choices)
        if self.kind == "number":
            shown["minimum"] = self.at_least
        if self.default not in (None, (), ""):
            shown["default"] = self.default
        return shown


@attrs.frozen(kw_only=True)
class Arguments:
    """The arguments of one tool; `required` are names among them."""

    known: Mapping[str, Argument]
    required: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: argument.schema() for name, argument in self.known.items()},
            "required": list(self.required),
            "additionalProperties": False,
        }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every argument with its value or its default.  `Failure` names all that is wrong at once."""
        values: dict[str, Any] = {name: argument.default for name, argument in self.known.items()}
        problems: list[str] = []
        names = self._names()
        for written, value in given.items():
            name = names.get(written.lower())
            if name is None:
                problems.append(self._unknown(written))
            elif not self._absent(self.known[name], value):
                try:
                    values[name] = _read(self.known[name], value)
                except ValueError as exc:
                    problems.append(f"{name}: {exc}")
        missing = [name for name in self.required if values[name] in (None, "")]
        problems += [f"{name}: is required" for name in missing]
        if problems:
            raise Failure(Kind.INVALID_PARAMS, "These arguments cannot be used", problems=tuple(problems))
        return values

    def _names(self) -> dict[str, str]:
        every = {alias.lower(): name for name, one in self.known.items() for alias in one.aliases}
        exact = {name.lower(): name for name in self.known}
        return every | exact | {name.lower().replace("_", ""): name for name in self.known if "_" in name}

    def _unknown(self, written: str) -> str:
        near = difflib.get_close_matches(written.lower(), self.known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(self.known)}"
        return f"{written[:40]}: is not an argument; {hint}"

    @staticmethod
    def _absent(argument: Argument, value: object) -> bool:
        if value is None or value == []:
            return True
        if not isinstance(value, str) or argument.literal:
            return False
        return value.strip().lower() in NOTHING or (not value.strip() and argument.kind != "text")


def _read(argument: Argument, value: object) -> Any:
    found: Any = READERS[argument.kind](value)
    if argument.choices and found not in argument.choices:
        known = {choice.lower().replace("_", "").replace("-", ""): choice for choice in argument.choices}
        found = known.get(str(found).lower().replace("_", "").replace("-", ""), found)
        if found not in argument.choices:
            raise ValueError(f"expected one of {', '.join(argument.choices)}, got {_shown(value)}")
    if argument.kind == "number" and found < argument.at_least:
        raise ValueError(f"expected at least {argument.at_least}, got {found}")
    return found


def _text(value: object) -> str:
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("a NUL character cannot be searched for")
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise _expected("text", value)


def _number(value: object) -> int:
    if isinstance(value, bool):
        raise _expected("number", value)
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return int(value)
    raise _expected("number", value)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, str | int) else ""
    if word in TRUE | FALSE:
        return word in TRUE
    raise _expected("flag", value)


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _decoded(value, value)
    if isinstance(value, str):
        return (_text(value),)
    if isinstance(value, Sequence):
        return tuple(_text(item) for item in value)
    raise _expected("texts", value)


def _object(value: object) -> Mapping[str, Any]:
    found = _decoded(value, None) if isinstance(value, str) else value
    if isinstance(found, Mapping):
        return found
    raise _expected("object", value)


def _decoded(text: str, otherwise: object) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return otherwise


def _expected(kind: str, value: object) -> ValueError:
    return ValueError(f"expected {_WORDS[kind]}, got {_shown(value)}")


def _shown(value: object) -> str:
    return repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:40]}…"  # noqa: PLR2004 - one line


READERS = {"text": _text, "number": _number, "flag": _flag, "texts": _texts, "object": _object}
