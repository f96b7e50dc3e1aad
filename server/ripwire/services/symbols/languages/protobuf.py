"""Protocol buffers."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout
from ripwire.services.symbols.lexis import DOUBLE, SINGLE, SLASH_STAR, SLASHES, Lexis

_struct = frozenset({"struct"})

LANGUAGE = Language(
    name="protobuf",
    globs=("*.proto",),
    layout=Layout.BRACES,
    braces=Braces(comma_ends=frozenset()),
    lexis=Lexis(starts="\"'/", plain=(SLASHES, SLASH_STAR, DOUBLE, SINGLE)),
    not_heads=words("option reserved extensions import syntax edition package"),
    rules=(
        Rule(K.STRUCT, rf"message[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"service[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.METHOD, rf"rpc[ \t]+(?P<n>{NAME})", Opens.BODY),
        Rule(None, r"(?:oneof|extend)\b", Opens.BLOCK, ends="{", context="struct"),
        Rule(
            K.FIELD,
            rf"(?:(?:repeated|optional|required)[ \t]+)?(?:map[ \t]*<[^>\n]*>|[\w.]+)[ \t]+(?P<n>{NAME})\s*=\s*\d",
            where=_struct,
            extra=True,
        ),
        Rule(
            K.FIELD,
            rf"(?:(?:repeated|optional|required)[ \t]+)?group[ \t]+(?P<n>{NAME})\s*=",
            Opens.TYPE,
            where=_struct,
            extra=True,
            context="struct",
        ),
        Rule(K.ENUM_MEMBER, rf"(?P<n>{NAME})\s*=", where=frozenset({"enum"}), extra=True, whole_file=True),
    ),
)
