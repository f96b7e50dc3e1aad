"""Dart."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, TYPES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import SLASH_STAR, SLASHES, Lexis, Template

NAME = r"[^\W\d][\w$]*|\$[\w$]+"
_WORDS = r"(?:(?:external|static|late|final|covariant|abstract|augment|const|var)[ \t]+)*"
_TYPE = r"(?:\([^()\n]*\)|[\w.]+(?:<[^\n(=;{]*>)?)\??[ \t]+"
_HOLE = r"\$\{|\$[^\W\d]\w*"
_members = TYPES | {TOP}


def _is_own_name(found: Found) -> bool:
    return found.hit.name == found.owner


def _is_other_name(found: Found) -> bool:
    return found.hit.name != found.owner


_LOCAL_TYPE = r"(?!(?:return|throw|else|new|case|goto|await|yield|delete)\b)[A-Za-z_][\w.:]*(?:<[^;]*>)?"

LANGUAGE = Language(
    name="dart",
    globs=("*.dart",),
    layout=Layout.BRACES,
    braces=Braces(annotation=r"@[\w.]+(?:<[^\n(]*>)?\(?"),
    lexis=Lexis(
        starts="\"'/",
        plain=(
            SLASHES,
            SLASH_STAR,
            r"(?<=\Wr)'''.*?'''",
            r'(?<=\Wr)""".*?"""',
            r'(?<=\Wr)"[^"\n]*"',
            r"(?<=\Wr)'[^'\n]*'",
        ),
        templates=(
            Template(r"(?<!\Wr)'''", "'''", _HOLE),
            Template(r'(?<!\Wr)"""', '"""', _HOLE),
            Template(r'(?<!\Wr)"', '"|\n', _HOLE),
            Template(r"(?<!\Wr)'", "'|\n", _HOLE),
        ),
    ),
    not_names=words(
        "if for while switch catch return new else throw super this do try case assert yield await async const final late var rethrow"
        " required Function library export import part is as in default with on"
    ),
    not_heads=words(
        "return else throw await yield case new do import export library part break continue assert"
    ),
    locals=Locals(
        before=rf"(?:^|[;{{}}\n(,\x01]|\b(?:final|const|static|var|auto|in|using)\s)\s*{_LOCAL_TYPE}[\x00\s*&?]*[\s*&]+"
        rf"|(?:^|[;{{}}\n\x01])\s*{_LOCAL_TYPE}[\s*&]+\w[^;]*,\s*[*&]*",
        pattern=r"\b(?:auto|var|final)\s*[&*]*\s*",
        function=r"[\w>\])*&?]\s+[*&]*[\w:~]+\s*$|^\s*[\w:~]+\s*$|\boperator\W*$|\bcatch\s*$",
        parameter=r"[\w>\])*&?\x00]\s*[\s*&]+\s*$",
    ),
    rules=(
        Rule(
            K.CLASS,
            rf"(?:(?:abstract|base|final|interface|sealed|mixin|macro)[ \t]+)*class[ \t]+(?P<n>{NAME})",
            Opens.TYPE,
        ),
        Rule(K.CLASS, rf"(?:base[ \t]+)?mixin[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.CLASS, rf"extension[ \t]+type[ \t]+(?:const[ \t]+)?(?P<n>{NAME})", Opens.TYPE),
        Rule(
            None,
            r"extension[ \t]+(?:<[^\n]*>[ \t]*)?on\b",
            Opens.BLOCK,
            where=frozenset({TOP}),
            context="extension",
        ),
        Rule(K.EXTENSION, rf"extension[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.TYPE, rf"typedef[ \t]+(?:[\w<>?, ]+[ \t]+)?(?P<n>{NAME})[ \t]*(?:<[^\n=(]*>)?[ \t]*[=(]"),
        Rule(
            K.PROPERTY,
            rf"(?:external[ \t]+)?(?:static[ \t]+)?(?:[^\n=;(]*[ \t])?(?:get|set)[ \t]+(?P<n>{NAME})\b",
            Opens.BODY,
            where=_members,
        ),
        Rule(
            K.CONSTRUCTOR,
            rf"(?:const[ \t]+|factory[ \t]+|external[ \t]+)*(?P<n>{NAME})(?:\.\w+)?[ \t]*\(",
            Opens.BODY,
            where=TYPES,
            check=_is_own_name,
        ),
        Rule(
            K.FUNCTION,
            rf"{_WORDS}{_TYPE}(?P<n>{NAME})[ \t]*(?:<[^\n(=]*>)?\(",
            Opens.BODY,
            where=_members,
            check=_is_other_name,
        ),
        Rule(
            K.METHOD,
            rf"(?P<n>{NAME})[ \t]*(?:<[^\n(=]*>)?\(",
            Opens.BODY,
            where=_members - {"enum"},
            ends="{;",
            whole_file=True,
            check=_is_other_name,
        ),
        Rule(None, rf"{_WORDS}(?:{_TYPE})?operator\b", Opens.BODY, where=TYPES),
        Rule(
            K.CONSTANT,
            rf"(?:const|final|late|var)[ \t]+(?:[\w<>?,. ]+[ \t]+)?(?P<n>{NAME})[ \t]*(?:=[^=>]|;|$)",
            where=frozenset({TOP}),
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.FIELD,
            rf"{_WORDS}[\w.<>?, ]*\bFunction(?:<[^\n>]*>)?\([^\n]*\)\??[ \t]+(?P<n>{NAME})[ \t]*[=;]",
            where=_members,
            extra=True,
            whole_file=True,
        ),
        Rule(
            K.FIELD,
            rf"{_WORDS}{_TYPE}(?P<n>{NAME})[ \t]*[=;,]",
            where=_members,
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.FIELD,
            rf"(?:(?:static|late|final|covariant|const|var)[ \t]+)+(?P<n>{NAME})[ \t]*[=;,]",
            where=_members,
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.ENUM_MEMBER,
            rf"(?P<n>{NAME})[ \t]*(?:[(;<].*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
            check=_is_other_name,
        ),
    ),
)
