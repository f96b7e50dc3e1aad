"""What no process can be given as an argument: found here, named as the caller's mistake.

`subprocess` would raise ValueError for a NUL byte and UnicodeEncodeError for half a surrogate pair, and the
kernel E2BIG for a long text, and none of them says which of the caller's fields is meant.
"""

from __future__ import annotations

import os

from ripwire.errors import Failure, Kind

ARGUMENT_CAP = 128 * 1024 - 1
"""Bytes of one argument on Linux (32 pages, with the closing NUL)."""
WINDOWS_CAP = 16 * 1024
"""Half of the 32 k characters that Windows allows a whole command line."""


def cap() -> int:
    return WINDOWS_CAP if os.name == "nt" else ARGUMENT_CAP


def check(text: str | bytes, field: str) -> None:
    """`Failure` with the field's name when no process could be given this text."""
    if isinstance(text, bytes):
        raw = text
    else:
        try:
            raw = os.fsencode(text)
        except UnicodeEncodeError:
            raise Failure(
                Kind.INVALID_PARAMS, f"{field} is no valid text: it holds half a surrogate pair"
            ) from None
    if b"\0" in raw:
        raise Failure(Kind.INVALID_PARAMS, f"a NUL byte in {field}: {text!r}")
