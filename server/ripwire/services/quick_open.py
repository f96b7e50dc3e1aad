"""Quick open: file names as one types, ranked, from lists that are kept warm.

A newer request of the same client supersedes an older one.  `path:line:column` is understood; recently
opened files come first.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import attrs

from ripwire.rg.outcome import Outcome, Reason
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.file_lists import FileList
from ripwire.services.roots import targets

STREAM = "quickOpen"
OPEN_BONUS = 40
"""Points for a file that this client has open: it beats a letter or two of difference."""
_PLACE = re.compile(r"^(?P<name>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:?$")


@attrs.frozen(kw_only=True)
class QuickOpenQuery:
    """The fields of `ripwire/quickOpen`; an empty query lists open files, then the first ones."""

    query: str
    paths: tuple[Path, ...] = ()
    limit: int = 100
    timeout_ms: int | None = None


@attrs.frozen(kw_only=True)
class NamedFile:
    """`positions`: indices of the matched characters in the path below its root."""

    root: Path
    path: bytes
    score: int = 0
    positions: tuple[int, ...] = ()
    is_open: bool = False


@attrs.frozen(kw_only=True)
class QuickOpenAnswer:
    files: tuple[NamedFile, ...]
    outcome: Outcome
    total: int
    """Files in the lists."""
    line: int | None = None
    """From 1, where the query named one."""
    column: int | None = None


async def quick_open(backend: Backend, caller: Caller, query: QuickOpenQuery) -> QuickOpenAnswer:
    """The best names of all roots.  `Failure` as for grep, and when superseded."""
    caller = attrs.evolve(caller, stream=caller.stream or STREAM)
    name, line, column = split_place(query.query)
    where = targets(caller, query.paths, allow_outside=backend.settings.outside_roots)
    opened = {document.path for document in backend.unsaved.open_documents(caller)}
    timeout_s = backend.timeout_s(query.timeout_ms)
    found: list[NamedFile] = []
    total, outcome = 0, Outcome()
    async with backend.scheduler.turn(caller):
        for target in where:
            listed = await backend.file_lists.fresh(target.root, timeout_s)
            total += len(listed.paths)
            outcome += listed.report.outcome
            found += await _best(backend, listed, name, query.limit, opened)
    found.sort(key=lambda file: -file.score)
    if len(found) > query.limit:
        outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
    return QuickOpenAnswer(
        files=tuple(found[: query.limit]), outcome=outcome, total=total, line=line, column=column
    )


def split_place(query: str) -> tuple[str, int | None, int | None]:
    """`a.py:12:3` → (`a.py`, 12, 3); what is no place stays in the name."""
    match = _PLACE.match(query.strip())
    if match is None:
        return query.strip(), None, None
    column = match["column"]
    return match["name"], int(match["line"]), int(column) if column else None


async def _best(
    backend: Backend, listed: FileList, name: str, limit: int, opened: set[Path]
) -> list[NamedFile]:
    inside = {path.relative_to(listed.root).as_posix() for path in opened if path.is_relative_to(listed.root)}
    if not name:
        return _unasked(listed, inside, limit)
    paths = listed.paths  # another request may put a newer list in its place while we wait
    names = await backend.names.of(listed.root, listed.generation, paths)
    wanted = True

    def still_wanted() -> bool:
        return wanted

    try:
        hits = await asyncio.to_thread(names.best, name, limit + len(inside), still_wanted)
    except asyncio.CancelledError:
        wanted = False  # the thread ends between two chunks
        raise
    return [
        NamedFile(
            root=listed.root,
            path=paths[hit.index],
            score=hit.score + (OPEN_BONUS if names.texts[hit.index] in inside else 0),
            positions=hit.positions,
            is_open=names.texts[hit.index] in inside,
        )
        for hit in hits
    ]


def _unasked(listed: FileList, inside: set[str], limit: int) -> list[NamedFile]:
    """Open files, then the first of the list."""
    open_first = [
        NamedFile(root=listed.root, path=os.fsencode(path), score=1, is_open=True) for path in sorted(inside)
    ]
    rest = [NamedFile(root=listed.root, path=path) for path in listed.paths[: limit + len(inside)]]
    return (open_first + [file for file in rest if os.fsdecode(file.path) not in inside])[: limit + 1]
