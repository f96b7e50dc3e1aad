"""C, and the tables and the style that it shares with C++."""

import re

import attrs

from ripwire.services.symbols.c_heads import MACROS, OBJECTS, TESTS, tidy
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, NAMESPACES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis

_PREFIX = r"(?:[\w\s*&:~\[\]\"<>,]*?[\w*&\]>\"][\s*&]+|[*&\s]*)"
"""What stands before a declared name: words, pointers, template arguments."""
_OWNERS = rf"(?:{NAME}\s*(?:<[^<>()\n]*>)?::\s*)"
Q = rf"(?P<q>{_OWNERS}*)"
WORDS = r"(?:(?:typedef|static|const|extern|volatile|friend|inline|constexpr)[ \t]+)*"
ATTRIBUTES = r"(?:\w+(?:[ \t]*\([ \t\w]*\))?[ \t]+)*?"
_NAMELESS = r"(?:\s+(?:__\w+|[A-Z][A-Z_0-9]*|class|struct)(?:\s*\([\w\s]*\))?)*\s*"
_AFTER = r"(?:\s+(?:__\w+|[A-Z][A-Z_0-9]+)(?:\s*\(\s*\))?)*"
"""Attributes behind a declared name: `x __initdata`, `x SEC(".maps")`."""
_DECLARATORS = r"[*&\s]*(?:\(\s*[*^]\s*)?(?P<n>[^\W\d]\w*)(?:\s*[,;=\[:{)]|\s*$)"

_places = NAMESPACES
_structs = frozenset({"class", "struct", "union"})
_types = _places | _structs
_enum = frozenset({"enum"})


def _is_function(found: Found) -> bool:
    """A call of a macro looks like a function without a type; so do control statements in macros."""
    hit = found.hit
    before = found.head[: hit.start - len(hit.qualifier)]
    if "=" in before and "operator" not in before:
        return False
    typed = bool(before.strip()) or bool(hit.qualifier)
    if found.closer == ";":
        shouted = hit.name.isupper() and len(hit.name) > 1
        return (typed and not shouted) or hit.name.lstrip("~") == found.owner
    return typed or not (hit.name.isupper() and "_" in hit.name)


_ONLY_TYPE = re.compile(r"\s*(?:(?:struct|class|union|enum|typedef|friend)\b\s*)+")


def _is_variable(found: Found) -> bool:
    """`struct x;` announces a type, and `extern int x;` what is defined elsewhere."""
    if found.head.lstrip().startswith("extern") and "=" not in found.head:
        return False
    if found.hit.name.startswith("__") and "(" in found.head[found.hit.end :]:
        return False  # `static __initdata LIST_HEAD(x);`
    return _ONLY_TYPE.fullmatch(found.head, 0, found.hit.start) is None


def _is_no_attribute(found: Found) -> bool:
    """`struct x { … } __packed;` names nothing behind its brace."""
    return not found.hit.name.startswith("__")


TYPES = (
    Rule(
        K.STRUCT,
        rf"{WORDS}struct[ \t]+{ATTRIBUTES}{Q}(?P<n>{NAME})\s*(?:<[^;{{]*>\s*)?(?:final\b\s*)?(?::[^:;(][^;(]*)?(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        K.UNION,
        rf"{WORDS}union[ \t]+{ATTRIBUTES}{Q}(?P<n>{NAME})\s*(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        K.ENUM,
        rf"{WORDS}enum[ \t]+(?:class[ \t]+|struct[ \t]+)?{ATTRIBUTES}{Q}(?P<n>{NAME})\s*(?::[^;{{(]*)?(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        None,
        rf"{WORDS}(?:struct|union|class)\b{_NAMELESS}\{{",
        Opens.BLOCK,
        ends="{",
        context="struct",
        tail=True,
    ),
    Rule(
        None, rf"{WORDS}enum\b{_NAMELESS}(?::[^;{{]*)?\{{", Opens.BLOCK, ends="{", context="enum", tail=True
    ),
    Rule(None, r"extern[ \t]*\"[^\"]*\"\s*\{", Opens.BLOCK, ends="{"),
    Rule(
        K.TYPE,
        rf"typedef\b[^;{{}}]*?\([ \t]*(?:\w+[ \t]+)?[*^&][ \t]*(?:\w+[ \t]+)*?(?P<n>{NAME})[ \t]*\)[ \t]*[(\[]",
        where=_types,
        more=_DECLARATORS,
    ),
    Rule(
        K.TYPE,
        rf"typedef\b[^;{{}}()]*?\b(?P<n>{NAME})[ \t]*(?:\[[^\]\n]*\][ \t]*)*[,;]",
        where=_types,
        more=_DECLARATORS,
    ),
    Rule(K.TYPE, rf"typedef\b[^;{{}}()]*\b(?P<n>{NAME})[ \t]*\([^\n]*\)[ \t]*;", where=_types),
    Rule(
        K.TYPE,
        rf"[*\s]*(?:(?:__\w+|[A-Z][A-Z_0-9]+)\s+)*[*\s]*(?P<n>{NAME})[ \t]*(?:\[[^\]\n]*\][ \t]*)*{_AFTER}[ \t]*[,;]",
        where=frozenset({"typedef tail"}),
        more=_DECLARATORS,
        whole_file=True,
    ),
    Rule(
        K.FIELD,
        rf"[*\s]*(?:\w+\s+)*?[*\s]*(?P<n>{NAME})\s*[,;=\[]",
        where=frozenset({"struct tail", "class tail", "union tail"}),
        more=_DECLARATORS,
        extra=True,
        whole_file=True,
    ),
    Rule(
        K.VARIABLE,
        rf"[*\s]*(?:\w+\s+)*?[*\s]*(?P<n>{NAME}){_AFTER}\s*[,;=\[]",
        where=frozenset({"top tail", "namespace tail"}),
        check=_is_no_attribute,
        more=_DECLARATORS,
        whole_file=True,
    ),
)
VALUES = (
    Rule(K.FUNCTION, rf"(?:{MACROS})[ \t]*\([ \t]*(?P<n>{NAME})", Opens.BODY, where=_places, ends="{"),
    Rule(
        K.FUNCTION,
        rf"(?:{TESTS})[ \t]*\([ \t]*(?P<q>{NAME}[ \t]*,)[ \t]*(?P<n>{NAME})",
        Opens.BODY,
        where=_places,
        ends="{",
    ),
    Rule(K.VARIABLE, rf"(?:static[ \t]+)?(?:{OBJECTS})[ \t]*\([ \t]*(?P<n>{NAME})", where=_places, ends=";"),
    Rule(
        K.VARIABLE,
        rf"(?:static[ \t]+)?DEFINE_PER_CPU\w*[ \t]*\([^\n]*?\b(?P<n>{NAME})[ \t]*\)",
        where=_places,
        ends=";",
    ),
    Rule(
        K.FUNCTION,
        rf"[\w\s*&:]*?\([ \t]*\*[*\s(]*(?P<n>{NAME})\s*\([^;{{}}]*\)[\s)]*\)\s*\(",
        Opens.BODY,
        where=_types,
        ends="{;",
        declares=";",
        whole_file=True,
    ),
    Rule(
        K.METHOD,
        rf"{_PREFIX}{Q}(?P<n>operator[ \t]*(?:\(\)|\[\]|[^\w\s(\[]+|[\w:<>*&\s]+?))\s*\(",
        Opens.BODY,
        where=_types,
        ends="{;",
        declares=";",
        check=_is_function,
    ),
    Rule(
        K.METHOD,
        rf"{_PREFIX}(?P<q>{_OWNERS}+)(?P<n>~?{NAME})\s*\((?:[^;\n]*$|[^\n]*\{{|.*;)",
        Opens.BODY,
        where=_types,
        ends="{;",
        declares=";",
        check=_is_function,
    ),
    Rule(
        K.FUNCTION,
        rf"{_PREFIX}(?P<n>~?{NAME})\s*\((?:[^;\n]*$|[^\n]*\{{|.*;)",
        Opens.BODY,
        where=_types,
        ends="{;",
        declares=";",
        check=_is_function,
    ),
    Rule(
        K.FIELD,
        rf"[\w\s*&:~\[\]]*\([ \t]*(?:\w+::)?[*^&][\s*&\w]*?(?P<n>{NAME})[ \t]*(?:\[[^\]]*\])?[ \t]*\)[ \t]*[(\[]",
        where=_structs,
        ends=";",
        extra=True,
        whole_file=True,
    ),
    Rule(
        K.VARIABLE,
        rf"[\w\s*&:~\[\]]*\([ \t]*(?:\w+::)?[*^&][\s*&\w]*?(?P<n>{NAME})[ \t]*(?:\[[^\]]*\])*[ \t]*\)[ \t]*[(\[]",
        where=_places,
        ends=";{",
        whole_file=True,
    ),
    Rule(
        K.FIELD,
        rf"(?:[\w\s*&:~]*?[\w*&][\s*&]+)(?P<n>{NAME})\s*(?:[,;={{\[]|:[^:])",
        where=_structs,
        ends=";{",
        check=_is_variable,
        extra=True,
        more=_DECLARATORS,
        whole_file=True,
    ),
    Rule(
        K.VARIABLE,
        rf"(?:[\w\s*&:~]*?[\w*&][\s*&]+){Q}(?P<n>{NAME}){_AFTER}\s*[,;=\[]",
        where=_places,
        check=_is_variable,
        more=_DECLARATORS,
        whole_file=True,
    ),
    Rule(K.ENUM_MEMBER, rf"(?P<n>{NAME})\b", where=_enum, extra=True, whole_file=True),
)
DIRECTIVES = (
    Rule(K.MACRO, rf"#[ \t]*define[ \t]+(?P<n>{NAME})\(", where=frozenset({"directive"})),
    Rule(
        K.MACRO,
        rf"#[ \t]*define[ \t]+(?P<n>{NAME})(?:[ \t]+\S|[ \t]*\\?$)",
        where=frozenset({"directive"}),
        extra=True,
    ),
)

_LABEL = r"(?:public|private|protected|signals|Q_SIGNALS)(?:[ \t]+\w+)?\s*:(?!:)"
_MACRO_LINE = r"(?<=\n)[ \t]*[A-Z][A-Z0-9_]{3,}(?:\([^()\n]*\))?[ \t]*\n(?!\s*[{:(])"
_OLD_PARAMETERS = (
    r"(?m:^)(?!(?:if|for|while|switch|return)\b)[A-Za-z_][\w\s*]{0,100}?\s*\([ \t]*\w+(?:\s*,\s*\w+){0,30}\s*\)"
    r"\s*(?:[A-Za-z_][\w\s*,\[\]()]{0,200};\s*){1,30}(?=\{)"
)
"""`int f(a, b) int a; char *b; {`; a head so old stands at the beginning of its line."""
STYLE = Braces(
    tidy=tidy,
    preprocessor=True,
    # An access label, or a line that is a macro and nothing else, is a statement by itself.
    breaks=(_LABEL, _MACRO_LINE),
)
_NOT_NAMES = words(
    "if for while switch return else do sizeof defined case catch typeof alignof __attribute__ __declspec goto delete new throw using"
    " operator assert static_assert _Static_assert typedef and or not template enum struct union class namespace void int char extern"
    " noexcept decltype requires constexpr alignas const unsigned long short static inline double float bool __packed"
)
NOT_HEADS = words(
    "return else throw case goto new delete assert do using break continue friend static_assert _Static_assert if for while switch"
)

_LOCAL_TYPE = r"(?!(?:return|throw|else|new|case|goto|await|yield|delete)\b)[A-Za-z_][\w.:]*(?:<[^;]*>)?"
_LOCALS = Locals(
    before=rf"(?:^|[;{{}}\n(,\x01]|\b(?:final|const|static|var|auto|in|using)\s)\s*{_LOCAL_TYPE}[\x00\s*&?]*[\s*&]+"
    rf"|(?:^|[;{{}}\n\x01])\s*{_LOCAL_TYPE}[\s*&]+\w[^;]*,\s*[*&]*",
    function=r"[\w>\])*&?]\s+[*&]*[\w:~]+\s*$|^\s*[\w:~]+\s*$|\boperator\W*$|\bcatch\s*$",
    parameter=r"[\w>\])*&?\x00]\s*[\s*&]+\s*$",
)


def language(
    name: str,
    globs: frozenset[str],
    rules: tuple[Rule, ...],
    lexis: Lexis,
    heads: frozenset[str],
    style: Braces = STYLE,
) -> Language:
    return Language(
        name=name,
        globs=tuple(sorted(globs)),
        layout=Layout.BRACES,
        braces=style,
        lexis=lexis,
        not_names=_NOT_NAMES,
        not_heads=heads,
        separator="::",
        constructors=frozenset({"="}),
        locals=_LOCALS,
        rules=rules,
    )


LANGUAGE = language(
    "c",
    words("*.c"),
    DIRECTIVES + TYPES + VALUES,
    Lexis(starts="\"'/", plain=(SLASHES, SLASH_STAR, DOUBLE, CHARACTER)),
    NOT_HEADS,
    attrs.evolve(STYLE, runs_on=_OLD_PARAMETERS),
)
