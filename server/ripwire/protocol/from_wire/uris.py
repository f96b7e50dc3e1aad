"""`file:` URIs to paths, on whatever platform the URI was made for."""

from __future__ import annotations

import os
import re
import urllib.parse
from pathlib import Path

from ripwire.protocol import errors

_DRIVE = re.compile(r"^/?([A-Za-z])(?::|%3[Aa])(?=/|$)")


def to_path(uri: str, where: str = "$") -> Path:
    """The absolute path of a `file:` URI, or a refusal that says where the URI stood."""
    found = parsed(uri)
    if found is None:
        raise errors.invalid_params([f"expected a file: URI with an absolute path, got {uri!r} @ {where}"])
    return Path(found)


def parsed(uri: str) -> str | None:
    """The path as text, or None for another scheme or a relative path.

    `file:///c%3A/a` and `file:///C:/a` are one file, so are `file:/a` and `file://localhost/a`;
    `file://host/share` is a network share.
    """
    scheme, colon, rest = uri.partition(":")
    if scheme.lower() != "file" or not colon:
        return None
    host, path = _authority(rest)
    if drive := _DRIVE.match(path):
        return f"{drive[1].lower()}:" + (_decoded(path[drive.end() :]) or "/")
    if host:
        return f"//{host}{_decoded(path)}"
    text = _decoded(path)
    return text if text.startswith("/") and "\0" not in text else None


def _authority(rest: str) -> tuple[str, str]:
    if not rest.startswith("//"):
        return "", rest
    host, slash, path = rest[2:].partition("/")
    return ("" if host.lower() == "localhost" else host), slash + path


def _decoded(text: str) -> str:
    return os.fsdecode(urllib.parse.unquote_to_bytes(text))
