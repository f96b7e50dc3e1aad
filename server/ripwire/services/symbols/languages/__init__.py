"""The registry: every language we know, found by file name.  One module each; nothing is compiled until used."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from pathlib import PurePath
from types import MappingProxyType

from ripwire.services.symbols.language import Language


def _load() -> tuple[Language, ...]:
    """Every module here has a LANGUAGE, or LANGUAGES when several share a table."""
    found: list[Language] = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        found += getattr(loaded, "LANGUAGES", None) or [loaded.LANGUAGE]
    return tuple(found)


ALL: tuple[Language, ...] = _load()
BY_NAME: Mapping[str, Language] = MappingProxyType({language.name: language for language in ALL})
_BY_GLOB: Mapping[str, Language] = MappingProxyType(
    {glob.lower(): language for language in reversed(ALL) for glob in language.globs}
)


FALLBACK: Language = BY_NAME["generic"]
"""For open documents whose names say nothing; the tree is not searched with it."""


def of_path(path: PurePath | str) -> Language | None:
    """The language of a file by its name: first the whole name, then what follows its dots, longest first."""
    name = PurePath(path).name.lower()
    if known := _BY_GLOB.get(name):
        return known
    dot = name.find(".")
    while dot >= 0:
        if known := _BY_GLOB.get("*" + name[dot:]):
            return known
        dot = name.find(".", dot + 1)
    return None
