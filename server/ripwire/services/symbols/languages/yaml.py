"""YAML: the keys of the top level."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Opens, Rule
from ripwire.services.symbols.lexis import Lexis

LANGUAGE = Language(
    name="yaml",
    globs=("*.yml", "*.yaml"),
    joins="",
    lexis=Lexis(starts="#", plain=(r"(?:^|(?<=\s))#[^\n]*",)),
    rules=(
        Rule(
            K.KEY,
            r"(?:-[ \t]+)*(?P<n>[\w./$@<*-][\w./$@ -]*|\"[^\"\n]+\"|'[^'\n]+')[ \t]*:(?:[ \t]|$)",
            Opens.BODY,
            where=frozenset({TOP}),
            extra=True,
        ),
    ),
)
