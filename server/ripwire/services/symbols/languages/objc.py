"""Objective-C: what stands between `@interface` or `@implementation` and `@end`, and C around it."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TOP, TYPES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis

_places = frozenset({TOP}) | TYPES
_LETTER = r"[A-Za-z_]\w*"


def _has_body(found: Found) -> bool:
    """A C function's head, not a call and not a prototype: a brace follows, and nothing is indented."""
    after = found.head[found.hit.end :] + found.following
    stop = next((char for char in after if char in "{;"), ";")
    return found.head[:1].strip() != "" and stop == "{"


def _ends_typedef(found: Found) -> bool:
    """`} name;` at the beginning of a line; an instance variable's is indented."""
    return found.head.startswith("}")


LANGUAGE = Language(
    name="objc",
    globs=("*.m", "*.mm"),
    layout=Layout.LINES,
    joins="(",
    unfinished=r"^[-+][ \t]*\([^()\n]*\)[ \t]*$",
    lexis=Lexis(starts="\"'/", plain=(SLASHES, SLASH_STAR, DOUBLE, CHARACTER)),
    not_names=words("if for while switch return else do sizeof case catch defined"),
    rules=(
        Rule(K.CLASS, rf"@(?:interface|implementation)[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"@protocol[ \t]+(?P<n>{NAME})[ \t]*(?:<[^>\n]*>[ \t]*)?$", Opens.TYPE),
        Rule(None, r"@end\b", Opens.TYPE, context=TOP),
        Rule(K.METHOD, rf"[-+][ \t]*\([^\n]*?\)[ \t]*(?P<n>{NAME})", Opens.BODY, where=TYPES),
        Rule(K.METHOD, rf"[-+][ \t]*(?P<n>{NAME})[ \t]*(?:[:;{{]|$)", Opens.BODY, where=TYPES),
        Rule(K.PROPERTY, rf"@property\b[^;\n]*?\(\^[ \t]*(?:_\w+[ \t]+)?(?P<n>{_LETTER})\)", where=TYPES),
        Rule(
            K.PROPERTY,
            rf"@property\b[ \t]*(?:\([^)\n]*\))?[^;,\n()]*[ \t*>](?P<n>{_LETTER})[ \t]*,",
            where=TYPES,
            more=rf"\*?[ \t]*(?P<n>{_LETTER})",
        ),
        Rule(
            K.PROPERTY,
            rf"@property\b[^;\n]*?[ \t*>)](?P<n>{_LETTER})[ \t]*(?:NS_\w+(?:\([^)\n]*\))?|__\w+|API_\w+\([^\n]*\))?[ \t]*;",
            where=TYPES,
        ),
        Rule(
            K.ENUM,
            rf"typedef[ \t]+NS_(?:ENUM|OPTIONS|CLOSED_ENUM)[ \t]*\([^,\n]*,[ \t]*(?P<n>{NAME})[ \t]*\)",
        ),
        Rule(K.STRUCT, rf"(?:typedef[ \t]+)?struct[ \t]+(?P<n>{NAME})[ \t]*(?:\{{|$)"),
        Rule(K.TYPE, rf"typedef\b[^;{{}}\n]*?\([\^*][ \t]*(?P<n>{NAME})\)"),
        Rule(K.TYPE, rf"typedef\b[^;{{}}()\n]*\b(?P<n>{NAME})[ \t]*;"),
        Rule(K.TYPE, rf"\}}[ \t]*(?P<n>{NAME})[ \t]*;", where=_places, check=_ends_typedef),
        Rule(K.METHOD, rf"RCT_(?:EXPORT|REMAP)\w*METHOD\([ \t]*(?P<n>{NAME})", Opens.BODY, where=TYPES),
        Rule(K.MACRO, rf"#[ \t]*define[ \t]+(?P<n>{NAME})\("),
        Rule(K.MACRO, rf"#[ \t]*define[ \t]+(?P<n>{NAME})(?:[ \t]+\S|[ \t]*\\?$)", extra=True),
        Rule(
            K.FUNCTION,
            rf"(?:[\w*&<>:,]+[ \t]+[ \t*&]*)*(?P<q>(?:\w+::)*)(?P<n>~?{NAME})[ \t]*\(",
            Opens.BODY,
            where=_places,
            check=_has_body,
            whole_file=True,
        ),
    ),
)
