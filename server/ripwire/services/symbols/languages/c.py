"""C, C++ and the headers that may be either: one table, of which C leaves classes and namespaces out."""

import re

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, NAMESPACES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis

_MACROS = r"(?:COMPAT_)?SYSCALL_DEFINE[0-6]|PHP_FUNCTION|ZEND_FUNCTION|BPF_PROG"
"""Macros that define a function of the name between their parentheses."""
_TESTS = r"(?:TYPED_)?TEST(?:_[FP])?|BENCHMARK_(?:DEFINE_)?F|(?:PHP|ZEND)_METHOD"
"""The same with the name of a suite before it."""
_PREFIX = r"(?:[\w\s*&:~\[\]\"<>,]*?[\w*&\]>\"][\s*&]+|[*&\s]*)"
"""What stands before a declared name: words, pointers, template arguments."""
_OWNERS = rf"(?:{NAME}\s*(?:<[^<>()\n]*>)?::\s*)"
_Q = rf"(?P<q>{_OWNERS}*)"
_WORDS = r"(?:(?:typedef|static|const|extern|volatile|friend|inline|constexpr)[ \t]+)*"
_ATTRIBUTES = r"(?:\w+(?:[ \t]*\([ \t\w]*\))?[ \t]+)*?"
_AFTER = r"(?:\s+(?:__\w+|[A-Z][A-Z_0-9]+)(?:\s*\(\s*\))?)*"
"""Attributes behind a declared name: `x __initdata`, `x SEC(".maps")`."""
_DECLARATORS = r"[*&\s]*(?P<n>[^\W\d]\w*)(?:\s*[,;=\[:{]|\s*$)"

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


_TYPES = (
    Rule(
        K.STRUCT,
        rf"{_WORDS}struct[ \t]+{_ATTRIBUTES}{_Q}(?P<n>{NAME})\s*(?:<[^;{{]*>\s*)?(?:final\b\s*)?(?::[^:;(][^;(]*)?(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        K.UNION,
        rf"{_WORDS}union[ \t]+{_ATTRIBUTES}{_Q}(?P<n>{NAME})\s*(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        K.ENUM,
        rf"{_WORDS}enum[ \t]+(?:class[ \t]+|struct[ \t]+)?{_ATTRIBUTES}{_Q}(?P<n>{NAME})\s*(?::[^;{{(]*)?(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        None,
        rf"{_WORDS}(?:struct|union|class)\b[\w\s()]*\{{",
        Opens.BLOCK,
        ends="{",
        context="struct",
        tail=True,
    ),
    Rule(None, rf"{_WORDS}enum\b[\w\s()]*(?::[^;{{]*)?\{{", Opens.BLOCK, ends="{", context="enum", tail=True),
    Rule(None, r"extern[ \t]*\"[^\"]*\"\s*\{", Opens.BLOCK, ends="{"),
    Rule(
        K.TYPE,
        rf"typedef\b[^;{{}}]*?\([ \t]*(?:\w+[ \t]+)?[*^&][ \t]*(?:\w+[ \t]+)*?(?P<n>{NAME})[ \t]*\)[ \t]*[(\[]",
        where=_types,
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
        rf"[*\s]*(?P<n>{NAME})[ \t]*(?:\[[^\]\n]*\][ \t]*)*[,;]",
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
        more=_DECLARATORS,
        whole_file=True,
    ),
)
_CLASSES = (
    Rule(
        K.CLASS,
        rf"{_WORDS}class[ \t]+{_ATTRIBUTES}{_Q}(?P<n>{NAME})\s*(?:<[^;{{]*>\s*)?(?:final\b\s*|sealed\b\s*)?(?::[^:;(][^;(]*)?(?:\{{|$)",
        Opens.TYPE,
        ends="{",
        tail=True,
    ),
    Rule(
        K.NAMESPACE,
        rf"(?:inline[ \t]+)?namespace[ \t]+(?:[A-Z_]+[ \t]+)?(?P<q>(?:{NAME}::)*)(?P<n>{NAME})\s*(?:\{{|$)",
        Opens.TYPE,
        ends="{",
    ),
    Rule(None, r"(?:inline[ \t]+)?namespace\s*\{", Opens.BLOCK, ends="{"),
    Rule(K.TYPE, rf"using[ \t]+(?P<n>{NAME})[ \t]*(?:\[\[[^\]]*\]\][ \t]*)?=", where=_types),
    Rule(None, r"using\b", where=_types),
    Rule(None, rf"namespace[ \t]+{NAME}[ \t]*=", where=_types),
    Rule(K.TYPE, rf"concept[ \t]+(?P<n>{NAME})[ \t]*=", where=_types),
)
_VALUES = (
    Rule(K.FUNCTION, rf"(?:{_MACROS})[ \t]*\([ \t]*(?P<n>{NAME})", Opens.BODY, where=_places, ends="{"),
    Rule(
        K.FUNCTION,
        rf"(?:{_TESTS})[ \t]*\([ \t]*(?P<q>{NAME}[ \t]*,)[ \t]*(?P<n>{NAME})",
        Opens.BODY,
        where=_places,
        ends="{",
    ),
    Rule(
        K.METHOD,
        rf"{_PREFIX}{_Q}(?P<n>operator[ \t]*(?:\(\)|\[\]|[^\w\s(\[]+|[\w:<>*&\s]+?))\s*\(",
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
        ends=";",
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
        rf"(?:[\w\s*&:~]*?[\w*&][\s*&]+){_Q}(?P<n>{NAME}){_AFTER}\s*[,;=\[]",
        where=_places,
        check=_is_variable,
        more=_DECLARATORS,
        whole_file=True,
    ),
    Rule(K.ENUM_MEMBER, rf"(?P<n>{NAME})\b", where=_enum, extra=True, whole_file=True),
)
_DIRECTIVES = (
    Rule(K.MACRO, rf"#[ \t]*define[ \t]+(?P<n>{NAME})\(", where=frozenset({"directive"})),
    Rule(
        K.MACRO,
        rf"#[ \t]*define[ \t]+(?P<n>{NAME})(?:[ \t]+\S|[ \t]*\\?$)",
        where=frozenset({"directive"}),
        extra=True,
    ),
)

_ATTRIBUTE = re.compile(
    r"\b(?:__attribute__|__attribute|__declspec|_?alignas|__aligned|__printf|noexcept|explicit|throw|requires|asm|__asm__|decltype"
    r"|_Alignas|__nonnull|GUARDED_BY|PT_GUARDED_BY)\s*\([\s]*\)|\[\[[^\[\]]*\]\]"
)
_ANGLES = re.compile(r"<[^<>;={}]*>")
_SHOUTED = re.compile(r"(\b[A-Z][A-Z0-9_]{2,})(\s*\(\s*\))(?=\s*[\w:~*&])")
_TEMPLATE = re.compile(r"\btemplate\s*<")
_ANGLE_OR_PAREN = re.compile(r"->|[<>()]")
_PARENS = re.compile(r"[()]")
_KEPT = re.compile(rf"(?:{_MACROS}|{_TESTS}|operator\s*)$")


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _as_word(match: re.Match[str]) -> str:
    return match.group(1) + " " * len(match.group(2))


def tidy(head: str) -> str:
    """Arguments, template arguments and attributes as spaces, so that a name is what stands before `(`."""
    if "<" in head and "operator" not in head:
        head = _without_angles(head)
    if "(" in head:
        head = _SHOUTED.sub(_as_word, _ATTRIBUTE.sub(_spaces, _without_arguments(head)))
    elif "[[" in head:
        head = _ATTRIBUTE.sub(_spaces, head)
    return head


def _without_angles(head: str) -> str:
    while match := _TEMPLATE.search(head):
        end = _closing_angle(head, match.end())
        head = head[: match.start()] + " " * (end - match.start()) + head[end:]
    for _ in range(6):  # deeper than any template in use; each turn takes the innermost away
        head, count = _ANGLES.subn(_spaces, head)
        if not count:
            break
    return head


def _closing_angle(head: str, at: int) -> int:
    """Behind the `>` that closes a template's parameters; defaults in parentheses may compare."""
    depth, parens = 1, 0
    for match in _ANGLE_OR_PAREN.finditer(head, at):
        mark = match.group()
        parens += (mark == "(") - (mark == ")")
        if parens == 0 and mark in {"<", ">"}:
            depth += 1 if mark == "<" else -1
            if depth == 0:
                return match.end()
    return len(head)


def _without_arguments(head: str) -> str:
    """What stands between parentheses becomes spaces, but for `(*name)` and the macros that name there."""
    parts: list[str] = []
    depth = done = 0
    for match in _PARENS.finditer(head):
        if match.group() == "(":
            if depth == 0:
                parts.append(head[done : match.end()])
                done = match.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                inside = head[done : match.start()]
                kept = inside.lstrip()[:1] in {"*", "^", "&"} or _KEPT.search(
                    parts[-1], 0, len(parts[-1]) - 1
                )
                parts.append(inside if kept else " " * len(inside))
                done = match.start()
    parts.append(head[done:] if depth == 0 else " " * (len(head) - done))
    return "".join(parts)


_LABEL = r"(?:public|private|protected|signals|Q_SIGNALS)(?:[ \t]+\w+)?\s*:(?!:)"
_MACRO_LINE = r"(?<=\n)[ \t]*[A-Z][A-Z0-9_]{3,}(?:\([^()\n]*\))?[ \t]*\n(?!\s*[{:(])"
_STYLE = Braces(
    tidy=tidy,
    preprocessor=True,
    # An access label, or a line that is a macro and nothing else, is a statement by itself.
    breaks=(_LABEL, _MACRO_LINE),
)
_NOT_NAMES = words(
    "if for while switch return else do sizeof defined case catch typeof alignof __attribute__ __declspec goto delete new throw using"
    " operator assert static_assert _Static_assert typedef and or not template enum struct union class namespace void int char extern"
    " noexcept decltype requires constexpr alignas const unsigned long short static inline double float bool"
)
_NOT_HEADS = words(
    "return else throw case goto new delete assert do using break continue friend static_assert _Static_assert if for while switch"
)
_C_STRINGS = (SLASHES, SLASH_STAR, DOUBLE, CHARACTER)
_CPP_STRINGS = (
    SLASHES,
    SLASH_STAR,
    r"(?<=R)\"(?P<h>[^(\s]{0,16})\(.*?\)(?P=h)\"",
    DOUBLE,
    r"(?<![0-9a-fA-F])" + CHARACTER,
)


_LOCAL_TYPE = r"(?!(?:return|throw|else|new|case|goto|await|yield|delete)\b)[A-Za-z_][\w.:]*(?:<[^;]*>)?"
_LOCALS = Locals(
    before=rf"(?:^|[;{{}}\n(,\x01]|\b(?:final|const|static|var|auto|in|using)\s)\s*{_LOCAL_TYPE}[\x00\s*&?]*[\s*&]+"
    rf"|(?:^|[;{{}}\n\x01])\s*{_LOCAL_TYPE}[\s*&]+\w[^;]*,\s*[*&]*",
    function=r"[\w>\])*&?]\s+[*&]*[\w:~]+\s*$|^\s*[\w:~]+\s*$|\boperator\W*$|\bcatch\s*$",
    parameter=r"[\w>\])*&?\x00]\s*[\s*&]+\s*$",
)


def _language(
    name: str,
    globs: tuple[str, ...],
    rules: tuple[Rule, ...],
    strings: tuple[str, ...],
    heads: frozenset[str],
) -> Language:
    return Language(
        name=name,
        globs=globs,
        layout=Layout.BRACES,
        braces=_STYLE,
        lexis=Lexis(starts="\"'/", plain=strings),
        not_names=_NOT_NAMES,
        not_heads=heads,
        separator="::",
        constructors=frozenset({"="}),
        locals=_LOCALS,
        rules=rules,
    )


_ALL = _DIRECTIVES + _CLASSES + _TYPES + _VALUES
LANGUAGES = (
    _language("c", ("*.c",), _DIRECTIVES + _TYPES + _VALUES, _C_STRINGS, _NOT_HEADS),
    _language(
        "cpp",
        (
            "*.cc",
            "*.cpp",
            "*.cxx",
            "*.c++",
            "*.hpp",
            "*.hh",
            "*.hxx",
            "*.ipp",
            "*.inl",
            "*.tcc",
            "*.cu",
            "*.cuh",
        ),
        _ALL,
        _CPP_STRINGS,
        _NOT_HEADS - {"using"},
    ),
    _language("c-header", ("*.h",), _ALL, _CPP_STRINGS, _NOT_HEADS - {"using"}),
)
