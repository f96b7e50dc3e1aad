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
import math
import string
from collections.abc import Iterator, Mapping, Sequence
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
KEPT_POSTINGS = 1024


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
    def scores(self, words: Sequence[str]) -> Mapping[int, float]:
        """Position of a tool in the catalog → its score, only above 0.  Words are as `split` gives them."""


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


class Bm25:
    def __init__(self, tools: Sequence[Tool], stemmer: Stemmer) -> None:
        self._stem = stemmer.stem
        self._neighbours = thesaurus.neighbours(stemmer.stem)
        self._weights = _postings([{f: stemmer.stems(t) for f, t in texts(tool).items()} for tool in tools])
        self._merged: dict[str, Mapping[int, float]] = {}

    def scores(self, words: Sequence[str]) -> Mapping[int, float]:
        total: dict[int, float] = collections.defaultdict(float)
        for stem in dict.fromkeys(self._stem(word) for word in words):
            for position, weight in self._posting(stem).items():
                total[position] += weight
        return total

    def _posting(self, stem: str) -> Mapping[int, float]:
        """Remembered: a merged posting is what costs, and agents ask for the same things."""
        posting = self._merged.get(stem)
        if posting is None:
            if len(self._merged) >= KEPT_POSTINGS:
                self._merged.clear()
            posting = self._merged[stem] = self._merge(stem)
        return posting

    def _merge(self, stem: str) -> Mapping[int, float]:
        """The tools that have the word; those that have only a neighbour follow, at a fraction."""
        if stem not in self._weights and stem not in self._neighbours:
            return self._slips(stem)
        rarity, own = self._weights.get(stem, (math.inf, {}))
        merged: dict[int, float] = {}
        for other in self._neighbours.get(stem, ()):
            other_rarity, posting = self._weights.get(other, (1.0, {}))
            # A neighbour is never worth more than the word that was asked for.
            factor = NEIGHBOUR * min(1.0, rarity / other_rarity)
            for position, weight in posting.items():
                merged[position] = max(merged.get(position, 0.0), weight * factor)
        merged.update(own)
        return merged

    def _slips(self, stem: str) -> Mapping[int, float]:
        if len(stem) < SHORTEST_SLIP or not stem.isalpha():
            return {}
        meant = sorted({slip for slip in _one_slip_away(stem) if slip in self._weights})
        merged: dict[int, float] = collections.defaultdict(float)
        for word in meant:
            for position, weight in self._weights[word][1].items():
                merged[position] += weight * SLIP / len(meant)
        return merged


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
        self._tools = [
            (
                frozenset(split(tool.short_name) + split(tool.server or "")),
                tool.server is not None or tool.name.startswith("mcp__"),
                frozenset(split(tool.search_hint)),
                tool.description.lower(),
            )
            for tool in tools
        ]
        self._points: dict[str, Mapping[int, float]] = {}

    def scores(self, words: Sequence[str]) -> Mapping[int, float]:
        total: dict[int, float] = collections.defaultdict(float)
        for word in dict.fromkeys(words):
            for position, points in self._of(word).items():
                total[position] += points
        return total

    def _of(self, word: str) -> Mapping[int, float]:
        """Remembered, as in `Bm25`: looking for a word inside all names and descriptions is what costs."""
        points = self._points.get(word)
        if points is None:
            if len(self._points) >= KEPT_POSTINGS:
                self._points.clear()
            scored = ((position, _points(word, *tool)) for position, tool in enumerate(self._tools))
            points = self._points[word] = {position: score for position, score in scored if score}
        return points


def _points(word: str, parts: frozenset[str], foreign: bool, hint: frozenset[str], description: str) -> float:
    score = 4.0 * (word in hint) + 2.0 * (word in description)
    if word in parts:
        return score + (12 if foreign else 10)
    if any(word in part for part in parts):
        return score + (6 if foreign else 5)
    return score
