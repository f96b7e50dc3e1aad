"""Dockerfiles: stages, arguments and environment."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis

LANGUAGE = Language(
    name="dockerfile",
    globs=("Dockerfile", "*.dockerfile", "Dockerfile.*", "Containerfile"),
    layout=Layout.LINES,
    joins="",
    case_insensitive=True,
    lexis=Lexis(starts="#", plain=(r"^#[^\n]*",)),
    rules=(
        Rule(K.CLASS, r"FROM[ \t]+(?:--\S+[ \t]+)*\S+[ \t]+AS[ \t]+(?P<n>[\w.-]+)", Opens.TYPE),
        Rule(K.MODULE, r"FROM[ \t]+(?:--\S+[ \t]+)*(?P<n>[^\s#]+)[ \t]*$", Opens.TYPE),
        Rule(K.VARIABLE, r"(?:ARG|ENV)[ \t]+(?P<n>\w+)"),
    ),
)
