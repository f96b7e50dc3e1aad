"""One client of this door: who it is, where it may search, and what an answer to it is made of.

Roots come, in this order, from the pump's arguments, from the client itself (where its revision can
be asked), and from the folder in which the pump was started.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import attrs

from ripwire.config import Settings
from ripwire.errors import Failure, Kind
from ripwire.services import roots as folders
from ripwire.services.answers import CountEntry, FileEntry, Match
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.status import Attendance
from ripwire.tools.toolbox import Toolbox
from ripwire.web.late import LateWeb

Progress = Callable[[float, float | None, str | None], Awaitable[None]]
MAX_LINKS = 5


class Shared(Protocol):
    """What the composition root gives to every door."""

    @property
    def backend(self) -> Backend: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def attendance(self) -> Attendance: ...
    @property
    def tools(self) -> Toolbox | None: ...
    @property
    def web(self) -> LateWeb | None: ...


@attrs.frozen(kw_only=True)
class Reply:
    """An answer: text for the model, the same as data, and files that it speaks of."""

    text: str
    structured: dict[str, Any]
    links: tuple[Path, ...] = ()
    blocks: tuple[dict[str, Any], ...] | None = None
    """Another tool's own content blocks, in place of the text."""
    is_error: bool = False


@attrs.define(eq=False)
class Guest:
    shared: Shared
    client: str
    given: tuple[Path, ...] = ()
    """From the pump's `--root`."""
    told: tuple[Path, ...] = ()
    """From the client."""
    started_in: tuple[Path, ...] = ()

    @property
    def backend(self) -> Backend:
        return self.shared.backend

    @property
    def roots(self) -> tuple[Path, ...]:
        return folders.collapsed(self.given or self.told or self.started_in)

    def caller(self, stream: str | None = None) -> Caller:
        return Caller(client=self.client, roots=self.roots, stream=stream)

    def place(self, text: str) -> Path:
        """A path as the model wrote it: absolute, a `file:` URI, or relative to a root."""
        path = Path(unquote(urlsplit(text).path)) if text.startswith("file:") else Path(_expanded(text))
        if path.is_absolute():
            return path
        candidates = [root / path for root in self.roots]
        if not candidates:
            raise Failure(
                Kind.INVALID_PARAMS, "no folder is known, so that path must be absolute", paths=(text,)
            )
        return next((one for one in candidates if os.path.lexists(one)), candidates[0])

    def places(self, text: str | None) -> tuple[Path, ...]:
        return () if text is None else (self.place(text),)

    def path_of(self, root: Path, path: bytes) -> str:
        """Relative to the one root, or absolute where there are several: never mixed, always usable."""
        whole = root / os.fsdecode(path)
        roots = self.roots
        if len(roots) == 1 and whole.is_relative_to(roots[0]):
            return readable(whole.relative_to(roots[0]))
        return readable(whole)

    def shown(self, entry: Match | FileEntry | CountEntry) -> str:
        return self.path_of(entry.root, entry.path)


def readable(path: Path) -> str:
    """Text for JSON; a byte that is not UTF-8 is shown as an escape, which no next call can use."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def links(entries: Sequence[Match | FileEntry | CountEntry]) -> tuple[Path, ...]:
    """The files of a short answer; a long one has no links, because each costs as much as a line."""
    paths = dict.fromkeys(entry.root / os.fsdecode(entry.path) for entry in entries)
    return tuple(paths) if len(paths) <= MAX_LINKS else ()


def _expanded(text: str) -> str:
    return os.path.expanduser(text)  # noqa: PTH111 - Path.expanduser raises for an unknown user
