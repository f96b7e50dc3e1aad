"""Any other text: what looks like a definition in most languages."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, Language, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import DOUBLE, Lexis

_WORDS = r"(?:(?:pub|public|private|protected|static|export|abstract|final|async|local|inline)[ \t]+)*"
_END = r"[ \t]*(?:[({<:=\[;]|extends\b|implements\b|is\b|do\b|then\b|$)"

LANGUAGE = Language(
    name="generic",
    globs=(),
    layout=Layout.LINES,
    joins="",
    lexis=Lexis(starts='"', plain=(DOUBLE,)),
    rules=(
        Rule(K.CLASS, rf"{_WORDS}class[ \t]+(?P<n>{NAME}){_END}"),
        Rule(
            K.FUNCTION,
            rf"{_WORDS}(?:def|func|fn|fun|function|proc|sub|procedure|subroutine)[ \t]+(?P<n>{NAME}){_END}",
        ),
        Rule(K.STRUCT, rf"{_WORDS}(?:struct|record)[ \t]+(?P<n>{NAME}){_END}"),
        Rule(K.ENUM, rf"{_WORDS}enum[ \t]+(?P<n>{NAME}){_END}"),
        Rule(K.INTERFACE, rf"{_WORDS}(?:interface|trait|protocol)[ \t]+(?P<n>{NAME}){_END}"),
        Rule(K.MODULE, rf"{_WORDS}(?:module|namespace|package)[ \t]+(?P<n>{NAME}){_END}"),
        Rule(K.TYPE, rf"{_WORDS}type[ \t]+(?P<n>{NAME}){_END}"),
    ),
)
