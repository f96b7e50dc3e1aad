"""Glob: files by name, newest first: the true k newest of a parallel walk, never a sorted sample.

Times are read while rg streams (0.7 times the time of rg's own `--sortr`, which walks with one thread),
and only the entries that may be on the page are kept.  A root that is asked again has its times kept
(`times.py`).
"""

from __future__ import annotations

import asyncio
import math
import os
from pathlib import Path

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Report
from ripwire.rg.outcome import Outcome, Reason
from ripwire.rg.query import Filter
from ripwire.rg.verdict import Stop
from ripwire.services import listing
from ripwire.services.answers import Answer, FileEntry
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.modes import Sort
from ripwire.services.roots import targets
from ripwire.services.search import Ledger
from ripwire.services.times import Newest

SLICE = 1000
"""Paths between two looks at other clients: some 2 ms of `stat` calls."""


@attrs.frozen(kw_only=True)
class GlobQuery:
    """The fields of `ripwire/glob`, paths absolute; `filter.include` is the pattern."""

    pattern: str
    paths: tuple[Path, ...] = ()
    filter: Filter = Filter()
    head_limit: int = 100
    """0 is all."""
    offset: int = 0
    sort: Sort = Sort.MODIFIED
    timeout_ms: int | None = None


@attrs.define(eq=False)
class _Newest:
    """(sort key, root's text, path, root, mtime) of what may be on the page; they sort as they are."""

    query: GlobQuery
    total: int = 0
    kept: list[tuple[int, str, bytes, Path, int | None]] = attrs.field(factory=list)
    _last: tuple[float, str, bytes] = (math.inf, "", b"")
    """The last entry of a full page; nothing comes after it until there is one."""
    _folders: dict[Path, int] = attrs.field(factory=dict)

    @property
    def most(self) -> int | None:
        """Entries up to the end of the page; None: all."""
        return self.query.offset + self.query.head_limit if self.query.head_limit else None

    def know(self, root: Path, found: Newest) -> None:
        """Times that were kept, already cut to the page."""
        self.total += found.total
        text = str(root)
        self.kept += [(key, text, path, root, -key) for key, path in found.order]

    async def add(self, root: Path, paths: list[bytes]) -> Stop | None:
        self.total += len(paths)
        for start in range(0, len(paths), SLICE):
            self._keep(root, paths[start : start + SLICE])
            await asyncio.sleep(0)
        return None

    def _keep(self, root: Path, paths: list[bytes]) -> None:
        if self.query.sort is Sort.PATH:
            text = str(root)
            self.kept += [(0, text, path, root, None) for path in paths]
        else:
            self._keep_new(root, paths)
        most = self.most
        if most is not None and len(self.kept) > 2 * most + SLICE:
            self.kept.sort()
            del self.kept[most:]
            self._last = self.kept[-1][:3]

    def _keep_new(self, root: Path, paths: list[bytes]) -> None:
        """What comes after a full page's last entry is let go at once: in a big tree, almost all.

        Of files with the same time too: a tree that was unpacked has one time for all.
        """
        folder, stat, text = self._folder(root), os.stat, str(root)
        oldest, *rest = self._last
        after = tuple(rest)
        for path in paths:
            try:
                mtime = stat(path, dir_fd=folder).st_mtime_ns
            except OSError:
                mtime = 0  # listed, and gone or unreadable meanwhile: last
            if -mtime < oldest or (-mtime == oldest and (text, path) < after):
                self.kept.append((-mtime, text, path, root, mtime))

    def _folder(self, root: Path) -> int:
        if root not in self._folders:
            self._folders[root] = os.open(root, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        return self._folders[root]

    def close(self) -> None:
        for folder in self._folders.values():
            os.close(folder)

    def page(self) -> list[FileEntry]:
        self.kept.sort()
        page = self.kept[self.query.offset : self.most]
        return [FileEntry(root, path, mtime) for _, _, path, root, mtime in page]


async def glob(backend: Backend, caller: Caller, query: GlobQuery) -> Answer:
    """The page and the exact total.  `Failure` as for grep."""
    if not query.pattern.strip():
        raise Failure(Kind.INVALID_PARAMS, "pattern is empty", "`**/*` lists all files")
    newest = _Newest(query)
    deadline = Deadline.after(backend.timeout_s(query.timeout_ms))
    try:
        ledger = await _listed(backend, caller, query, newest, deadline)
    finally:
        newest.close()
    ledger.settle(found=newest.total > 0)
    page = newest.page()
    outcome, more = ledger.outcome, newest.total > query.offset + len(page)
    if more and page:
        outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
    if newest.total and not page:
        outcome += Outcome(notes=(f"no entries at this offset ({newest.total} in total)",))
    return Answer(
        entries=page,
        outcome=outcome,
        coverage=ledger.coverage,
        total=newest.total,
        total_exact=not outcome.incomplete,
        next_offset=query.offset + len(page) if more and page else None,
    )


async def _listed(
    backend: Backend, caller: Caller, query: GlobQuery, newest: _Newest, deadline: Deadline
) -> Ledger:
    """All targets, from the times that are kept or by a walk; behind a walk they are kept."""
    where = targets(caller, query.paths, allow_outside=backend.settings.outside_roots)
    wanted = attrs.evolve(query.filter, include=(query.pattern, *query.filter.include))
    if query.sort is not Sort.MODIFIED:
        return await listing.run(backend, caller, where, wanted, newest.add, deadline)
    walked: dict[Path, Filter] = {}

    async def known(root: Path, here: Filter) -> Report | None:
        found = await backend.times.newest(root, here, newest.most, deadline)
        if found is None:
            walked[root] = here
            return None
        newest.know(root, found)
        return found.report

    ledger = await listing.run(backend, caller, where, wanted, newest.add, deadline, known)
    for root in walked.keys() & set(caller.roots):
        backend.times.consider(root, walked[root])
    return ledger
