"""One request, answered by the daemon where one runs, else in this process."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Raw

from ripwire.cli import client
from ripwire.cli.client import Told
from ripwire.cli.progress import Progress

Answering = Callable[[Any, Mapping[str, Any]], Awaitable[object]]
"""Answers at a `local.Desk`, as the daemon would."""


def ask(
    args: argparse.Namespace,
    method: str,
    params: Mapping[str, Any],
    work: Callable[[], Answering],
    *,
    roots: Sequence[Path],
    parts: Told | None = None,
    progress: Progress | None = None,
) -> Raw:
    """The wire result; batches go to `parts` on both ways.  `work` loads what answers without a daemon."""
    progress = progress or Progress(enabled=False)
    session = None if args.standalone else client.running(roots)
    if session is None:
        from ripwire.cli import local

        return local.answer(work(), params, roots, parts, progress)
    tokens = {} if parts is None else {"partialResultToken": client.PARTS}
    with session:
        return session.request(method, {**params, **tokens}, parts=parts, tick=progress.tick)


def roots_of(paths: Sequence[Path]) -> list[Path]:
    """What a client opens that searches `paths`: those folders, and the folders of those files."""
    return list(dict.fromkeys(path if path.is_dir() else path.parent for path in paths))
