"""Java."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TYPES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis, tripled

NAME = r"[^\W\d][\w$]*|\$[\w$]*"
_MODIFIERS = (
    r"(?:(?:public|protected|private|static|final|abstract|default|synchronized|native|strictfp|sealed|non-sealed|transient|volatile)[ \t]+"
    r"|@\w+(?:\([^)\n]*\))?[ \t]+)*"
)
_TYPE = r"[\w.]+(?:<[^\n(;=]*>)?(?:[ \t]*\[\])*(?:\.\w+)*(?:[ \t]*\.\.\.)?[ \t]+"
_GENERICS = r"(?:<[^\n(]*>[ \t]*)?"


def is_own_name(found: Found) -> bool:
    """A constructor is called like its type."""
    return found.hit.name == found.owner


def is_other_name(found: Found) -> bool:
    return found.hit.name != found.owner


_LOCAL_TYPE = r"(?!(?:return|throw|else|new|case|goto|await|yield|delete)\b)[A-Za-z_][\w.:]*(?:<[^;]*>)?"

LANGUAGE = Language(
    name="java",
    globs=("*.java",),
    layout=Layout.BRACES,
    braces=Braces(annotation=r"@(?!interface\b)[\w.]+[ \t]*\(?"),
    lexis=Lexis(starts="\"'/", plain=(SLASHES, SLASH_STAR, tripled('"'), DOUBLE, CHARACTER)),
    not_names=words(
        "if for while switch catch return new else throw synchronized super this do try case assert yield"
    ),
    not_heads=words("return else throw yield case new assert do import package break continue"),
    constructors=frozenset({"="}),
    locals=Locals(
        before=rf"(?:^|[;{{}}\n(,\x01]|\b(?:final|const|static|var|auto|in|using)\s)\s*{_LOCAL_TYPE}[\x00\s*&?]*[\s*&]+"
        rf"|(?:^|[;{{}}\n\x01])\s*{_LOCAL_TYPE}[\s*&]+\w[^;]*,\s*[*&]*",
        pattern=r"\b(?:auto|var|final)\s*[&*]*\s*",
        function=r"[\w>\])*&?]\s+[*&]*[\w:~]+\s*$|^\s*[\w:~]+\s*$|\boperator\W*$|\bcatch\s*$",
        arrow="->",
        parameter=r"[\w>\])*&?\x00]\s*[\s*&]+\s*$",
    ),
    rules=(
        Rule(K.CLASS, rf"{_MODIFIERS}class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_MODIFIERS}@?interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"{_MODIFIERS}enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.CLASS, rf"{_MODIFIERS}record[ \t]+(?P<n>{NAME})[ \t]*[<(]", Opens.TYPE),
        Rule(
            K.METHOD,
            rf"{_MODIFIERS}{_GENERICS}{_TYPE}(?P<n>{NAME})[ \t]*\(",
            Opens.BODY,
            where=TYPES,
            ends="{;",
        ),
        Rule(
            K.CONSTRUCTOR,
            rf"{_MODIFIERS}{_GENERICS}(?P<n>[A-Z]\w*)[ \t]*[({{]",
            Opens.BODY,
            where=TYPES,
            ends="{",
            check=is_own_name,
        ),
        Rule(
            K.FIELD,
            rf"{_MODIFIERS}{_TYPE}(?P<n>{NAME})[ \t]*(?:\[\][ \t]*)*(?:[=,;]|$)",
            where=TYPES,
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.ENUM_MEMBER,
            r"(?P<n>[^\W\d]\w*)[ \t]*(?:[({;].*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
            check=is_other_name,
        ),
    ),
)
