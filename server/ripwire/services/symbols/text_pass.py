"""The answer without a table: ripgrep looks for the typed text, the rules judge each printed line.

A line is only a hint: it may stand in a comment, and its container is unknown.  So what comes out are
candidates, which `workspace.py` confirms by a scan of their files.  Some rules hold only inside of a
type; their candidates are doubtful, and worth nothing before that.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import attrs

from ripwire.errors import Failure
from ripwire.rg import events
from ripwire.rg.attempt import Deadline
from ripwire.rg.gate import file_path
from ripwire.rg.outcome import Outcome
from ripwire.rg.query import Filter, TextQuery
from ripwire.rg.verdict import Stop
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.symbols import rows, sources
from ripwire.services.symbols.blanking import LONGEST_LINE
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.language import Language, Matcher
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.match import POOL
from ripwire.services.symbols.search import SLICE_S, Layer, Origin
from ripwire.services.symbols.store import Row

LARGEST = 1 << 20
"""Bytes of a file that is searched; a scan of a larger one would take longer than a person waits."""
MOST_VAGUE = 500
"""Rows by rules that fit almost any line; with more of them there is no time to look at their files."""
UNSURE = frozenset({"rust", "javascript", "typescript", "tsx", "c", "c-header", "cpp"})
"""Where single lines alone are right in less than 98 of 100 cases (Rust 62: code inside of raw strings)."""

_FIRST_WORD = re.compile(r"\w+")
_C = frozenset({"c", "c-header", "cpp", "objc"})
_C_HEAD = re.compile(r"[A-Za-z_][^=;{}\"]*\([^;={}]*\{?\s*$")
_CALLED = re.compile(r"(\w+)\s*\(")


@attrs.define(eq=False)
class Candidates:
    """Rows by file, as they come.  `doubtful` files need a scan before anything of them is shown."""

    matches: Callable[[str], bool]
    wanted: frozenset[str] = frozenset()
    skip: frozenset[bytes] = frozenset()
    """Files that somebody has open with other contents."""
    limit: int = POOL
    likely: re.Pattern[str] = re.compile("")
    """Lines without it are not worth a look by the rules."""
    rows: dict[bytes, list[Row]] = attrs.field(factory=dict)
    doubtful: set[bytes] = attrs.field(factory=set)
    count: int = 0
    vague: int = 0
    _path: bytes = b""
    _language: Language | None = None
    _looser: dict[str, Matcher] = attrs.field(factory=dict)

    async def take(self, records: Sequence[events.Given]) -> Stop | None:
        """One chunk of ripgrep's output; the loop gets its turn every few milliseconds."""
        turn = time.monotonic() + SLICE_S
        for record in records:
            if isinstance(record, events.Begin):
                self._begin(file_path(record.data.path))
            elif isinstance(record, events.Match) and self._language is not None:
                self._line(record.data, self._language)
                if self.count >= self.limit:
                    return Stop.LIMIT
            if time.monotonic() >= turn:
                await asyncio.sleep(0)
                turn = time.monotonic() + SLICE_S
        return None

    def _begin(self, path: bytes) -> None:
        self._path = path
        self._language = None if path in self.skip else rows.language_of(path)
        if self._language is not None and not sources.holds_code(self._language, self.wanted):
            self._language = None

    def _line(self, line: events.Line, language: Language) -> None:
        text = line.lines.text
        if text is None:
            text = line.lines.raw().decode("utf-8", "replace")
        text = text.rstrip("\r\n")[:LONGEST_LINE]
        if not self.likely.search(text) or _defines_nothing(text, language):
            return
        if self._found(text, line.line_number, language.line_matcher, language, sure=True):
            return
        if self.vague >= MOST_VAGUE and language.name not in UNSURE:
            return
        looser = self._looser.get(language.name)
        if looser is None:
            looser = self._looser[language.name] = _inner_matcher(language, self.wanted)
        if not self._found(text, line.line_number, looser, language, sure=False):
            self._head(text, line.line_number, language)

    def _head(self, text: str, number: int, language: Language) -> None:
        """C puts macros in front of a function's name, which no rule for single lines can follow."""
        if language.name not in _C or not _C_HEAD.match(text):
            return
        for found in _CALLED.finditer(text):
            if self.matches(found[1]):
                row = Row(found[1], "function", number, found.start(1), wide=not text.isascii())
                self._keep(row, doubtful=True)
                return

    def _keep(self, row: Row, *, doubtful: bool) -> None:
        self.rows.setdefault(self._path, []).append(row)
        self.count += 1
        if doubtful:
            self.vague += 1
            self.doubtful.add(self._path)

    def _found(self, text: str, number: int, matcher: Matcher, language: Language, *, sure: bool) -> bool:
        for hit in matcher.hits(text):
            kind = hit.rule.kind
            if kind is None or hit.name in language.not_names or not self.matches(hit.name):
                continue
            row = Row(
                name=hit.name,
                kind=kind.value,
                line=number,
                column=hit.start,
                container=hit.qualifier.rstrip(":."),
                extra=sure and hit.rule.extra,  # which of several vague rules holds, the scan will say
                wide=not text[: hit.start].isascii(),
            )
            self._keep(row, doubtful=not sure or language.name in UNSURE)
            return True
        return False

    def drain(self, root: Path) -> list[Layer]:
        """What came since the last time, as stores, to be ranked like any other."""
        rows_by_file, self.rows = self.rows, {}
        doubtful, sure = Builder(), Builder()
        for path in sorted(rows_by_file):
            builder = doubtful if path in self.doubtful else sure
            builder.add(path, rows.NOBODY, rows_by_file[path])
        return [
            Layer(root, sure.finish(), origin=Origin.GUESS),
            Layer(root, doubtful.finish(), origin=Origin.DOUBT),
        ]


def _defines_nothing(text: str, language: Language) -> bool:
    """A comment's line, a statement such as `return name(`, a call in C."""
    begin = text.lstrip()
    if language.layout is Layout.BRACES and begin.startswith(("*", "//")):
        return True
    if language.name == "c" and begin != text and "(" in begin and not begin.startswith("#"):
        return True  # no function is defined inside of anything: it is a call
    word = _FIRST_WORD.match(begin)
    return word is not None and word[0] in language.not_heads


def _inner_matcher(language: Language, wanted: frozenset[str]) -> Matcher:
    """The rules that single lines are too vague for; not those whose kinds nobody wants to see."""
    inner = [
        rule
        for rule in language.rules
        if rule.whole_file and rule.kind is not None and (not rule.extra or rule.kind.value in wanted)
    ]
    return Matcher(inner, rf"[ \t]*{language.line_prefix}", ignore_case=language.case_insensitive)


async def run(
    backend: Backend,
    caller: Caller,
    root: Path,
    pattern: str,
    candidates: Candidates,
    on_batch: Callable[[], Awaitable[Stop | None]] | None = None,
) -> Outcome:
    """Fill `candidates`.  With nothing found, and that proving nothing, raises `Failure`."""
    wanted = Filter(include=sources.globs(candidates.wanted), max_file_size=LARGEST)
    query = TextQuery(pattern=pattern, root=root, filter=wanted)
    deadline = Deadline.after(backend.timeout_s(None))

    async def take(records: Sequence[events.Given]) -> Stop | None:
        stop = await candidates.take(records)
        if on_batch is not None and candidates.rows:
            stop = await on_batch() or stop
        return stop

    async with backend.scheduler.turn(caller, until=deadline.at) as turn:
        report = await backend.engine.search(query, take, deadline, priority=turn.priority)
    return _judged(report.outcome, report.failure, found=candidates.count > 0)


def _judged(outcome: Outcome, failure: Failure | None, *, found: bool) -> Outcome:
    if failure is None:
        return outcome
    if not found:
        raise failure
    return outcome + Outcome(incomplete=True, notes=(failure.message,))
