"""Zig."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import BODY, TOP, TYPES, Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASHES, Lexis

NAME = r"[^\W\d]\w*|@\"[^\"\n]+\""
_DECLARED = rf"(?:pub[ \t]+)?(?:export[ \t]+|extern[ \t]+|threadlocal[ \t]+|comptime[ \t]+)*(?:const|var)[ \t]+(?P<n>{NAME})[ \t]*(?::[^=\n]+)?=[ \t]*(?:packed[ \t]+|extern[ \t]+)?"
_places = TYPES | {TOP}

LANGUAGE = Language(
    name="zig",
    globs=("*.zig", "*.zon"),
    layout=Layout.BRACES,
    braces=Braces(nested=True, comma_ends=frozenset({"enum", "struct", "union", TOP, BODY})),
    lexis=Lexis(starts="\"'/\\", plain=(SLASHES, r"\\\\[^\n]*", "(?<!@)" + DOUBLE, CHARACTER)),
    locals=Locals(
        before=r"\b(?:const|var)\s+",
        function=r"\bfn\b[^;{}]*$",
        parameter=r"^\s*(?:comptime\s+|noalias\s+)*$",
        bars=True,
    ),
    rules=(
        Rule(
            K.FUNCTION,
            rf"(?:pub[ \t]+)?(?:export[ \t]+|extern[ \t]+(?:\"[^\"]*\"[ \t]+)?|inline[ \t]+|noinline[ \t]+)*fn[ \t]+(?P<n>{NAME})",
            Opens.BODY,
            declares=";",
        ),
        Rule(K.STRUCT, _DECLARED + r"(?:struct|opaque)\b", Opens.TYPE),
        Rule(K.ENUM, _DECLARED + r"enum\b", Opens.TYPE),
        Rule(K.ENUM, _DECLARED + r"error[ \t]*\{", Opens.TYPE),
        Rule(K.UNION, _DECLARED + r"union\b", Opens.TYPE),
        Rule(
            K.CONSTANT,
            rf"(?:pub[ \t]+)?(?:export[ \t]+|extern[ \t]+)*const[ \t]+(?P<n>{NAME})[ \t]*[:=]",
            where=_places,
        ),
        Rule(
            K.VARIABLE,
            rf"(?:pub[ \t]+)?(?:export[ \t]+|extern[ \t]+)*(?:threadlocal[ \t]+)?var[ \t]+(?P<n>{NAME})[ \t]*[:=]",
            where=_places,
        ),
        Rule(None, r"(?:test|comptime)\b", Opens.BODY, ends="{"),
        Rule(
            K.FIELD,
            rf"(?:comptime[ \t]+)?(?P<n>{NAME})[ \t]*:[ \t]*[^:\n]+",
            where=_places,
            extra=True,
            whole_file=True,
        ),
        Rule(
            K.ENUM_MEMBER,
            rf"(?P<n>{NAME})[ \t]*(?:=[^\n]*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
        ),
        Rule(K.FIELD, rf"(?P<n>{NAME})[ \t]*$", where=frozenset({"union"}), extra=True, whole_file=True),
    ),
)
