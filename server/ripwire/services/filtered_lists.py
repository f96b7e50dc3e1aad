"""What rg lists of a root under a filter, kept while the list of all files stays the same.

Only for filters that narrow that list: one that asks for hidden or ignored files, or walks into a folder
through a link, reaches files whose coming and going nobody tells us of.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.rg import globs
from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Engine, Report
from ripwire.rg.query import Filter, ListQuery
from ripwire.rg.verdict import Stop
from ripwire.services.following import News

KEPT = 32
EVERYTHING = frozenset({"**/*", "**", "*"})


@attrs.frozen(eq=False)
class Filtered:
    """`paths` are a part of the list of that `generation`."""

    paths: frozenset[bytes]
    report: Report
    generation: int


@attrs.define(eq=False)
class FilteredLists:
    engine: Engine
    _kept: OrderedDict[tuple[Path, Filter], Filtered] = attrs.field(factory=OrderedDict)

    async def of(self, root: Path, news: News, wanted: Filter, deadline: Deadline) -> Filtered | None:
        """None where only a walk can tell."""
        if not narrows(wanted, root):
            return None
        generation = news.generation
        kept = self._kept.get((root, wanted))
        if kept is not None and kept.generation == generation:
            self._kept.move_to_end((root, wanted))
            return kept
        fresh = _whole(news) if takes_all(wanted) else await self._listed(root, news, wanted, deadline)
        if fresh is not None:
            self._kept[root, wanted] = fresh
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return fresh

    async def _listed(self, root: Path, news: News, wanted: Filter, deadline: Deadline) -> Filtered | None:
        found: set[bytes] = set()

        async def take(paths: list[bytes]) -> Stop | None:
            found.update(paths)
            return None

        report = await self.engine.list_files(ListQuery(root=root, filter=wanted), take, deadline)
        if report.failure is not None or not report.outcome.complete or report.outcome.notes:
            return None
        # What has come since the news gives the next ones another generation: this is of use once, at most.
        return Filtered(frozenset(found), report, news.generation)

    def clear(self) -> None:
        self._kept.clear()


def _whole(news: News) -> Filtered:
    count = len(news.paths)
    coverage = attrs.evolve(news.report.coverage, files_searched=count, files_matched=count)
    return Filtered(frozenset(news.paths), attrs.evolve(news.report, coverage=coverage), news.generation)


def takes_all(wanted: Filter) -> bool:
    """Whether it is as good as no filter, in one of the usual spellings."""
    return attrs.evolve(wanted, include=()) == Filter() and set(wanted.include) <= EVERYTHING


def narrows(wanted: Filter, root: Path) -> bool:
    """Whether all that it lets through is in the list of all files."""
    if wanted.hidden or wanted.no_ignore or wanted.follow_symlinks or wanted.max_file_size is not None:
        return False
    try:
        includes, _ = globs.parted(wanted.include, wanted.exclude, root)
    except Failure:
        return False  # the search itself says what is wrong with it
    return not any(glob.names_hidden or _leads_through_a_link(root, glob.prefix.parts) for glob in includes)


def _leads_through_a_link(root: Path, parts: tuple[str, ...]) -> bool:
    ways = [root.joinpath(*parts[:count]) for count in range(1, len(parts) + 1)]
    return any(map(os.path.islink, ways))  # a name that is too long is no link, and no error
