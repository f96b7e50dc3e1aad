"""Paths to `file:` URIs, byte for byte: a name that is not UTF-8 is percent-encoded as it is."""

from __future__ import annotations

import os
import re
import string
import urllib.parse
from pathlib import Path

_SAFE = "/!$&'()*+,;=:@~"
"""What RFC 3986 allows in a path, minus the colon of a drive, which VS Code writes as %3A."""
_PLAIN = (string.ascii_letters + string.digits + "_.-" + _SAFE).encode()
_DRIVE = re.compile(r"^/?([A-Za-z]):(?=/|$)")


def of_path(path: Path | str) -> str:
    """The URI of an absolute path."""
    text = os.fspath(path)
    if os.sep == "\\" or _DRIVE.match(text) or text.startswith("\\\\"):
        return of_windows(text)
    return of_bytes(os.fsencode(text))


def of_bytes(path: bytes) -> str:
    """The URI of an absolute POSIX path in the file system's own bytes."""
    return "file://" + quoted(path)


def quoted(path: bytes) -> str:
    """The part of a URI for these bytes of a path.  Most names need no quoting, which costs 5 µs each."""
    if not path.translate(None, _PLAIN):
        return path.decode("ascii")
    return urllib.parse.quote_from_bytes(path, _SAFE)


def of_windows(path: str) -> str:
    r"""`C:\a` → `file:///c%3A/a`, `\\host\share` → `file://host/share`, as VS Code spells them."""
    path = path.replace("\\", "/")
    encoded = os.fsencode(path)
    if path.startswith("//"):
        return "file:" + quoted(encoded)
    drive = path[:1].lower()
    return f"file:///{drive}%3A" + quoted(encoded[2:])


def display(text: str) -> str:
    """`text` as JSON can carry it: what is not UTF-8 becomes U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape" if _escaped(text) else "replace").decode("utf-8", "replace")


def _escaped(text: str) -> bool:
    """Whether all surrogates in `text` are bytes that Python could not decode."""
    return all(not "\ud800" <= char <= "\udfff" or "\udc80" <= char <= "\udcff" for char in text)
