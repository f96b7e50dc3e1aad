"""Files: the raw list in walk order, streamed while rg is still walking."""

from __future__ import annotations

from pathlib import Path

import attrs

from ripwire.rg.attempt import Deadline
from ripwire.rg.query import Filter
from ripwire.rg.verdict import Stop
from ripwire.services import listing
from ripwire.services.answers import Answer, FileEntry, Sink
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.pages import FirstCome
from ripwire.services.roots import targets


@attrs.frozen(kw_only=True)
class FilesQuery:
    """The fields of `ripwire/files`, paths absolute."""

    paths: tuple[Path, ...] = ()
    filter: Filter = Filter()
    head_limit: int = 0
    """0 is all."""
    timeout_ms: int | None = None


async def files(backend: Backend, caller: Caller, query: FilesQuery, sink: Sink | None = None) -> Answer:
    """The list, streamed to `sink` where there is one.  `Failure` as for grep."""
    page = FirstCome(query.head_limit or None, sink)

    async def add(root: Path, paths: list[bytes]) -> Stop | None:
        return await page.add([FileEntry(root, path) for path in paths])

    deadline = Deadline.after(backend.timeout_s(query.timeout_ms), idle=sink is not None)
    where = targets(caller, query.paths, allow_outside=backend.settings.outside_roots)
    ledger = await listing.run(backend, caller, where, query.filter, add, deadline)
    ledger.settle(found=page.total > 0)
    await page.finish()
    return Answer(
        entries=tuple(page.entries),
        outcome=ledger.outcome,
        coverage=ledger.coverage,
        total=page.total,
        total_exact=not (ledger.outcome.incomplete or page.stopped),
        sample=page.stopped,
    )
