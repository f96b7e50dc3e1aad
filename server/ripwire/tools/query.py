"""A ToolSearch query read and answered over one catalog: forms, order, limits, and what it saved.

    select:A,B,C     exactly these, short names too where only one tool has it
    a whole name     that tool first, whatever the scores say
    mcp__server      the tools of that server
    +word more       `word` must stand in the name; the rest ranks
    words            ranked

Knows the registry's values and the scorers; no session, no server, no protocol.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

import attrs
import msgspec

from ripwire.errors import Failure, Kind
from ripwire.tools.registry import BYTES_PER_TOKEN, Catalog, Tool
from ripwire.tools.scoring import Index
from ripwire.tools.words import STOP_WORDS, Stemmer, split

DEFAULT_RESULTS = 5
MAX_RESULTS = 20
LISTED = 50
"""Of the names that found no room."""
LONGEST_QUERY = 2000
FORMS = (
    "words of what the tool should do: send slack message",
    "select:NAME or select:NAME,NAME for exact names",
    "+WORD more words, where WORD must be part of the name",
    "mcp__SERVER for all tools of a server",
)
QUOTES = "\"'`“”‘’"


@attrs.frozen(kw_only=True)
class Hit:
    tool: Tool
    definition: str
    """Name, description and schema as one line of JSON; `<`, `>` and `&` are escaped in it."""
    rank: int
    score: float | None = None
    """None where a form chose the tool, not a score."""


@attrs.frozen(kw_only=True)
class Found:
    hits: tuple[Hit, ...]
    searched: int
    """Tools in the catalog."""
    missing: tuple[str, ...] = ()
    """Names asked for with `select:` that nobody has."""
    more: tuple[str, ...] = ()
    """Further fitting names, at most 50."""
    more_count: int = 0
    notes: tuple[str, ...] = ()
    saved_bytes: int = 0
    """Against loading every deferred definition."""

    @property
    def saved_tokens(self) -> int:
        return self.saved_bytes // BYTES_PER_TOKEN


@attrs.define
class _Choice:
    """What a form chose: positions in the catalog, best first."""

    positions: list[int]
    scores: Mapping[int, float] = attrs.field(factory=dict)
    missing: list[str] = attrs.field(factory=list)
    notes: list[str] = attrs.field(factory=list)


def search(catalog: Catalog, index: Index, stemmer: Stemmer, text: str, max_results: int) -> Found:
    """The answer to one query.  One that says nothing is refused with the forms that say something."""
    text = text.strip().strip(QUOTES).strip()
    if len(text) > LONGEST_QUERY:
        raise Failure(Kind.INVALID_PARAMS, f"A query has at most {LONGEST_QUERY} characters")
    if text.lower().startswith("select:"):
        choice = _select(catalog, text[len("select:") :])
    else:
        choice = _ranked(catalog, index, stemmer, text, min(max_results, MAX_RESULTS))
    return _found(catalog, choice, max_results)


def escaped(text: str) -> str:
    """Text that cannot open or close markup around it; inside JSON strings it decodes to the same."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def definition(tool: Tool) -> str:
    parameters = tool.input_schema if tool.input_schema is not None else {"type": "object", "properties": {}}
    value = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return escaped(msgspec.json.encode(value).decode())


def _select(catalog: Catalog, names: str) -> _Choice:
    choice = _Choice([])
    asked = [name.strip().strip(QUOTES).strip() for name in names.split(",")]
    for name in dict.fromkeys(filter(None, asked)):
        positions = named(catalog, name)
        if len(positions) == 1:
            choice.positions += positions
        else:
            choice.missing.append(name)
            choice.notes.append(why_not(catalog, name, positions))
    if not choice.positions and not choice.missing:
        raise _refused("No name stands after select:")
    choice.positions = list(dict.fromkeys(choice.positions))
    return choice


def named(catalog: Catalog, name: str) -> list[int]:
    """The one tool of that name, else all whose short name it is."""
    wanted = name.lower()
    whole = [at for at, tool in enumerate(catalog.tools) if tool.name.lower() == wanted]
    exact = [at for at in whole if catalog.tools[at].name == name]
    if whole:
        return (exact or whole)[:1]
    return [at for at, tool in enumerate(catalog.tools) if tool.short_name.lower() == wanted]


def why_not(catalog: Catalog, name: str, positions: list[int]) -> str:
    if positions:
        names = ", ".join(catalog.tools[at].name for at in positions[:8])
        return f"{escaped(name)} is the short name of several tools: {names}"
    near = difflib.get_close_matches(name, [tool.name for tool in catalog.tools], n=3, cutoff=0.6)
    return f"No tool is named {escaped(name)}" + (f"; near: {', '.join(near)}" if near else "")


def _ranked(catalog: Catalog, index: Index, stemmer: Stemmer, text: str, count: int) -> _Choice:
    exact = named(catalog, text) if text and not re.search(r"\s", text) else []
    server = [] if exact else _of_server(catalog, text)
    if server:
        return _Choice(server)
    required = [word for part in re.findall(r"(?:^|\s)\+(\S+)", text) for word in split(part)]
    words = [word for word in split(text) if word not in STOP_WORDS or word in required]
    if not words and not exact:
        raise _refused("The query names nothing to search for")
    if required:
        choice = _required(catalog, required, stemmer)
        choice.scores = index.scores(words, choice.positions)
        choice.positions.sort(key=lambda at: (-choice.scores[at], at))
    else:
        choice = _Choice([])
        choice.scores = dict(index.best(words, count))
        choice.positions = list(choice.scores)
    choice.positions = list(dict.fromkeys([*exact, *choice.positions]))
    return choice


def _of_server(catalog: Catalog, text: str) -> list[int]:
    """`mcp__postgres`, `mcp__postgres__` or `mcp__postgres__read`: the names that begin so."""
    wanted = text.lower()
    if not re.fullmatch(r"mcp__\S+", wanted):
        return []
    stop = "" if "__" in wanted[5:] else "__"
    return [at for at, tool in enumerate(catalog.tools) if tool.name.lower().startswith(wanted + stop)]


def _required(catalog: Catalog, required: list[str], stemmer: Stemmer) -> _Choice:
    """Tools with all required words in the name; with none such, in name, hint or description."""
    wanted = {stemmer.stem(word) for word in required}
    choice = _Choice(_with(catalog, wanted, stemmer, lambda tool: f"{tool.name} {tool.server or ''}"))
    if not choice.positions:
        choice.positions = _with(catalog, wanted, stemmer, _told)
        asked = " ".join(f"+{word}" for word in required)
        there = "; these tell of it in their descriptions" if choice.positions else ""
        choice.notes.append(f"No tool has {asked} in its name{there}")
    return choice


def _told(tool: Tool) -> str:
    return f"{tool.name} {tool.search_hint} {tool.description}"


def _with(catalog: Catalog, wanted: set[str], stemmer: Stemmer, text: Callable[[Tool], str]) -> list[int]:
    return [
        at for at, tool in enumerate(catalog.tools) if wanted <= {stemmer.stem(w) for w in split(text(tool))}
    ]


def _found(catalog: Catalog, choice: _Choice, max_results: int) -> Found:
    notes = list(choice.notes)
    if max_results > MAX_RESULTS:
        notes.append(f"At most {MAX_RESULTS} tools at a time")
    shown, rest = _cut(choice.positions, min(max_results, MAX_RESULTS))
    hits = tuple(_hit(catalog.tools[at], rank, choice.scores.get(at)) for rank, at in enumerate(shown, 1))
    spent = sum(len(hit.definition.encode()) for hit in hits)
    return Found(
        hits=hits,
        searched=len(catalog.tools),
        missing=tuple(choice.missing),
        more=tuple(catalog.tools[at].name for at in rest[:LISTED]),
        more_count=len(rest),
        notes=tuple(notes),
        saved_bytes=max(0, catalog.schema_bytes - spent),
    )


def _cut(positions: Sequence[int], at: int) -> tuple[Sequence[int], Sequence[int]]:
    return positions[:at], positions[at:]


def _hit(tool: Tool, rank: int, score: float | None) -> Hit:
    return Hit(tool=tool, definition=definition(tool), rank=rank, score=score)


def _refused(why: str) -> Failure:
    return Failure(Kind.INVALID_PARAMS, why, detail="Forms of a query: " + "; ".join(FORMS), problems=FORMS)
