"""Postings, and the best of a tally: what both scorers share."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

Posting = Mapping[int, float]
"""Position of a tool in the catalog → its weight there."""
KEPT_TERMS = 4096
"""Words whose postings an index remembers: agents ask for the same things."""


def first(total: Mapping[int, float], count: int) -> list[tuple[int, float]]:
    """Equal scores in the catalog's order, which is that of the names."""
    ordered = heapq.nsmallest(count, ((-score, position) for position, score in total.items() if score > 0))
    return [(position, -score) for score, position in ordered]
