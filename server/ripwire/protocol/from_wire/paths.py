"""The paths that a request names: `file:` URIs, absolute paths, or paths under a root."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from ripwire.protocol import errors
from ripwire.protocol.from_wire import uris

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]+:")
"""Two letters at least: one letter is a drive."""


def place(text: str, roots: Sequence[Path], where: str) -> Path:
    """An absolute path; whether something is there is the service's question."""
    if _SCHEME.match(text):
        return uris.to_path(text, where)
    path = Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises for an unknown user
    if path.is_absolute():
        return path
    candidates = [root / path for root in roots]
    if not candidates:
        raise errors.invalid_params(
            [f"expected an absolute path, since no folder is open, got {text!r} @ {where}"]
        )
    return next((candidate for candidate in candidates if os.path.lexists(candidate)), candidates[0])


def places(path: str | None, paths: Sequence[str], roots: Sequence[Path]) -> tuple[Path, ...]:
    """Of a request that may name one or several; none means all roots."""
    if path is not None and paths:
        raise errors.invalid_params(["expected path or paths, not both @ $.paths"])
    if path is not None:
        return (place(path, roots, "$.path"),)
    return tuple(place(text, roots, f"$.paths[{index}]") for index, text in enumerate(paths))


def texts(given: str | tuple[str, ...]) -> tuple[str, ...]:
    """One text or several, as several."""
    return (given,) if isinstance(given, str) else given
