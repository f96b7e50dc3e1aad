"""Who asks: everything a service may know of a client, as one frozen value."""

from __future__ import annotations

from pathlib import Path

import attrs


@attrs.frozen(kw_only=True)
class Caller:
    client: str
    """A name for logs, fairness and supersession; unique among living sessions."""
    roots: tuple[Path, ...]
    """Absolute folders of this client, nested ones collapsed (`roots.py`)."""
    stream: str | None = None
    """A newer request of the same client and stream supersedes the older one."""
    anywhere: bool = False
    """May search outside of its roots: a person at a command line."""
    batch: bool = False
    """Gives way to interactive requests."""
