"""Names of a store that a typed word may mean, best tiers first, in slices of a few milliseconds.

    exact > prefix > all initials (`gpn`) > some humps (`gp`, `gepana`) > start of an inner word > inside
    > scattered letters

Each stage is an iterator of small batches; whoever drives it may pause or stop between two.  One
slice looks at `SLICE` bytes of names, because one long call into the regex engine would hold the
event loop for all of a million names.  Knows rows and files not at all: names only.
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Callable, Iterator

from ripwire.services.symbols import humps
from ripwire.services.symbols.query import subsequence
from ripwire.services.symbols.store import Store

SLICE = 1 << 20
POOL = 4000
"""Collected before ranking; stopping at the answer's size would keep what sorts first, not what fits."""
_BATCH = 256
_PAST = b"\xff"
"""Sorts behind every UTF-8 text."""


class Tier(enum.IntEnum):
    EXACT = 0
    PREFIX = 1
    INITIALS = 2
    HUMPS = 3
    WORD = 4
    INSIDE = 5
    SCATTERED = 6


Batch = list[tuple[Tier, int]]
Stage = Iterator[Batch]


def tier_of(query: str, name: str) -> Tier | None:
    """The tier of one name by itself: for names that come from elsewhere than a store."""
    low, typed = name.lower(), query.lower()
    if not subsequence(typed, low):
        return None
    if low.startswith(typed):
        return Tier.EXACT if len(low) == len(typed) else Tier.PREFIX
    initials = humps.initials(name)
    if len(typed) > 1 and initials == typed:
        return Tier.INITIALS
    if initials.startswith(typed) or humps.in_chunks(typed, name):
        return Tier.HUMPS
    if typed not in low:
        return Tier.SCATTERED
    inner = any(low.startswith(typed, at) for at in humps.starts(name))
    return Tier.WORD if inner else Tier.INSIDE


def stages(store: Store, query: str) -> Iterator[Stage]:
    """The stages in the order of their tiers; stop when the answer is full."""
    typed = humps.lowered(query)
    if not typed or store.size == 0:
        return
    first = store.first_not_below(typed)
    last = store.first_not_below(typed + _PAST)
    seen: set[int] = set()

    def new(index: int) -> bool:
        if first <= index < last or index in seen:
            return False
        seen.add(index)
        return True

    yield _beginning(store, typed, first, last)
    yield _initials(store, typed, new)
    if len(typed) > 1:
        yield _chunks(store, query.lower(), new)
    yield _inside(store, typed, new)
    if len(typed) > 1:
        yield _scattered(store, query, new)


def _beginning(store: Store, typed: bytes, first: int, last: int) -> Stage:
    """Exact names, then longer ones; of too many the shortest, since those rank first."""
    exact = first
    while exact < last and store.length(exact) == len(typed):
        exact += 1
    if exact > first:
        yield [(Tier.EXACT, index) for index in range(first, exact)]
    cut = _longest_kept(store, exact, last)
    short = re.compile(b"[\\x00-\\x%02x]" % cut, re.DOTALL).finditer(store.lengths, exact, last)
    while batch := [(Tier.PREFIX, match.start()) for match in itertools.islice(short, _BATCH)]:
        yield batch


def _longest_kept(store: Store, first: int, last: int) -> int:
    """Names up to this length fill the pool; with fewer names than the pool holds, any length."""
    if last - first <= POOL:
        return 255
    kept = 0
    for length in range(255):
        kept += store.lengths.count(length, first, last)
        if kept >= POOL:
            return length
    return 255


def _initials(store: Store, typed: bytes, new: Callable[[int], bool]) -> Stage:
    """Names whose humps begin with the letters: found in the joined initials behind a line end."""
    text, needle = store.initials, b"\n" + typed
    batch: Batch = []

    def tier(end: int) -> Tier:
        whole = len(typed) > 1 and text[end : end + 1] in (b"\n", b"")
        return Tier.INITIALS if whole else Tier.HUMPS

    if text.startswith(typed) and new(0):
        batch.append((tier(len(typed)), 0))
    for begin in range(0, len(text), SLICE):
        end = min(begin + SLICE + len(needle), len(text))
        at = text.find(needle, begin, end)
        while at >= 0:
            index = store.with_initials_at(at + 1)
            if new(index):
                batch.append((tier(at + len(needle)), index))
            at = text.find(needle, at + 1, end)
        yield batch
        batch = []


def _chunks(store: Store, query: str, new: Callable[[int], bool]) -> Stage:
    """Names that begin with the first letter (behind underscores) and go on by chunks of humps."""
    letter = humps.lowered(query[0])
    pattern = _subsequence(query)
    for begin in (letter, b"_" + letter, b"__" + letter):
        first, last = store.first_not_below(begin), store.first_not_below(begin + _PAST)
        for batch in _candidates(store, pattern, first, last):
            fitting = [index for index in batch if humps.in_chunks(query, store.name(index))]
            yield [(Tier.HUMPS, index) for index in fitting if new(index)]


def _inside(store: Store, typed: bytes, new: Callable[[int], bool]) -> Stage:
    text = store.lowered
    batch: Batch = []
    for begin in range(0, len(text), SLICE):
        end = min(begin + SLICE + len(typed) - 1, len(text))
        at = text.find(typed, begin, end)
        while at >= 0:
            index = store.at(at)
            if new(index):
                batch.append((_inner_tier(store, typed, index, at), index))
            if len(batch) >= _BATCH:
                yield batch
                batch = []
            at = text.find(typed, store.name_at[index + 1], end)
        yield batch
        batch = []


def _inner_tier(store: Store, typed: bytes, index: int, at: int) -> Tier:
    """A word start when any of the name's places is one."""
    names, end = store.names, store.name_at[index + 1]
    while at >= 0:
        if _word_start(names, at):
            return Tier.WORD
        at = store.lowered.find(typed, at + 1, end)
    return Tier.INSIDE


def _word_start(names: bytes, at: int) -> bool:
    here, before, after = names[at : at + 1], names[at - 1 : at], names[at + 1 : at + 2]
    if not before.isalnum():
        return True
    if here.isupper():
        return not before.isupper() or after.islower()
    return here.isdigit() != before.isdigit()


def _scattered(store: Store, query: str, new: Callable[[int], bool]) -> Stage:
    for batch in _candidates(store, _subsequence(query), 0, store.size):
        yield [(Tier.SCATTERED, index) for index in batch if new(index)]


def _candidates(store: Store, pattern: re.Pattern[bytes], first: int, last: int) -> Iterator[list[int]]:
    """Names between two indexes that the pattern meets, slice by slice."""
    text = store.lowered
    at, end = store.name_at[first], store.name_at[last]
    while at < end:
        stop = store.name_at[store.at(min(at + SLICE, end - 1)) + 1]
        batch: list[int] = []
        for match in pattern.finditer(text, at, stop):
            index = store.at(match.start())
            if not batch or batch[-1] != index:
                batch.append(index)
            if len(batch) >= _BATCH:
                yield batch
                batch = [index]
        yield batch
        at = stop


def _subsequence(query: str) -> re.Pattern[bytes]:
    """The letters in order within one name.  Possessive and atomic: no name can make it explode."""
    letters = [humps.lowered(char) for char in query]
    pattern = re.escape(letters[0])
    for letter in letters[1:]:
        wanted = re.escape(letter)
        step = b"[^" + wanted + b"\n]*+" + wanted if len(letter) == 1 else b"(?>[^\n]*?" + wanted + b")"
        pattern += step
    return re.compile(pattern)
