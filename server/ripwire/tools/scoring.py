"""How well a tool fits the words of a query: two scorers over one catalog, built once, asked often.

`Bm25` (default): BM25F over name, server, description with hint, argument names and argument
descriptions, all stemmed; a word counts a fraction for its neighbours in the thesaurus, and one
that no tool knows is read as the word one typing slip away.  `Weights`: plain points for each
keyword.  Neither knows query forms, sessions or servers.  Every constant is general: none was
chosen for one set of tools.
"""

from __future__ import annotations

import collections
import enum
import heapq
import math
import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import attrs

from ripwire.tools import thesaurus
from ripwire.tools.registry import Tool
from ripwire.tools.words import Stemmer, split

K1 = 1.2
NEIGHBOUR = 0.5
"""Of the weight of the word itself."""
SLIP = 0.5
SHORTEST_SLIP = 5
"""Shorter stems have too many neighbours to guess."""
KEPT_TERMS = 4096


class Scorer(enum.StrEnum):
    BM25 = "bm25"
    WEIGHTS = "weights"


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


class Index(Protocol):
    """Words are as `split` gives them; positions are the catalog's, which is sorted by name."""

    def best(self, words: Sequence[str], count: int) -> list[tuple[int, float]]:
        """The best (position, score) pairs, best first and by name where equal, only above 0."""

    def scores(self, words: Sequence[str], positions: Iterable[int]) -> dict[int, float]:
        """The scores of these, 0 where nothing fits."""


def build(scorer: Scorer, tools: Sequence[Tool], stemmer: Stemmer) -> Index:
    return Bm25(tools, stemmer) if scorer is Scorer.BM25 else Weights(tools)


def texts(tool: Tool) -> dict[str, str]:
    """What a tool says of itself, by field."""
    names, told = [], []
    for name, description in _arguments(tool.input_schema, depth=4):
        names.append(name)
        told.append(description)
    server = tool.server or (tool.name.split("__")[1] if tool.name.startswith("mcp__") else "")
    return {
        "name": tool.short_name,
        "server": server,
        "description": f"{tool.description} {tool.search_hint}",
        "arguments": " ".join(names),
        "argument_texts": " ".join(told),
    }


def _arguments(schema: Any, depth: int) -> Iterator[tuple[str, str]]:
    """(name, description with allowed values) of each argument, nested ones too.  Schemas are foreign."""
    if not isinstance(schema, Mapping) or depth == 0:
        return
    properties = schema.get("properties")
    for name, about in properties.items() if isinstance(properties, Mapping) else ():
        if not isinstance(about, Mapping):
            continue
        allowed = about.get("enum")
        values = [str(value) for value in allowed] if isinstance(allowed, list) else []
        yield str(name), " ".join([str(about.get("description") or ""), *values])
        yield from _arguments(about, depth - 1)
        yield from _arguments(about.get("items"), depth - 1)


Posting = Mapping[int, float]


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
        return _first(total, count)

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


def _first(total: Mapping[int, float], count: int) -> list[tuple[int, float]]:
    """Equal scores in the catalog's order, which is that of the names."""
    ordered = heapq.nsmallest(count, ((-score, position) for position, score in total.items() if score > 0))
    return [(position, -score) for score, position in ordered]


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


class Weights:
    """Points for each keyword: its best place in the name, and hint and description beside it."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        names = [split(tool.short_name) + split(tool.server or "") for tool in tools]
        self._foreign = [tool.server is not None or tool.name.startswith("mcp__") for tool in tools]
        self._names = _Containing(names)
        self._hints = _Containing([split(tool.search_hint) for tool in tools])
        self._descriptions = _Containing([re.findall(r"\w+", tool.description.lower()) for tool in tools])
        self._points: dict[str, Posting] = {}

    def best(self, words: Sequence[str], count: int) -> list[tuple[int, float]]:
        total: dict[int, float] = collections.defaultdict(float)
        for word in dict.fromkeys(words):
            for position, points in self._of(word).items():
                total[position] += points
        return _first(total, count)

    def scores(self, words: Sequence[str], positions: Iterable[int]) -> dict[int, float]:
        found = [self._of(word) for word in dict.fromkeys(words)]
        return {position: sum(points.get(position, 0.0) for points in found) for position in positions}

    def _of(self, word: str) -> Posting:
        points = self._points.get(word)
        if points is None:
            if len(self._points) >= KEPT_TERMS:
                self._points.clear()
            points = self._points[word] = self._made(word)
        return points

    def _made(self, word: str) -> Posting:
        points: dict[int, float] = collections.defaultdict(float)
        whole = self._names.equal(word)
        for position in whole | self._names.containing(word):
            foreign = self._foreign[position]
            points[position] += (12 if foreign else 10) if position in whole else (6 if foreign else 5)
        for position in self._hints.equal(word):
            points[position] += 4
        for position in self._descriptions.containing(word):
            points[position] += 2
        return dict(points)


class _Containing:
    """Which texts hold a word, whole or inside another: one scan over all different words."""

    def __init__(self, texts_: Sequence[Sequence[str]]) -> None:
        self._where: dict[str, set[int]] = collections.defaultdict(set)
        for position, words in enumerate(texts_):
            for word in words:
                self._where[word].add(position)
        self._all = "\n".join(["", *self._where, ""])

    def equal(self, word: str) -> set[int]:
        return self._where.get(word, set())

    def containing(self, word: str) -> set[int]:
        found: set[int] = set()
        at = self._all.find(word)
        while at >= 0:
            end = self._all.index("\n", at)
            found |= self._where[self._all[self._all.rindex("\n", 0, at + 1) + 1 : end]]
            at = self._all.find(word, end)
        return found
