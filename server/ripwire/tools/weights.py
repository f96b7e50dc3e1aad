"""Plain points for each keyword, as several harnesses count them.  Nothing is stemmed."""

from __future__ import annotations

import collections
import re
from collections.abc import Iterable, Sequence

from ripwire.tools.best import KEPT_TERMS, Posting, first
from ripwire.tools.registry import Tool
from ripwire.tools.words import split


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
        return first(total, count)

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
