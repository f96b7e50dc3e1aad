"""Answers as text for a model: familiar shapes within 20,000 characters, and a last line to act on.

An answer that is too long is shortened by steps, the whole answer one step at a time: full lines, lines
clipped around the match, line numbers, counts for each file, totals.  The last line always says complete,
truncated or incomplete, and what to do next.  Pure: knows answers, and no service, SDK or disk.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from ripwire.rg.outcome import Outcome, Reason
from ripwire.services.answers import Answer, CountEntry, FileEntry, Match, Source

BUDGET = 20_000
"""Characters of one answer: what agents take without spilling it."""
LEAST_COLUMNS = 30
"""Narrower than this a clipped line says nothing, and line numbers are worth more."""
MARKS = 50
"""What a clipped line costs beside its text: number, signs, how much was cut."""
MOST_SPANS = 2000
"""Of one line: a minified file may have a million, and the budget ends before."""
NOTES = 6
LONGEST_NOTE = 300
LONGEST_PATH = 500
NEXT = {
    Reason.TIMEOUT: "name a smaller path, or allow more time with timeout_ms",
    Reason.MAX_BUFFER: "narrow the pattern, path or glob",
    Reason.UNREADABLE: "some files could not be read",
    Reason.SPAWN: "try again",
    Reason.EXIT: "try again, or name a smaller path",
    Reason.BINARY: "a file was searched only up to its binary part",
}


@attrs.frozen(kw_only=True)
class View:
    """How paths and lines are shown."""

    path: Callable[[Match | FileEntry | CountEntry], str]
    numbers: bool = True
    columns: int = 500
    only_matching: bool = False


@attrs.frozen
class Shown:
    text: str
    step: int
    """0 where nothing had to be shortened."""


def matches(answer: Answer, view: View, help_: Sequence[str] = ()) -> Shown:
    """Content mode: `path:line:text`, and `path-line-text` for context."""
    found = [entry for entry in answer.entries if isinstance(entry, Match)]
    steps = (
        lambda: _full(found, view, view.columns),
        lambda: _full(found, view, _columns(found, view), context=False),
        lambda: _numbers(found, view),
        lambda: _per_file(found, view),
        lambda: iter(()),
    )
    return _fitting(steps, closing(answer, "matching lines", _files_of(found)), help_)


def files(answer: Answer, view: View, help_: Sequence[str] = (), unit: str = "files") -> Shown:
    """One path a line, in the answer's order."""
    found = [entry for entry in answer.entries if isinstance(entry, FileEntry)]
    steps = (
        lambda: (view.path(entry) for entry in found),
        lambda: _by_folder(view.path(entry) for entry in found),
        lambda: iter(()),
    )
    return _fitting(steps, closing(answer, unit), help_)


def counts(answer: Answer, view: View, help_: Sequence[str] = ()) -> Shown:
    """`path:lines`, then the total of all files, whatever the page shows."""
    found = [entry for entry in answer.entries if isinstance(entry, CountEntry)]
    total = f"total: {answer.total_matches or 0} matching lines in {answer.total} files"
    steps = (
        lambda: itertools.chain((f"{view.path(entry)}:{entry.lines}" for entry in found), [total]),
        lambda: itertools.chain(_by_folder(view.path(entry) for entry in found), [total]),
        lambda: iter([total]),
    )
    return _fitting(steps, closing(answer, "files"), help_)


def closing(answer: Answer, unit: str, files_: int | None = None) -> str:
    """What the answer says of itself, and what to do next."""
    outcome = answer.outcome
    number = f"{answer.total:,}" if answer.total_exact else f"at least {answer.total:,}"
    unit = unit.removesuffix("s") if answer.total == 1 else unit
    within = f" in {files_} file{'s' if files_ > 1 else ''}" if files_ else ""
    if outcome.incomplete:
        todo = [NEXT[reason] for reason in outcome.reasons if reason in NEXT]
        line = f"incomplete: {number} {unit}{within} so far; absence proves nothing; {'; '.join(todo)}"
    elif outcome.truncated:
        onward = f"; continue with offset={answer.next_offset}" if answer.next_offset is not None else ""
        line = f"truncated: {len(answer.entries):,} of {number} {unit} shown{onward}, or narrow the search"
    else:
        line = f"complete: {number} {unit}{within}"
    if answer.coverage.engine != "rg":
        line += f"; searched by {answer.coverage.engine}, whose patterns differ"
    return f"({line})"


def proves_nothing(outcome: Outcome, shown: int) -> bool:
    """Nothing to show and the search did not finish: to a model that is an error, never "no matches"."""
    return outcome.incomplete and not shown


def notes(outcome: Outcome) -> list[str]:
    return [note[:LONGEST_NOTE] for note in outcome.notes[:NOTES]]


def bounded(text: str, closing_: str, budget: int = BUDGET) -> str:
    """Free text cut to the budget, with its closing line."""
    room = budget - len(closing_) - 40
    if len(text) <= room:
        return f"{text}\n{closing_}" if text else closing_
    return f"{text[:room]}\n[cut: {len(text):,} characters]\n{closing_}"


def _fitting(steps: Sequence[Callable[[], Iterator[str]]], last: str, help_: Sequence[str]) -> Shown:
    """The first step whose lines fit."""
    for step, lines in enumerate(steps):
        end = [*help_, last]
        if step:
            end.insert(0, "[shortened to fit; narrow path or glob, or lower head_limit, to see lines]")
        room = BUDGET - sum(len(line) + 1 for line in end)
        kept = _within(lines(), room)
        if kept is not None:
            return Shown("\n".join([*kept, *end]), step)
    return Shown(last[:BUDGET], len(steps))


def _within(lines: Iterable[str], room: int) -> list[str] | None:
    """All lines, or None as soon as they are too many: a million are not made to be thrown away."""
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return None
        kept.append(line)
    return kept


def _full(found: Sequence[Match], view: View, columns: int, *, context: bool = True) -> Iterator[str]:
    """Blocks that do not touch are parted by `--` where there is context, as grep does it."""
    last: tuple[str, int] | None = None
    any_context = context and any(match.before or match.after for match in found)
    shown: set[tuple[str, int]] = set()
    own = {(view.path(match), match.line) for match in found} if any_context else set()
    for match in found:
        path = view.path(match)
        first = match.line - (len(match.before) if any_context else 0)
        if any_context and last is not None and (last[0] != path or first > last[1] + 1):
            yield "--"
        block = list(_block(match, view, path, columns, any_context))
        for number, is_match, text in block:
            if not is_match and ((path, number) in shown or (path, number) in own):
                continue
            shown.add((path, number))
            yield text
        last = (path, block[-1][0])


def _block(
    match: Match, view: View, path: str, columns: int, context: bool
) -> Iterator[tuple[int, bool, str]]:
    for line in match.before if context else ():
        yield line.line, False, _line(path, line.line, clip(line.text, columns), view, "-")
    yield from _own(match, view, path, columns)
    for line in match.after if context else ():
        yield line.line, False, _line(path, line.line, clip(line.text, columns), view, "-")


def _own(match: Match, view: View, path: str, columns: int) -> Iterator[tuple[int, bool, str]]:
    """The matched lines: several for a multiline match, or each matched part alone."""
    if view.only_matching:
        data = match.text.encode()
        for start, end in match.spans[:MOST_SPANS]:
            part = data[start:end].decode("utf-8", "replace").replace("\n", "\\n")
            yield match.line, True, _line(path, match.line, clip(part, columns), view, ":")
        return
    offset, first = 0, match.spans[:MOST_SPANS]
    for number, text in enumerate(match.text.split("\n"), match.line):
        size = len(text.encode())
        spans = [(start - offset, end - offset) for start, end in first if start <= offset + size]
        yield number, True, _line(path, number, clip(text, columns, spans), view, ":")
        offset += size + 1


def _line(path: str, number: int, text: str, view: View, sign: str) -> str:
    return f"{path}{sign}{number}{sign}{text}" if view.numbers else f"{path}{sign}{text}"


def clip(text: str, columns: int, spans: Sequence[tuple[int, int]] = ()) -> str:
    """At most `columns` characters and two marks; the first match stays in sight."""
    text = text.rstrip("\r")
    if len(text) <= columns:
        return text
    at = len(text.encode()[: max(0, spans[0][0])].decode("utf-8", "ignore")) if spans else 0
    start = max(0, min(at - columns // 4, len(text) - columns))
    cut = len(text) - start - columns
    head = f"[{start} characters] " if start else ""
    return f"{head}{text[start : start + columns]}{f' [{cut} more characters]' if cut > 0 else ''}"


def _columns(found: Sequence[Match], view: View) -> int:
    """The width at which all lines fit; none may, and then the step does not fit either."""
    paths = sum(len(view.path(match)) for match in found)
    return max(LEAST_COLUMNS, min(view.columns, (BUDGET - paths) // max(1, len(found)) - MARKS))


def _numbers(found: Sequence[Match], view: View) -> Iterator[str]:
    for path, group in itertools.groupby(found, key=view.path):
        yield f"{path}: " + ", ".join(str(match.line) for match in group)


def _per_file(found: Sequence[Match], view: View) -> Iterator[str]:
    for path, group in itertools.groupby(found, key=view.path):
        yield f"{path}: {sum(1 for _ in group)}"


def _by_folder(paths: Iterable[str]) -> Iterator[str]:
    tally: dict[str, int] = {}
    for path in paths:
        folder = path.rpartition("/")[0] or "."
        tally[folder] = tally.get(folder, 0) + 1
    return (f"{folder}/ {count} files" for folder, count in tally.items())


def _files_of(found: Sequence[Match]) -> int:
    return len({(match.root, match.path) for match in found})


def shown_path(text: str, source: Source) -> str:
    """A path on one line, whatever is in its name; unsaved text is marked."""
    safe = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
    return safe[:LONGEST_PATH] if source is Source.DISK else f"{safe[:LONGEST_PATH]} (unsaved)"
