"""Where the daemon writes what happened: one bounded file, one line a request, no patterns above debug."""

from __future__ import annotations

import logging
import logging.handlers

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MAX_BYTES = 1_000_000
"""With one older file beside it: some 10,000 requests, enough to see what led to a fault."""


def to_file(path: str, level: str) -> None:
    """Log into `path`, which is moved to `path.1` when it is full."""
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8")
    _install(handler, level)


def to_stderr(level: str) -> None:
    """For a daemon in the foreground and for a session that is served in-process."""
    _install(logging.StreamHandler(), level)


def _install(handler: logging.Handler, level: str) -> None:
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    # pygls formats whole message bodies, with patterns and file contents, into its INFO lines.
    logging.getLogger("pygls").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
