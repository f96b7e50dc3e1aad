"""JSON of one message: its envelope first and cheaply, its params when somebody wants them.

msgspec refuses texts with half a surrogate pair, which editors written in JavaScript do send
inside documents; those bodies are read again by the standard library, with U+FFFD in that place.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import cattrs
import msgspec
from msgspec import UNSET, Raw, UnsetType

from ripwire.protocol import errors
from ripwire.protocol.errors import Refusal
from ripwire.protocol.pieces import Pieces

NULL = Raw(b"null")


class Envelope(msgspec.Struct, gc=False):
    """A message whose parts are not read yet."""

    jsonrpc: str | None = None
    id: int | str | UnsetType | None = UNSET
    method: str | UnsetType = UNSET
    params: Raw = NULL
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_ENVELOPE = msgspec.json.Decoder(Envelope)
_ENCODER = msgspec.json.Encoder()


def envelope(body: bytes) -> Envelope:
    """The message in `body`, or a refusal: it is not JSON, or not JSON-RPC."""
    try:
        return _ENVELOPE.decode(body)
    except msgspec.ValidationError as exc:
        value(body)
        raise errors.invalid_request(f"not a JSON-RPC 2.0 message: {exc}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as exc:
        raise errors.parse_error(str(exc)) from None


def value(raw: bytes | Raw) -> Any:
    """Plain Python values of a JSON text."""
    try:
        return msgspec.json.decode(raw)
    except RecursionError:
        raise errors.parse_error("nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as exc:
        return _with_half_pairs(bytes(raw), exc)


def salvaged_id(body: bytes) -> int | str | None:
    """The id of a message that is not valid otherwise, if it has a usable one."""
    try:
        found = value(body)
    except Refusal:
        return None
    usable = found.get("id") if isinstance(found, dict) else None
    return usable if isinstance(usable, int | str) and not isinstance(usable, bool) else None


def encoded(result: Any, converter: cattrs.Converter) -> bytes:
    """JSON of a result: our structs as they are, lsprotocol's objects through their converter."""
    if isinstance(result, Raw):
        return bytes(result)
    if not isinstance(result, msgspec.Struct | str | int | bool | None):
        result = converter.unstructure(result)
    return _ENCODER.encode(result)


def parts(result: Any, converter: cattrs.Converter) -> tuple[bytes, ...]:
    """The same, in pieces where it is big."""
    return result.parts if isinstance(result, Pieces) else (encoded(result, converter),)


def _with_half_pairs(raw: bytes, cause: Exception) -> Any:
    try:
        return _mended(json.loads(raw, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        raise errors.parse_error(str(cause)) from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _mended(found: Any) -> Any:
    match found:
        case str():
            return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_mended(item) for item in found]
        case dict():
            return {_mended(key): _mended(item) for key, item in found.items()}
        case _:
            return found
