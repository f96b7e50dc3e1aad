"""JSON in several pieces: a big list is never joined, so no copy of it holds the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import attrs
import msgspec

EMPTY = msgspec.Raw(b"[]")
"""Stands in a result for the list that `inside` puts there."""


Value = TypeVar("Value")
Holder = TypeVar("Holder", bound=msgspec.Struct)


@attrs.frozen
class Pieces(Generic[Value]):
    """One after the other they are the value."""

    parts: tuple[bytes, ...]

    @classmethod
    def array(cls, batches: Sequence[bytes]) -> Pieces[Value]:
        """Of the insides of arrays, none of them empty."""
        parts = [part for batch in batches for part in (b",", batch)]
        return cls((b"[", *parts[1:], b"]"))

    def inside(self, result: Holder) -> Pieces[Holder]:
        """`result`, whose first field is `EMPTY`, with these in its place."""
        head, _, tail = msgspec.json.encode(result).partition(b"[]")
        return Pieces((head, *self.parts, tail))
