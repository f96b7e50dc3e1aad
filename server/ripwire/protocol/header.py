"""The header of one message, read without regard to case; bounded.  Light: `early.py` needs it."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_HEADER = 8192
"""Bytes of one header block.  Real clients send two lines; what is longer is not a header."""

_LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*$", re.IGNORECASE | re.MULTILINE)
_BLANK = re.compile(rb"\r?\n\r?\n")


class Header(NamedTuple):
    size: int
    """Bytes of the header with the blank line behind it."""
    length: int | None
    """Of the body; None when the header does not say it readably."""


def read(data: bytes | bytearray) -> Header | None:
    """The header that `data` begins with; None while it has no end."""
    end = _BLANK.search(data, 0, MAX_HEADER + 4)
    if end is None:
        return None
    length = _LENGTH.search(data[: end.start()].replace(b"\r\n", b"\n"))
    return Header(end.end(), int(length[1]) if length else None)
