"""C#."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TYPES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, SLASH_STAR, SLASHES, Lexis, Template, quoted

_MODIFIERS = (
    r"(?:(?:public|protected|private|internal|static|sealed|abstract|virtual|override|partial|readonly|unsafe|extern|async|new|const"
    r"|volatile|ref|required|file|event|fixed|implicit|explicit)[ \t]+)*"
)
_TYPE = r"(?:\([^()\n]*\)|(?:global::)?[\w.:]+(?:<[^\n(;={]*>)?(?:\.\w+)*)(?:\?|\[[,]*\]|\*)*"
_INTERFACE = r"(?:(?:\w+::)?[\w.]+(?:<[^\n({;=]*>)?\.)?"
_TAIL = rf"{_MODIFIERS}{_TYPE}[ \t]+"


def _is_own_name(found: Found) -> bool:
    return found.hit.name == found.owner


_LOCAL_TYPE = r"(?!(?:return|throw|else|new|case|goto|await|yield|delete)\b)[A-Za-z_][\w.:]*(?:<[^;]*>)?"

LANGUAGE = Language(
    name="csharp",
    globs=("*.cs", "*.csx"),
    layout=Layout.BRACES,
    braces=Braces(annotation=r"\[", preprocessor=True),
    line_prefix=r"(?:\[[^\]\n]*\][ \t]*)*",
    lexis=Lexis(
        starts="\"'/$@",
        plain=(SLASHES, SLASH_STAR, r'"""+.*?"""+', r'@"(?:[^"]|"")*"', quoted('"'), CHARACTER),
        templates=(
            Template(r'\$+"""+', r'"""+', r"\{\{|\{"),
            Template(r'(?:\$@|@\$)"', r'"(?!")', r"\{\{|\{"),
            Template(r'\$"', r'"|\n', r"\{\{|\{"),
        ),
    ),
    not_names=words(
        "if for while switch catch return new else throw this do try case lock using foreach fixed await when is as typeof nameof"
        " default sizeof base where in out get set checked unchecked"
    ),
    not_heads=words(
        "return else throw await yield case goto using break continue assert do if for foreach while switch lock where"
    ),
    constructors=frozenset({"="}),
    locals=Locals(
        before=rf"(?:^|[;{{}}\n(,\x01]|\b(?:final|const|static|var|auto|in|using)\s)\s*{_LOCAL_TYPE}[\x00\s*&?]*[\s*&]+"
        rf"|(?:^|[;{{}}\n\x01])\s*{_LOCAL_TYPE}[\s*&]+\w[^;]*,\s*[*&]*",
        pattern=r"\b(?:auto|var|final)\s*[&*]*\s*",
        function=r"[\w>\])*&?]\s+[*&]*[\w:~]+\s*$|^\s*[\w:~]+\s*$|\boperator\W*$|\bcatch\s*$",
        parameter=r"[\w>\])*&?\x00]\s*[\s*&]+\s*$",
    ),
    rules=(
        Rule(K.NAMESPACE, r"namespace[ \t]+(?P<n>[\w.]+)", Opens.TYPE),
        Rule(K.CLASS, rf"{_MODIFIERS}class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.STRUCT, rf"{_MODIFIERS}(?:record[ \t]+)?struct[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_MODIFIERS}interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"{_MODIFIERS}enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.CLASS, rf"{_MODIFIERS}record[ \t]+(?:class[ \t]+)?(?P<n>{NAME})[ \t]*[<({{:;]", Opens.TYPE),
        Rule(K.TYPE, rf"{_MODIFIERS}delegate[ \t]+{_TYPE}[ \t]+(?P<n>{NAME})[ \t]*[<(]"),
        Rule(None, rf"{_MODIFIERS}(?:{_TYPE}[ \t]+)?(?:operator\b|this[ \t]*\[)", Opens.BODY, where=TYPES),
        Rule(
            K.CONSTRUCTOR, rf"{_MODIFIERS}(?P<n>{NAME})[ \t]*\(", Opens.BODY, where=TYPES, check=_is_own_name
        ),
        Rule(
            K.METHOD,
            rf"{_TAIL}{_INTERFACE}(?P<n>{NAME})[ \t]*(?:<[^\n(=]*>)?[ \t]*\(",
            Opens.BODY,
            where=TYPES,
        ),
        Rule(K.PROPERTY, rf"{_TAIL}{_INTERFACE}(?P<n>{NAME})[ \t]*(?:\{{|=>|$)", Opens.BODY, where=TYPES),
        Rule(
            K.FIELD,
            rf"{_TAIL}(?P<n>{NAME})[ \t]*(?:\[[^\]]*\][ \t]*)?[=,;]",
            where=TYPES,
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.ENUM_MEMBER,
            rf"(?P<n>{NAME})[ \t]*(?:=.*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
        ),
    ),
)
