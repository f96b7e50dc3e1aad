"""Types that several features share: positions, what an answer says of itself, checks of params."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec

Texts = str | tuple[str, ...]
"""One text, or an array of texts."""


class WirePosition(msgspec.Struct, gc=False):
    """Zero-based; `character` counts in the negotiated position encoding."""

    line: int
    character: int


class WireRange(msgspec.Struct, gc=False):
    """The end is exclusive."""

    start: WirePosition
    end: WirePosition


class WireOutcome(msgspec.Struct, rename="camel", kw_only=True):
    """Complete, truncated (we stopped or cut), incomplete (rg did not finish: absence proves nothing)."""

    complete: bool
    truncated: bool
    incomplete: bool
    reasons: list[str]
    """Of `limit`, `timeout`, `max_buffer`, `unreadable`, `exit`, `spawn`, `binary`."""
    notes: list[str]


class WireCoverage(msgspec.Struct, rename="camel", kw_only=True):
    """What was looked at."""

    files_searched: int
    files_matched: int
    matches: int
    bytes_searched: int
    unreadable: list[str]
    """Paths, at most 20."""
    cut_at_nul: list[str]
    """Files whose search stopped at binary data, at most 20."""
    stopped_because: str | None
    queued_ms: float
    worked_ms: float
    engine: str
    """`rg`, or the name of what stands in for it: the semantics differ."""
    retried: bool
    index: str | None


def at_least(lowest: int) -> Any:
    """A validator with words of our own."""

    def check(_: object, field: attrs.Attribute[int], value: int | None) -> None:
        if value is not None and value < lowest:
            raise ValueError(f"expected at least {lowest}, got {value}", field.name)

    return check


def not_a_null_word(_: object, field: attrs.Attribute[Any], value: Texts | None) -> None:
    """Programs that print a missing value write "null"; taken as a name it would find nothing."""
    for text in (value,) if isinstance(value, str) else value or ():
        if text in ("null", "undefined"):
            raise ValueError(f"expected a name or no such key, got the text {text!r}", field.name)
        if "\0" in text:
            raise ValueError("expected no NUL character", field.name)


def not_empty(_: object, field: attrs.Attribute[Any], value: str) -> None:
    if not value:
        raise ValueError("expected a text that is not empty", field.name)


def no_nul(_: object, field: attrs.Attribute[Any], value: str) -> None:
    if "\0" in value:
        raise ValueError("expected no NUL character", field.name)
