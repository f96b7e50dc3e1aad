"""Makefiles: targets, variables and `define`s."""

import re

from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis


def _not_a_recipe(found: Found) -> bool:
    return not found.head.startswith("\t")


_SPECIAL = words(
    ".PHONY .SUFFIXES .DEFAULT .SILENT .PRECIOUS .SECONDARY .INTERMEDIATE .DELETE_ON_ERROR .ONESHELL .NOTPARALLEL"
    " .EXPORT_ALL_VARIABLES .IGNORE .POSIX .SECONDEXPANSION"
)
"""Targets that are orders to make itself."""
_DEFINE = re.compile(r"^define\b.*?^endef\b", re.DOTALL | re.MULTILINE)


def _without_bodies(symbols: list[Symbol], text: str) -> list[Symbol]:
    """What stands inside a `define` is text."""
    bodies: set[int] = set()
    for match in _DEFINE.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        bodies.update(range(first + 1, first + match.group().count("\n") + 1))
    return [symbol for symbol in symbols if symbol.line not in bodies]


LANGUAGE = Language(
    name="make",
    globs=("Makefile", "GNUmakefile", "makefile", "*.mk", "*.mak", "Makefile.*", "Kbuild"),
    layout=Layout.LINES,
    joins="",
    finish=_without_bodies,
    lexis=Lexis(starts="#", plain=(r"(?:^|(?<=\s))#(?:[^\n\\]|\\.)*",)),
    not_names=words("ifeq ifneq ifdef ifndef else endif include -include sinclude export override unexport")
    | _SPECIAL,
    rules=(
        Rule(K.MACRO, r"define[ \t]+(?P<n>[^\s=:#]+)", Opens.BODY),
        Rule(
            K.VARIABLE,
            r"(?:(?:export|override|private)[ \t]+)*(?P<n>[\w.%/@-]+)[ \t]*(?:::?:?|[+?!])?=",
            check=_not_a_recipe,
        ),
        Rule(
            K.FUNCTION,
            r"(?P<n>[\w./%@+~-]+)(?:[ \t]+[^\s:=#]+)*[ \t]*::?(?:[^=]|$)",
            check=_not_a_recipe,
            more=None,
        ),
    ),
)
