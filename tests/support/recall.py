"""Recall@5 and the time of a query, the same for CI's own set and for the public ones.

Times are of the processor, not of the clock: other programs on the machine do not count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import attrs

from ripwire.errors import Failure
from ripwire.tools import query
from ripwire.tools.registry import Catalog, Tool
from ripwire.tools.scoring import Scorer, build
from ripwire.tools.words import Stemmer

Queries = Sequence[tuple[str, set[str]]]


@attrs.frozen
class Recall:
    at_5: float
    median_ms: float
    build_ms: float


def recall(scorer: Scorer, tools: Sequence[Tool], queries: Queries, *, any_of: bool = True) -> Recall:
    """`any_of`: queries with one of their right tools in the first five; else the mean share of them."""
    catalog, stemmer = Catalog.of(tools), Stemmer()
    started = time.thread_time()
    index = build(scorer, catalog.tools, stemmer)
    built = time.thread_time()
    shares, times = [], []
    for text, right in queries:
        began = time.thread_time()
        try:
            hits = {hit.tool.name for hit in query.search(catalog, index, stemmer, text[:2000], 5).hits}
        except Failure:  # nothing but stop words
            hits = set()
        times.append(time.thread_time() - began)
        shares.append(bool(hits & right) if any_of else len(hits & right) / len(right))
    ms = 1000
    return Recall(statistics.mean(shares), statistics.median(times) * ms, (built - started) * ms)
