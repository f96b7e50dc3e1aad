"""Fuzzy file names: a subsequence in any case, the best first, with the matched positions.

`frizbee` ranks 100,000 paths in 1–5 ms without the interpreter's lock; where it has no wheel a plain
subsequence search in Python takes its place (some 60 ms).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

CHUNK = 200_000
"""Names matched in one call: between two calls a newer request may take over."""
LONGEST = 512
"""Letters of a query that count; nobody types more."""
POOL = 3
"""Times the limit: how many of the matcher's best are looked at again for the base name."""
BASE_NAME_BONUS = 24
"""Points for a match that lies wholly in the base name: about two letters' worth."""


@attrs.frozen
class Hit:
    """`positions`: indices of the matched characters in `name`."""

    index: int
    score: int
    positions: tuple[int, ...]


@attrs.define(eq=False)
class Names:
    """A list of names made ready to be matched again and again."""

    texts: Sequence[str]
    _chunks: list[Any] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        frizbee = matcher()
        if frizbee is not None:
            starts = range(0, len(self.texts), CHUNK)
            self._chunks = [frizbee.Haystacks(self.texts[start : start + CHUNK]) for start in starts]

    def best(self, query: str, limit: int, wanted: Callable[[], bool] = lambda: True) -> list[Hit]:
        """The best `limit` hits.  Blocking; ends early with nothing once `wanted()` says no."""
        words = query[:LONGEST].split()
        if not words:
            return []
        pool = self._matched(words, limit * POOL, wanted)
        finders = [_finder(word) for word in words]
        ranked = sorted(self._ranked(finders, index, score) for score, index in pool)
        return [self._hit(finders, index, -lost) for lost, _, _, index in ranked[:limit]]

    def _matched(self, words: list[str], most: int, wanted: Callable[[], bool]) -> list[tuple[int, int]]:
        frizbee = matcher()
        if frizbee is None:
            return _plainly(self.texts, words, most, wanted)
        found: list[tuple[int, int]] = []
        patterns = [frizbee.Pattern(word) for word in words]
        # Without a bound it makes an object for each of 78,000 names that have an x: 14 ms instead of 3.
        ranked = frizbee.Matcher.from_patterns(patterns, max_typos=0, max_items=most)
        for number, chunk in enumerate(self._chunks):
            if not wanted():
                return []
            matches = ranked.match_list(chunk)
            found += [(match.score, match.index + number * CHUNK) for match in matches]
        found.sort(key=lambda pair: (-pair[0], pair[1]))
        return found[:most]

    def _ranked(self, finders: list[Finder], index: int, score: int) -> tuple[int, int, str, int]:
        """What names are sorted by: points, the shorter first, and then their letters."""
        text = self.texts[index]
        base = text[text.rfind("/") + 1 :]
        bonus = BASE_NAME_BONUS if all(find(base) is not None for find in finders) else 0
        return -(score + bonus), len(text), text, index

    def _hit(self, finders: list[Finder], index: int, score: int) -> Hit:
        """With the matched positions, in the base name where they can be."""
        text = self.texts[index]
        start = text.rfind("/") + 1
        positions: set[int] = set()
        for find in finders:
            in_name = find(text[start:])
            positions.update((find(text) or ()) if in_name is None else (start + at for at in in_name))
        return Hit(index, score, tuple(sorted(positions)))


Finder = Callable[[str], Sequence[int] | None]
"""Where the letters of a word lie in a text, as the matcher sees it; None when they do not."""


@functools.cache
def matcher() -> Any:
    """frizbee, loaded for the first list of names; None where it has no wheel."""
    try:
        import frizbee
    except ImportError:
        return None
    return frizbee


def _finder(word: str) -> Finder:
    frizbee = matcher()
    if frizbee is None:
        return lambda text: _leftmost(word, text)
    single = frizbee.Matcher(word, max_typos=0)

    def find(text: str) -> Sequence[int] | None:
        match = single.match_one_indices(text, 0)
        return match.indices if match is not None else None

    return find


def _leftmost(word: str, text: str) -> tuple[int, ...] | None:
    places, at, folded = [], -1, text.lower()
    for letter in word.lower():
        at = folded.find(letter, at + 1)
        if at < 0:
            return None
        places.append(at)
    return tuple(places)


def _plainly(
    texts: Sequence[str], words: list[str], most: int, wanted: Callable[[], bool]
) -> list[tuple[int, int]]:
    patterns = [re.compile(".*?".join(map(re.escape, word)), re.IGNORECASE | re.DOTALL) for word in words]
    found = []
    for index, text in enumerate(texts):
        if index % CHUNK == 0 and not wanted():
            return []
        spans = [pattern.search(text) for pattern in patterns]
        if all(spans):
            spread = sum(span.end() - span.start() for span in spans if span)
            found.append((-spread, index))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return found[:most]
