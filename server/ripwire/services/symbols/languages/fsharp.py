"""F#."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAMESPACES, Language, Opens, Rule, words
from ripwire.services.symbols.lexis import CHARACTER, SLASHES, Lexis, quoted

_ACCESS = r"(?:private[ \t]+|internal[ \t]+|public[ \t]+)?"
_NAME = r"[^\W\d][\w']*|``[^`\n]+``"
_OPERATOR = r"\([ \t]*[!$%&*+./<=>?@^|~-]+[ \t]*\)"
_ATTRIBUTE = r"(?:\[<[^\n]*?>\][ \t]*)?"
_places = NAMESPACES | {"class"}
_types = frozenset({"class"})

LANGUAGE = Language(
    name="fsharp",
    globs=("*.fs", "*.fsi", "*.fsx"),
    direct_members=frozenset({"module", "class"}),
    joins="([{",
    parts_nest=True,
    parted=r"\s(?=\|\s*(?:\[<[^\n]*?>\]\s*)?[A-Z]\w*\s*(?:\||of\b|$))",
    lexis=Lexis(
        starts="\"'/(@",
        plain=(
            SLASHES,
            r"\(\*(?!\)).*?\*\)",
            r'""".*?"""',
            r'@"(?:[^"]|"")*"',
            quoted('"', lines=True),
            r"(?<!\w)" + CHARACTER,
        ),
    ),
    not_names=words("rec inline mutable private internal public"),
    rules=(
        Rule(
            K.MODULE,
            rf"{_ATTRIBUTE}module[ \t]+(?:rec[ \t]+)?{_ACCESS}(?P<q>(?:\w+\.)*)(?P<n>{_NAME})[ \t]*=",
            Opens.TYPE,
        ),
        Rule(
            K.MODULE,
            rf"module[ \t]+(?:rec[ \t]+)?{_ACCESS}(?P<q>(?:\w+\.)*)(?P<n>{_NAME})[ \t]*$",
            Opens.NOTHING,
        ),
        Rule(K.NAMESPACE, r"namespace[ \t]+(?:rec[ \t]+)?(?P<n>[\w.]+)"),
        Rule(
            K.CLASS,
            rf"{_ATTRIBUTE}(?:type|and)[ \t]+{_ATTRIBUTE}{_ACCESS}(?P<n>{_NAME})[ \t]*(?:<[^\n=]*>)?[ \t]*(?:{_ACCESS}\([^\n]*\)?[ \t]*)?(?:as[ \t]+\w+[ \t]*)?(?:=|$|with\b)",
            Opens.TYPE,
        ),
        Rule(
            K.FUNCTION,
            rf"{_ATTRIBUTE}let[ \t]+(?:rec[ \t]+|inline[ \t]+|mutable[ \t]+)*{_ACCESS}(?P<n>{_NAME}|{_OPERATOR}|\(\|[^)\n]*\|\))(?:<[^\n=]*>)?[ \t]+[\w('\"\[{{_?][^=\n]*(?:=|$)",
            Opens.BODY,
            where=_places,
        ),
        Rule(
            K.VARIABLE,
            rf"{_ATTRIBUTE}let[ \t]+(?:rec[ \t]+|inline[ \t]+|mutable[ \t]+)*{_ACCESS}(?P<n>{_NAME})[ \t]*(?:<[^\n=]*>)?(?::[^=\n]*)?=",
            Opens.BODY,
            where=_places,
        ),
        Rule(  # its parameters stand below
            K.FUNCTION,
            rf"{_ATTRIBUTE}let[ \t]+(?:rec[ \t]+|inline[ \t]+)*{_ACCESS}(?P<n>{_NAME})[ \t]*$",
            Opens.BODY,
            where=_places,
        ),
        Rule(
            K.FUNCTION,
            rf"and[ \t]+(?:inline[ \t]+)?{_ACCESS}(?P<n>{_NAME})[ \t]+[a-z_(][^=\n]*=",
            Opens.BODY,
            where=NAMESPACES,
        ),
        Rule(
            K.METHOD,
            rf"{_ATTRIBUTE}(?:static[ \t]+)?(?:abstract[ \t]+)?(?:member|override|default)[ \t]+(?:inline[ \t]+|val[ \t]+)?{_ACCESS}(?:(?:\w+|``[^`\n]+``)\.)?(?P<n>{_NAME})",
            Opens.BODY,
            where=_types,
        ),
        Rule(
            K.METHOD,
            rf"{_ATTRIBUTE}abstract[ \t]+{_ACCESS}(?P<n>{_NAME})[ \t]*(?:<[^\n>]*>)?[ \t]*:",
            where=_types,
        ),
        Rule(K.TYPE, r"exception[ \t]+(?P<n>[A-Z]\w*)", where=_places),
        Rule(
            K.FIELD,
            rf"(?:mutable[ \t]+)?(?P<n>{_NAME})[ \t]*:[ \t]*[^\n=]+$",
            where=_types,
            extra=True,
            whole_file=True,
        ),
        Rule(
            K.ENUM_MEMBER,
            rf"\|[ \t]*{_ATTRIBUTE}(?P<n>[A-Z]\w*)[ \t]*(?:of\b|=|$)",
            where=_types,
            extra=True,
            whole_file=True,
        ),
    ),
)
