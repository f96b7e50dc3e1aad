"""The line that our own pump puts in front of a client's first: in which folder it was started.

A notification of JSON-RPC, so that a daemon that does not know it may pass it over.  Knows no SDK.
"""

from __future__ import annotations

import os
from pathlib import Path

import attrs
import msgspec

METHOD = "notifications/ripwire/started"


@attrs.frozen
class Greeting:
    roots: tuple[Path, ...]
    """Named on the command line."""
    started_in: tuple[Path, ...]


def read(line: bytes) -> Greeting | None:
    """None for every other line."""
    if METHOD.encode() not in line[:100]:
        return None
    try:
        params = msgspec.json.decode(line)["params"]
        return Greeting(_folders(params["roots"]), _folders([params["startedIn"]]))
    except (msgspec.DecodeError, KeyError, TypeError):
        return None


def _folders(texts: list[str]) -> tuple[Path, ...]:
    return tuple(Path(text) for text in texts if os.path.isabs(text))  # noqa: PTH117 - a Path is made next
