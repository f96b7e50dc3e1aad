"""How well a tool fits the words of a query: two scorers over one catalog, built once, asked often.

Neither knows query forms, sessions or servers.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Protocol

from ripwire.tools.bm25 import Bm25
from ripwire.tools.registry import Tool
from ripwire.tools.weights import Weights
from ripwire.tools.words import Stemmer


class Scorer(enum.StrEnum):
    BM25 = "bm25"
    WEIGHTS = "weights"


class Index(Protocol):
    """Words are as `split` gives them; positions are the catalog's, which is sorted by name."""

    def best(self, words: Sequence[str], count: int) -> list[tuple[int, float]]:
        """The best (position, score) pairs, best first and by name where equal, only above 0."""

    def scores(self, words: Sequence[str], positions: Iterable[int]) -> dict[int, float]:
        """The scores of these, 0 where nothing fits."""


def build(scorer: Scorer, tools: Sequence[Tool], stemmer: Stemmer) -> Index:
    return Bm25(tools, stemmer) if scorer is Scorer.BM25 else Weights(tools)
