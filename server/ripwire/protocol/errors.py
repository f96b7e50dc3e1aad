"""Failures get their numbers here, and nowhere else below or beside this file.

    Kind of a failure             number of the answer
      the caller's mistake        -32602 InvalidParams
      valid, but failed           -32803 RequestFailed
      CANCELLED                   -32800 RequestCancelled
      OVER_LIMIT, SHUTTING_DOWN   -32802 ServerCancelled
    Refused before a handler saw it
      notInitialized              -32002
      invalidRequest, afterShutdown  -32600
      parseError                  -32700
      methodNotFound              -32601
      internal                    -32603, with the number of an incident and nothing else

`data` is always an object with `kind`; `detail`, `paths` and `problems` stand where they help.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import secrets
from collections.abc import Iterable

import msgspec

from ripwire.errors import Failure, Kind

log = logging.getLogger(__name__)


class Code(enum.IntEnum):
    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL = -32603
    NOT_INITIALIZED = -32002
    REQUEST_CANCELLED = -32800
    SERVER_CANCELLED = -32802
    REQUEST_FAILED = -32803


CODES = {
    Kind.INVALID_PARAMS: Code.INVALID_PARAMS,
    Kind.INVALID_PATTERN: Code.INVALID_PARAMS,
    Kind.INVALID_GLOB: Code.INVALID_PARAMS,
    Kind.UNKNOWN_TYPE: Code.INVALID_PARAMS,
    Kind.UNKNOWN_ENCODING: Code.INVALID_PARAMS,
    Kind.PATH_NOT_FOUND: Code.INVALID_PARAMS,
    Kind.OUTSIDE_ROOTS: Code.INVALID_PARAMS,
    Kind.UNREADABLE: Code.REQUEST_FAILED,
    Kind.INCOMPLETE: Code.REQUEST_FAILED,
    Kind.TIMEOUT: Code.REQUEST_FAILED,
    Kind.MAX_BUFFER: Code.REQUEST_FAILED,
    Kind.EXIT: Code.REQUEST_FAILED,
    Kind.SPAWN: Code.REQUEST_FAILED,
    Kind.ENGINE_MISSING: Code.REQUEST_FAILED,
    Kind.NOT_CONFIGURED: Code.REQUEST_FAILED,
    Kind.NETWORK: Code.REQUEST_FAILED,
    Kind.REFUSED_ADDRESS: Code.REQUEST_FAILED,
    Kind.TOOL_FAILED: Code.REQUEST_FAILED,
    Kind.CANCELLED: Code.REQUEST_CANCELLED,
    Kind.OVER_LIMIT: Code.SERVER_CANCELLED,
    Kind.SHUTTING_DOWN: Code.SERVER_CANCELLED,
}


class WireErrorData(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    detail: str | None = None
    paths: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    incident: str | None = None


class WireError(msgspec.Struct, frozen=True):
    code: int
    message: str
    data: WireErrorData


class Refusal(Exception):  # noqa: N818 - an answer, not a defect
    """A message that no handler may see; `error` is the answer to it."""

    def __init__(
        self,
        code: Code,
        kind: str,
        message: str,
        *,
        detail: str | None = None,
        problems: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.error = WireError(code, message, WireErrorData(kind, detail, problems=tuple(problems)))


def parse_error(detail: str) -> Refusal:
    return Refusal(Code.PARSE_ERROR, "parseError", "not JSON", detail=detail)


def invalid_request(message: str) -> Refusal:
    return Refusal(Code.INVALID_REQUEST, "invalidRequest", message)


def invalid_params(problems: Iterable[str]) -> Refusal:
    problems = tuple(problems)
    message = "invalid params: " + "; ".join(problems[:3])
    return Refusal(Code.INVALID_PARAMS, Kind.INVALID_PARAMS, message, problems=problems)


def method_not_found(method: str) -> Refusal:
    return Refusal(Code.METHOD_NOT_FOUND, "methodNotFound", f"no such method: {method}")


def not_initialized() -> Refusal:
    return Refusal(Code.NOT_INITIALIZED, "notInitialized", "the first request must be initialize")


def after_shutdown() -> Refusal:
    return Refusal(Code.INVALID_REQUEST, "afterShutdown", "after shutdown only exit is taken")


def over_limit(message: str) -> Refusal:
    return Refusal(Code.SERVER_CANCELLED, Kind.OVER_LIMIT, message)


def cancelled(detail: str | None = None) -> WireError:
    data = WireErrorData(Kind.CANCELLED, detail)
    return WireError(Code.REQUEST_CANCELLED, "the request was cancelled", data)


def of(exc: BaseException) -> WireError:
    """The answer to what a handler raised.  What we did not foresee shows an incident and no more."""
    match exc:
        case Failure():
            data = WireErrorData(exc.kind, exc.detail, exc.paths, exc.problems)
            return WireError(CODES[exc.kind], exc.message, data)
        case Refusal():
            return exc.error
        case asyncio.CancelledError():
            return cancelled()
        case _:
            return _incident(exc)


def _incident(exc: BaseException) -> WireError:
    incident = secrets.token_hex(4)
    log.error("incident %s", incident, exc_info=exc)
    data = WireErrorData("internal", incident=incident)
    return WireError(Code.INTERNAL, f"internal error; the log has incident {incident}", data)
