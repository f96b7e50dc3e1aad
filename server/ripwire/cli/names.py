"""Paths as the person typed them: `src/a.py` for a search of `src`, `a.py` for one of this folder."""

from __future__ import annotations

import os
import urllib.parse
from collections.abc import Sequence


class Names:
    """URIs of answers → the bytes that are printed."""

    def __init__(self, typed: Sequence[str]) -> None:
        pairs = [pair for text in typed or [""] for pair in _spellings(text)]
        self._places = sorted(set(pairs), key=lambda pair: -len(pair[0]))
        self._last = ("", b"")

    def of(self, uri: str) -> bytes:
        """The name of the file at `uri`; entries of one file follow each other, so one is remembered."""
        if uri != self._last[0]:
            self._last = (uri, self._shown(path_of(uri)))
        return self._last[1]

    def _shown(self, path: bytes) -> bytes:
        for place, shown in self._places:
            if path == place:
                return shown or path
            inside = place if place.endswith(os.fsencode(os.sep)) else place + os.fsencode(os.sep)
            if path.startswith(inside):
                return os.path.join(shown, path[len(inside) :])
        return path


def path_of(uri: str) -> bytes:
    """The file system's own bytes of a `file:` URI of this machine."""
    path = urllib.parse.unquote_to_bytes(uri.removeprefix("file://"))
    if os.sep == "\\":
        return path.lstrip(b"/").replace(b"/", b"\\")
    return path


def _spellings(text: str) -> list[tuple[bytes, bytes]]:
    """(place, what stands for it): the daemon may answer with the path behind a link."""
    shown = os.fsencode(text)
    absolute = os.path.abspath(os.path.expanduser(text))
    return [(os.fsencode(place), shown) for place in (absolute, os.path.realpath(absolute))]
