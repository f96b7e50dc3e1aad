"""The next keystroke: which files matched a shorter literal, and may match a longer one that holds it.

A file that matches `kobje` matches `kobj`.  So once `kobj` was searched for to the end, only the files
that matched it come into question, those that have changed since, and those of which no event tells.
Knows no table and no disk.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from weakref import WeakSet

import attrs

from ripwire.rg.query import Case, Filter, RegexEngine, TextQuery

KEPT = 16
"""Searches that are remembered of a root; each names at most 15,000 files."""
_LINE_ENDS = frozenset("\r\n")
_SPECIAL = _LINE_ENDS | frozenset("\\.+*?()|[]{}^$")


@attrs.define(eq=False)
class Searched:
    """A literal that is or was searched for, under one filter and one way of looking at letters.

    Smart case is one way: a longer literal is never less particular than a shorter one.
    """

    literal: str
    filter: Filter
    case: Case
    matched: frozenset[bytes] = frozenset()
    since: set[bytes] = attrs.field(factory=set)
    """Changed since the last news before the search."""

    def __len__(self) -> int:
        return len(self.matched) + len(self.since)


@attrs.define(eq=False)
class Narrowing:
    """Of one root, as long as its events are followed without a gap."""

    _kept: OrderedDict[tuple[str, Filter, Case], Searched] = attrs.field(factory=OrderedDict)
    _running: WeakSet[Searched] = attrs.field(factory=WeakSet)

    def begin(self, query: TextQuery) -> Searched | None:
        """To be held while the search runs, so that what changes meanwhile is taken note of."""
        literal = _literal(query)
        if not literal:
            return None
        searched = Searched(literal, query.filter, query.case)
        self._running.add(searched)
        return searched

    def remember(self, searched: Searched, matched: frozenset[bytes]) -> None:
        """The search has come to its end, and these are all the files that matched."""
        if searched not in self._running:
            return  # there was a gap
        searched.matched = matched
        key = searched.literal, searched.filter, searched.case
        self._running.discard(searched)
        self._kept[key] = searched
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def changed(self, paths: Iterable[bytes]) -> None:
        """These files are no longer what they were."""
        if paths:
            for searched in (*self._kept.values(), *self._running):
                searched.since.update(paths)

    def files(self, query: TextQuery) -> set[bytes] | None:
        """Those that may match, besides the ones of which no event tells; None: any."""
        literal = _literal(query)
        fit = [
            kept
            for kept in self._kept.values()
            if literal and kept.literal in literal and (kept.filter, kept.case) == (query.filter, query.case)
        ]
        if not fit:
            return None
        best = min(fit, key=len)
        return {*best.matched, *best.since}

    def clear(self) -> None:
        self._kept.clear()
        self._running.clear()


def _literal(query: TextQuery) -> str | None:
    """What every match holds as it stands; None for a pattern that is more than that."""
    special = _LINE_ENDS if query.fixed_strings else _SPECIAL
    if query.word or query.engine is RegexEngine.PCRE2 or not special.isdisjoint(query.pattern):
        return None
    return query.pattern
