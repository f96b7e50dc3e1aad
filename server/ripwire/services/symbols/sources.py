"""Which languages hold symbols, and the names of their files.  Knows no table."""

from __future__ import annotations

from ripwire.services.symbols import languages, rows
from ripwire.services.symbols.language import Language


def globs(wanted: frozenset[str]) -> tuple[str, ...]:
    """File names of every language whose symbols tables hold.  Not the hidden ones: a search that names
    a hidden file has to look at all of them.
    """
    names = (glob for language in languages.ALL if holds_code(language, wanted) for glob in language.globs)
    return tuple(dict.fromkeys(_of_files(name) for name in names if not name.startswith(".")))


def _of_files(name: str) -> str:
    """`Makefile` → `Makefil[e]`: a plain name may be a folder as well, and one such name keeps ripgrep from
    choosing files by itself: all 127 globs were then tried on each path it gave, half of a query's time.
    """
    return name if "." in name or "*" in name else f"{name[:-1]}[{name[-1]}]"


def holds_code(language: Language, wanted: frozenset[str]) -> bool:
    """False for languages that have nothing but keys or headings, unless those are wanted."""
    kinds = {rule.kind for rule in language.rules if rule.kind is not None}
    only_data = kinds <= rows.DATA and (bool(kinds) or language.own_scan is not None)
    return not only_data or bool({kind.value for kind in kinds or rows.DATA} & wanted)
