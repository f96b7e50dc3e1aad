"""A place where a name is bound, and the part of the text over which that holds."""

from __future__ import annotations

import attrs


@attrs.frozen
class Binding:
    at: int
    """Offset of the name."""
    start: int
    end: int
    of_class: bool = False
    parameter: bool = False
    assigned: bool = False
    """By a statement: what the statement itself uses is the value before."""

    owner: int = -1
    """Where the scope begins whose variable it is; bindings with one owner are one variable."""

    def is_same(self, other: Binding) -> bool:
        if self.owner >= 0 or other.owner >= 0:
            return self.owner == other.owner
        return (self.start, self.end) == (other.start, other.end)

    @property
    def size(self) -> int:
        return self.end - self.start

    def holds(self, at: int) -> bool:
        return self.start <= at <= self.end
