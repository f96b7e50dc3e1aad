"""Which files can hold symbols, and which of them are there.  Knows no table."""

from __future__ import annotations

from pathlib import Path

from ripwire.rg.attempt import Deadline
from ripwire.rg.engine import Engine
from ripwire.rg.priority import Priority
from ripwire.rg.query import Filter, ListQuery
from ripwire.rg.verdict import Stop
from ripwire.services.symbols import languages, rows
from ripwire.services.symbols.language import Language

LISTING_S = 120.0


def globs(wanted: frozenset[str]) -> tuple[str, ...]:
    """File names of every language whose symbols tables hold.  Not the hidden ones: a search that names
    a hidden file has to look at all of them.
    """
    names = (glob for language in languages.ALL if holds_code(language, wanted) for glob in language.globs)
    return tuple(dict.fromkeys(name for name in names if not name.startswith(".")))


def holds_code(language: Language, wanted: frozenset[str]) -> bool:
    """False for languages that have nothing but keys or headings, unless those are wanted."""
    kinds = {rule.kind for rule in language.rules if rule.kind is not None}
    only_data = kinds <= rows.DATA and (bool(kinds) or language.own_scan is not None)
    return not only_data or bool({kind.value for kind in kinds or rows.DATA} & wanted)


async def listed(engine: Engine, root: Path, wanted: frozenset[str]) -> list[bytes]:
    """Relative to the root and sorted, under the same ignore rules as every search."""
    found: list[bytes] = []

    async def take(paths: list[bytes]) -> Stop | None:
        found.extend(paths)
        return None

    query = ListQuery(root=root, filter=Filter(include=globs(wanted)))
    deadline = Deadline.after(LISTING_S)
    report = await engine.list_files(query, take, deadline, priority=Priority(low=True))
    if report.failure is not None:
        raise report.failure
    found.sort()
    return found
