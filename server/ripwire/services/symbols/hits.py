"""What a symbol query gives back, before any door turns it into its own words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs
import msgspec

from ripwire.rg.outcome import Outcome
from ripwire.services.answers import Source


class SymbolHit(msgspec.Struct, frozen=True, gc=False):
    """One symbol at its place.  The name stands at `column` of `line`, `length` characters long."""

    root: Path
    path: bytes
    """Relative to `root`, as the file system spells it."""
    name: str
    kind: str
    container: str
    line: int
    """From 1."""
    column: int
    """In characters, from 0."""
    before: str | None = None
    """The line in front of the name where it is not ASCII: doors that count in other units need it."""
    declaration: bool = False
    source: Source = Source.DISK

    @property
    def file(self) -> tuple[Path, bytes]:
        return self.root, self.path


SymbolSink = Callable[[Sequence[SymbolHit]], Awaitable[None]]
"""Takes a batch, best first, and returns when there is room for more.  Batches are never empty."""


@attrs.frozen(kw_only=True)
class SymbolAnswer:
    """`hits` is empty when a sink took them."""

    hits: Sequence[SymbolHit]
    outcome: Outcome
    total: int
    """Sent or kept, all batches together."""
