"""What can go wrong, said once, in words; numbers belong to the doors.

    Failure
      the caller's mistake   INVALID_PARAMS INVALID_PATTERN INVALID_GLOB UNKNOWN_TYPE
                             UNKNOWN_ENCODING PATH_NOT_FOUND OUTSIDE_ROOTS
      valid, but failed      UNREADABLE INCOMPLETE TIMEOUT MAX_BUFFER EXIT SPAWN ENGINE_MISSING
                             NOT_CONFIGURED NETWORK REFUSED_ADDRESS TOOL_FAILED
      not now                CANCELLED OVER_LIMIT SHUTTING_DOWN

The values are the words that clients see in `error.data.kind`.
"""

from __future__ import annotations

import enum

import attrs


class Kind(enum.StrEnum):
    INVALID_PARAMS = "invalidParams"
    INVALID_PATTERN = "invalidPattern"
    INVALID_GLOB = "invalidGlob"
    UNKNOWN_TYPE = "unknownType"
    UNKNOWN_ENCODING = "unknownEncoding"
    PATH_NOT_FOUND = "pathNotFound"
    OUTSIDE_ROOTS = "outsideRoots"
    UNREADABLE = "unreadable"
    INCOMPLETE = "incomplete"
    TIMEOUT = "timeout"
    MAX_BUFFER = "maxBuffer"
    EXIT = "exit"
    SPAWN = "spawn"
    ENGINE_MISSING = "engineMissing"
    NOT_CONFIGURED = "notConfigured"
    NETWORK = "network"
    REFUSED_ADDRESS = "refusedAddress"
    TOOL_FAILED = "toolFailed"
    CANCELLED = "cancelled"
    OVER_LIMIT = "overLimit"
    SHUTTING_DOWN = "shuttingDown"


@attrs.define(eq=False)
class Failure(Exception):  # noqa: N818 - it is a refusal that clients act on, not a defect of ours
    """A refusal that the client can act on.

    `detail` is one more sentence or the engine's own diagnostic, `paths` what it
    is about, `problems` one line for each wrong field.
    """

    kind: Kind
    message: str
    detail: str | None = None
    paths: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"
