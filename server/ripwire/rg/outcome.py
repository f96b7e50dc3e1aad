"""What an answer says of itself: complete, truncated, incomplete, and what was not searched."""

from __future__ import annotations

import enum

import attrs


class Reason(enum.StrEnum):
    """Why an answer is not the whole truth.  A closed set; clients see the values."""

    LIMIT = "limit"
    TIMEOUT = "timeout"
    MAX_BUFFER = "max_buffer"
    UNREADABLE = "unreadable"
    EXIT = "exit"
    SPAWN = "spawn"
    BINARY = "binary"


@attrs.frozen(kw_only=True)
class Outcome:
    """`truncated`: we stopped or cut the display.  `incomplete`: rg did not finish, so absence
    proves nothing.  Both may stand.  `complete` is neither.
    """

    truncated: bool = False
    incomplete: bool = False
    reasons: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return not (self.truncated or self.incomplete)

    def __add__(self, other: Outcome) -> Outcome:
        """The outcome of several roots or sources together."""
        return Outcome(
            truncated=self.truncated or other.truncated,
            incomplete=self.incomplete or other.incomplete,
            reasons=tuple(dict.fromkeys(self.reasons + other.reasons)),
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
        )


@attrs.frozen(kw_only=True)
class Coverage:
    """The ledger that every answer carries."""

    files_searched: int = 0
    files_matched: int = 0
    matches: int = 0
    """Matching lines (records), of the whole search as far as it went."""
    bytes_searched: int = 0
    unreadable: tuple[str, ...] = ()
    """Paths, at most 20."""
    cut_at_nul: tuple[str, ...] = ()
    """Files whose search stopped at binary data, at most 20."""
    stopped_because: Reason | None = None
    queued_ms: float = 0.0
    worked_ms: float = 0.0
    engine: str = "rg"
    """`rg`, `git grep`, `grep` or `python`: the semantics differ."""
    retried: bool = False
    index: str | None = None
    """`used` or `bypassed(reason)` where the warm index was asked."""
