"""GraphQL: schemas and operations."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout
from ripwire.services.symbols.lexis import DOUBLE, HASH, Lexis

LANGUAGE = Language(
    name="graphql",
    globs=("*.graphql", "*.gql", "*.graphqls"),
    layout=Layout.BRACES,
    braces=Braces(
        newline_ends=True,
        comma_ends=frozenset({"class", "enum", "interface"}),
        continues=r"[{|=&:)]|implements\b|on\b",
        unfinished=r"[:=|&]$|\b(?:implements|on)$",
    ),
    lexis=Lexis(starts='"#', plain=(r'""".*?"""', DOUBLE, HASH)),
    rules=(
        Rule(K.CLASS, rf"(?:extend[ \t]+)?(?:type|input)[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"(?:extend[ \t]+)?interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"(?:extend[ \t]+)?enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.TYPE, rf"(?:extend[ \t]+)?(?:union|scalar)[ \t]+(?P<n>{NAME})"),
        Rule(K.MACRO, rf"directive[ \t]+@(?P<n>{NAME})"),
        Rule(K.FUNCTION, rf"(?:query|mutation|subscription|fragment)[ \t]+(?P<n>{NAME})", Opens.BODY),
        Rule(
            K.FIELD,
            rf"(?P<n>{NAME})[ \t]*(?:\(|:)",
            where=frozenset({"class", "interface"}),
            extra=True,
            whole_file=True,
        ),
        Rule(K.ENUM_MEMBER, rf"(?P<n>{NAME})\b", where=frozenset({"enum"}), extra=True, whole_file=True),
    ),
)
