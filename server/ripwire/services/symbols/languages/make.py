"""Makefiles: targets, variables and `define`s."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Found, Language, Layout, Opens, Rule, words
from ripwire.services.symbols.lexis import Lexis


def _not_a_recipe(found: Found) -> bool:
    return not found.head.startswith("\t")


LANGUAGE = Language(
    name="make",
    globs=("Makefile", "GNUmakefile", "makefile", "*.mk", "*.mak", "Makefile.*", "Kbuild"),
    layout=Layout.LINES,
    joins="",
    lexis=Lexis(starts="#", plain=(r"(?:^|(?<=\s))#(?:[^\n\\]|\\.)*",)),
    not_names=words("ifeq ifneq ifdef ifndef else endif include -include sinclude export override unexport"),
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
