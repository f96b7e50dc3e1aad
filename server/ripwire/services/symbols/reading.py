"""A file's bytes as text, the way ripgrep reads them.  Knows no symbols."""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from ripwire.services.symbols.store import FileKey

LARGEST = 4 << 20
"""Bytes; larger sources are generated or data, and a scan would take seconds."""
_LOOKED_AT = 8192

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def read(path: Path | bytes) -> tuple[FileKey, str] | None:
    """The key and the text of a regular file; None when it is gone, closed to us, binary or too large.

    The key is taken from the open file, before its text: if it changes meanwhile, the next check sees it.
    """
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - bytes paths have no Path
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
                return None
            data = file.read(status.st_size + 1)  # a buffer of 4 MB for each would cost four times the read
    except OSError:
        return None
    text = decoded(data)
    return None if text is None else (key_of(status), text)


def decoded(data: bytes) -> str | None:
    """By its byte-order mark, else UTF-8 with bad bytes replaced; None for binary data."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _plain(data[len(mark) :].decode(encoding, "replace"))
    if b"\0" in data[:_LOOKED_AT]:
        return None
    return _plain(data.decode("utf-8", "replace"))


def key_of(status: os.stat_result) -> FileKey:
    return FileKey(status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def key_at(path: bytes) -> FileKey | None:
    """The key of what is there now; None when nothing readable is."""
    try:
        return key_of(os.stat(path))  # noqa: PTH116 - bytes paths have no Path
    except OSError:
        return None


def _plain(text: str) -> str:
    """Line ends as one character, so that a carriage return is part of no line."""
    return text.replace("\r\n", "\n") if "\r" in text else text
