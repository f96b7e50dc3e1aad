"""Batches in which plain matches stand together: how many entries they are, and portions of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ripwire.services.answers import Entry, MatchRows, Packed


def count(batch: Sequence[Packed]) -> int:
    """How many entries are in `batch`."""
    return sum([len(item) if type(item) is MatchRows else 1 for item in batch])


def first(batch: Sequence[Packed], room: int) -> Sequence[Packed]:
    """The first `room` entries."""
    return next(portions(batch, room), ()) if room else ()


def portions(batch: Sequence[Packed], size: int, room: int = 0) -> Iterator[list[Packed]]:
    """All of `batch`, in lists of `size` entries, the first of `room`; the last may have fewer."""
    portion, room = list[Packed](), room or size
    for item in batch:
        rest = item
        while type(rest) is MatchRows and len(rest) > room:
            yield [*portion, rest.part(0, room)]
            rest, portion, room = rest.part(room), [], size
        portion.append(rest)
        room -= len(rest) if type(rest) is MatchRows else 1
        if not room:
            yield portion
            portion, room = [], size
    if portion:
        yield portion


def singly(batch: Sequence[Packed]) -> list[Entry]:
    """Each entry for itself."""
    single: list[Entry] = []
    for item in batch:
        if isinstance(item, MatchRows):
            single += item.matches()
        else:
            single.append(item)
    return single
