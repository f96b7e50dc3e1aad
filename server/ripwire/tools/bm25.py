"""BM25F over a tool's fields, stemmed, with neighbours of the thesaurus and typing slips.

A word counts a fraction for its neighbours, and one that no tool knows is read as the word one slip
away.  Every constant is general: none was chosen for one set of tools.
"""

from __future__ import annotations

import collections
import heapq
import math
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from ripwire.tools import thesaurus
from ripwire.tools.best import KEPT_TERMS, Posting, first
from ripwire.tools.fields import texts
from ripwire.tools.registry import Tool
from ripwire.tools.words import Stemmer

K1 = 1.2
NEIGHBOUR = 0.5
"""Of the weight of the word itself."""
SLIP = 0.5
SHORTEST_SLIP = 5
"""Shorter stems have too many neighbours to guess."""


@attrs.frozen
class Field:
    weight: float
    b: float
    """How much a long field loses."""


FIELDS = {
    "name": Field(3.0, 0.75),
    "server": Field(0.5, 0.0),
    "description": Field(1.0, 0.5),
    "arguments": Field(1.0, 0.75),
    "argument_texts": Field(0.5, 0.75),
}


@attrs.frozen
class _Term:
    """One word of a query: where it stands, and where only a neighbour of it does."""

    own: Posting
    others: tuple[tuple[float, Posting], ...] = ()
    """With the factor that a neighbour counts."""
    bound: float = 0.0
    """No tool gets more than this for the word."""

    def at(self, position: int) -> float:
        weight = self.own.get(position)
        if weight is None:
            weight = max(
                (factor * posting.get(position, 0.0) for factor, posting in self.others), default=0.0
            )
        return weight

    def everywhere(self) -> Posting:
        if not self.others:
            return self.own
        merged: dict[int, float] = {}
        for factor, posting in self.others:
            for position, weight in posting.items():
                if weight * factor > merged.get(position, 0.0):
                    merged[position] = weight * factor
        merged.update(self.own)
        return merged


class Bm25:
    def __init__(self, tools: Sequence[Tool], stemmer: Stemmer) -> None:
        self._stem = stemmer.stem
        self._neighbours = thesaurus.neighbours(stemmer.stem)
        self._weights = _postings([{f: stemmer.stems(t) for f, t in texts(tool).items()} for tool in tools])
        self._bounds = {stem: max(posting.values()) for stem, (_, posting) in self._weights.items()}
        self._terms: dict[str, _Term] = {}

    def best(self, words: Sequence[str], count: int) -> list[tuple[int, float]]:
        """Rare words first: once the rest cannot lift another tool in, only those found so far are scored."""
        terms = sorted(self._of(words), key=lambda term: -term.bound)
        rest = sum(term.bound for term in terms)
        total: dict[int, float] = {}
        for term in terms:
            lowest = _lowest(total, count)
            if lowest > rest:
                kept = ((at, score) for at, score in total.items() if score + rest >= lowest)
                total = {position: score + term.at(position) for position, score in kept}
            else:
                for position, weight in term.everywhere().items():
                    total[position] = total.get(position, 0.0) + weight
            rest = max(0.0, rest - term.bound)  # rounding must not take the last of the best away
        return first(total, count)

    def scores(self, words: Sequence[str], positions: Iterable[int]) -> dict[int, float]:
        terms = self._of(words)
        return {position: sum(term.at(position) for term in terms) for position in positions}

    def _of(self, words: Sequence[str]) -> list[_Term]:
        return [self._term(stem) for stem in dict.fromkeys(self._stem(word) for word in words)]

    def _term(self, stem: str) -> _Term:
        term = self._terms.get(stem)
        if term is None:
            if len(self._terms) >= KEPT_TERMS:
                self._terms.clear()
            term = self._terms[stem] = self._made(stem)
        return term

    def _made(self, stem: str) -> _Term:
        """The tools that have the word; those that have only a neighbour follow, at a fraction."""
        if stem not in self._weights and stem not in self._neighbours:
            return self._slips(stem)
        rarity, own = self._weights.get(stem, (math.inf, {}))
        others = []
        bound = self._bounds.get(stem, 0.0)
        for other in self._neighbours.get(stem, ()):
            if other in self._weights:
                other_rarity, posting = self._weights[other]
                # A neighbour is never worth more than the word that was asked for.
                factor = NEIGHBOUR * min(1.0, rarity / other_rarity)
                others.append((factor, posting))
                bound = max(bound, factor * self._bounds[other])
        return _Term(own, tuple(others), bound)

    def _slips(self, stem: str) -> _Term:
        if len(stem) < SHORTEST_SLIP or not stem.isalpha():
            return _Term({})
        meant = sorted({slip for slip in _one_slip_away(stem) if slip in self._weights})
        merged: dict[int, float] = collections.defaultdict(float)
        for word in meant:
            for position, weight in self._weights[word][1].items():
                merged[position] += weight * SLIP / len(meant)
        return _Term(dict(merged), bound=max(merged.values(), default=0.0))


def _lowest(total: Mapping[int, float], count: int) -> float:
    """The score that a tool must beat to be among the best; 0 while there is room."""
    if len(total) < count:
        return 0.0
    return heapq.nlargest(count, total.values())[-1]


def _postings(documents: list[dict[str, list[str]]]) -> dict[str, tuple[float, dict[int, float]]]:
    """Stem → (its rarity, {position: its BM25F weight there})."""
    count = max(1, len(documents))
    average = {f: max(1.0, sum(len(d[f]) for d in documents) / count) for f in FIELDS}
    found: dict[str, dict[int, float]] = {}
    for position, document in enumerate(documents):
        for stem, frequency in _frequencies(document, average).items():
            found.setdefault(stem, {})[position] = frequency * (K1 + 1) / (frequency + K1)
    postings = {}
    for stem, posting in found.items():
        rarity = math.log(1 + (count - len(posting) + 0.5) / (len(posting) + 0.5))
        postings[stem] = (rarity, {position: weight * rarity for position, weight in posting.items()})
    return postings


def _frequencies(document: dict[str, list[str]], average: dict[str, float]) -> dict[str, float]:
    """Each stem's count, weighted by field and tamed by the field's length."""
    frequencies: dict[str, float] = collections.defaultdict(float)
    for name, field in FIELDS.items():
        step = field.weight / (1 - field.b + field.b * len(document[name]) / average[name])
        for stem in document[name]:
            frequencies[stem] += step
    return frequencies


def _one_slip_away(word: str) -> Iterator[str]:
    """A letter left out, swapped with the next, mistyped, or typed too much."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
            yield head + tail[1:2] + tail[:1] + tail[2:]
        for letter in string.ascii_lowercase:
            yield head + letter + tail
            yield head + letter + tail[1:]
