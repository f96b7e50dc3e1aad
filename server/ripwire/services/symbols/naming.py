"""Small decisions about names that every layout shares: bare names, containers, kinds, lists of names."""

from __future__ import annotations

import re
from typing import NamedTuple

from ripwire.services.symbols.kinds import SymbolKind
from ripwire.services.symbols.language import TYPES, Language

_QUOTES = "`\"'"
_SEPARATORS = re.compile(r"::|[.:,]")
_ARGUMENTS = re.compile(r"<[^<>]*>|[\s<>]")
_LONGEST_PATH = 300
"""Deeper names are left out: a thousand nested blocks would else cost the square of their names."""
_LIST = re.compile(r"[,;:(){}\[\]<>=]")


class Place(NamedTuple):
    """Where a statement stands: the rules' context, the name of the type around it, the names of all."""

    context: str
    owner: str = ""
    path: str = ""
    local: bool = False

    def into(self, context: str) -> Place:
        return self if context == self.context else Place(context, self.owner, self.path, self.local)


def bare(name: str, start: int) -> tuple[str, int]:
    """The name without its quotes, and where it then begins."""
    if len(name) > 1 and name[0] in _QUOTES and name[-1] == name[0]:
        return name[1:-1], start + 1
    return name, start


def within(path: str, name: str, language: Language) -> str:
    """The container path with one more name."""
    if not path or not name or len(path) > _LONGEST_PATH:
        return path or name
    return f"{path}{language.separator}{name}"


def qualified(path: str, qualifier: str, language: Language) -> str:
    """The container path with a written qualifier: `outer::Inner<T>::` or `M.` or `table:`."""
    parts = [part for part in _SEPARATORS.split(_ARGUMENTS.sub("", qualifier)) if part]
    return language.separator.join([path, *parts] if path else parts)


def behind(qualifier: str, place: Place, language: Language) -> Place:
    """The place with a written qualifier added to its path."""
    if not qualifier:
        return place
    path = "" if language.whole_qualifiers else place.path
    return Place(place.context, place.owner, qualified(path, qualifier, language), place.local)


def kind_in(kind: SymbolKind, name: str, place: Place, language: Language) -> SymbolKind:
    """A function in a type is a method, and perhaps its constructor."""
    if kind is not SymbolKind.FUNCTION and kind is not SymbolKind.METHOD:
        return kind
    if name in language.constructors and place.context in TYPES:
        return SymbolKind.CONSTRUCTOR
    if "=" in language.constructors and name and name == place.path.rsplit(language.separator, 1)[-1]:
        return SymbolKind.CONSTRUCTOR
    return SymbolKind.METHOD if place.context in TYPES else kind


def further(pattern: str, text: str, start: int, ends: str) -> list[tuple[str, int]]:
    """The names after the first in `int a = f(1, 2), *b[3], c`: what follows each comma outside brackets.

    No name comes behind one of `ends` that stands outside brackets.
    """
    names: list[tuple[str, int]] = []
    follows = re.compile(r"\s*(?:" + pattern + ")")
    depth = 0
    for match in _LIST.finditer(text, start):
        mark = match.group()
        if mark in "([{<":
            depth += 1
        elif mark in ")]}>":
            depth -= mark != ">" or text[match.start() - 1] not in "-="
        elif mark in ends and depth <= 0:
            break
        elif mark == "," and depth <= 0 and (found := follows.match(text, match.end())):
            names.append((found.group("n"), found.start("n")))
    return names
