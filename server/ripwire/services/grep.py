"""Grep: matching lines, files with matches, or counts; paged, ordered or streamed.  Knows no protocol."""

from __future__ import annotations

from pathlib import Path

import attrs

from ripwire.rg.attempt import Deadline
from ripwire.rg.outcome import Outcome, Reason
from ripwire.rg.query import Binary, Case, Filter, RegexEngine, TextQuery
from ripwire.services import search
from ripwire.services.answers import Answer, Sink
from ripwire.services.assembly import Assembler, Counts, Files, Lines, Place
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.cursors import Page
from ripwire.services.modes import OutputMode, Sort
from ripwire.services.pages import ByModified, FirstCome, Key, Ordered, by_path
from ripwire.services.raw_lines import RawLines
from ripwire.services.roots import targets


@attrs.frozen(kw_only=True)
class GrepQuery:
    """What is asked; the fields are those of `ripwire/grep`, paths absolute."""

    pattern: str
    paths: tuple[Path, ...] = ()
    """Files or folders; empty: all roots of the caller."""
    filter: Filter = Filter()
    output_mode: OutputMode = OutputMode.CONTENT
    before: int = 0
    after: int = 0
    case_mode: Case = Case.SENSITIVE
    fixed_strings: bool = False
    word: bool = False
    multiline: bool = False
    engine: RegexEngine = RegexEngine.AUTO
    encoding: str | None = None
    binary: Binary = Binary.SKIP
    head_limit: int = 250
    """Entries of the mode; 0 is all."""
    offset: int = 0
    cursor: str | None = None
    sort: Sort | None = None
    timeout_ms: int | None = None
    unsaved: bool = True


async def grep(backend: Backend, caller: Caller, query: GrepQuery, sink: Sink | None = None) -> Answer:
    """The answer, its entries streamed to `sink` where there is one.

    Raises `Failure` for a mistake in the query, and when nothing was found and that proves nothing.
    """
    asked = query
    resumed: Page | None = None
    if query.cursor is not None:
        resumed = backend.cursors.page(query.cursor)
        assert isinstance(resumed.query, GrepQuery)
        asked = resumed.query
    page = _page(asked, sink, resumed.last_key if resumed else None)
    deadline = Deadline.after(backend.timeout_s(asked.timeout_ms), idle=sink is not None)
    plan = _plan(backend, caller, asked, raw=sink is not None and isinstance(page, FirstCome))
    ledger = await search.run(backend, caller, plan, page.add, deadline)
    await page.finish()
    ledger.settle(found=page.total > 0)
    if isinstance(page, FirstCome):
        return _first_answer(page, ledger)
    return _ordered_answer(backend, asked, page, ledger, resumed)


def _plan(backend: Backend, caller: Caller, query: GrepQuery, *, raw: bool) -> search.Plan:
    """`raw`: what is found only passes through."""
    raw = raw and query.output_mode is OutputMode.CONTENT
    raw = raw and not (query.before or query.after or query.multiline)

    def assembler(place: Place) -> Assembler:
        match query.output_mode:
            case OutputMode.CONTENT if raw:
                return RawLines(place)
            case OutputMode.CONTENT:
                return Lines(place, query.before, query.after)
            case OutputMode.FILES:
                return Files(place)
            case OutputMode.COUNT:
                return Counts(place)

    text = TextQuery(
        pattern=query.pattern,
        root=Path(),
        filter=query.filter,
        case=query.case_mode,
        fixed_strings=query.fixed_strings,
        word=query.word,
        multiline=query.multiline,
        engine=query.engine,
        encoding=query.encoding,
        binary=query.binary,
        before=query.before if query.output_mode is OutputMode.CONTENT else 0,
        after=query.after if query.output_mode is OutputMode.CONTENT else 0,
        max_count=1 if query.output_mode is OutputMode.FILES else None,
        raw=raw,
    )
    where = targets(caller, query.paths, allow_outside=backend.settings.outside_roots)
    return search.Plan(query=text, targets=where, assembler=assembler, unsaved=query.unsaved)


def _page(query: GrepQuery, sink: Sink | None, after: Key | None) -> FirstCome | Ordered:
    """Totals, later pages and an order need the whole search; a first page may stop early."""
    limit = query.head_limit or None
    paged = query.offset > 0 or after is not None or query.sort is not None
    if not paged and query.output_mode is not OutputMode.COUNT:
        return FirstCome(limit, sink)
    key = ByModified() if query.sort is Sort.MODIFIED else by_path
    return Ordered(limit, sink, key, 0 if after is not None else query.offset, after)


def _first_answer(page: FirstCome, ledger: search.Ledger) -> Answer:
    """What came first.  Stopped at the limit it is a sample, and its total says “at least”."""
    return Answer(
        entries=tuple(page.entries),
        outcome=ledger.outcome,
        coverage=ledger.coverage,
        total=page.total,
        total_exact=not (ledger.outcome.incomplete or page.stopped),
        sample=page.stopped,
    )


def _ordered_answer(
    backend: Backend, query: GrepQuery, page: Ordered, ledger: search.Ledger, resumed: Page | None
) -> Answer:
    """A page of the whole, with the way to the next one."""
    outcome, coverage = ledger.outcome, ledger.coverage
    if page.stopped:
        outcome += Outcome(truncated=True, reasons=(Reason.LIMIT,))
        coverage = attrs.evolve(coverage, stopped_because=coverage.stopped_because or Reason.LIMIT)
    if page.total and not page.shown and (query.offset or resumed):
        outcome += Outcome(notes=(f"no entries at this offset ({page.total} in total)",))
    seen = (coverage.files_matched, coverage.matches, coverage.bytes_searched)
    so_far = (resumed.shown if resumed else query.offset) + page.shown
    cursor = None
    if page.stopped and page.last_key is not None:
        cursor = backend.cursors.keep(Page(attrs.evolve(query, cursor=None), page.last_key, seen, so_far))
    return Answer(
        entries=tuple(page.entries),
        outcome=outcome,
        coverage=coverage,
        total=page.total,
        total_exact=not ledger.outcome.incomplete,
        total_matches=page.total_lines if query.output_mode is OutputMode.COUNT else None,
        next_offset=so_far if page.stopped else None,
        cursor=cursor,
        drift=resumed is not None and resumed.seen != seen,
    )
