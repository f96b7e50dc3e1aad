"""Swift."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, TYPES, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import SLASH_STAR, SLASHES, Lexis, Template

NAME = r"[^\W\d]\w*|`[^`\n]+`"
_MODIFIERS = (
    r"(?:@[\w.]+(?:\([^)\n]*\))?[ \t]+|(?:public|private|fileprivate|internal|open|package|final|static|class|override|mutating"
    r"|nonmutating|indirect|lazy|weak|unowned|convenience|required|dynamic|optional|prefix|postfix|infix|nonisolated|distributed"
    r"|isolated|async|borrowing|consuming)(?:\([\w]+\))?[ \t]+)*"
)
_PROPERTY = rf"{_MODIFIERS}(?:let|var)[ \t]+(?P<n>{NAME})"

LANGUAGE = Language(
    name="swift",
    globs=("*.swift",),
    layout=Layout.BRACES,
    braces=Braces(
        newline_ends=True,
        comma_ends=frozenset(),
        nested=True,
        preprocessor=True,
        annotation=r"@[\w.]+\(?",
        continues=r"[{.?:&|=)>]|(?:where|async|throws)\b|->",
        unfinished=r"(?:[=,|&+:.<(-]|->|\bin)$",
    ),
    lexis=Lexis(
        starts='"/#',
        plain=(SLASHES, SLASH_STAR, r"#+\"\"\".*?\"\"\"#+", r"#+\"[^\n]*?\"#+"),
        templates=(Template('"""', '"""', r"\\\("), Template('"', '"|\n', r"\\\(")),
    ),
    not_heads=words("return else throw import break continue default"),
    locals=Locals(
        before=r"\b(?:let|var|for|func)\s+\(?(?:\w+\s*,\s*)*",
        pattern=r"\b(?:let|var|for|case)\s[^=;]*",
        block=r"\s*(?::[^;\n]*?)?(?:,\s*\w+(?:\s*:[^;\n]*?)?)*\)?\s*(?:->[^;\n]*?)?\s*\bin\b",
        function=r"\b(?:func|init|subscript)\b[^;{}]*$",
        parameter=r"^\s*(?:\w+\s+)?$",
    ),
    rules=(
        Rule(K.CLASS, rf"{_MODIFIERS}(?:class|actor)[ \t]+(?P<n>[A-Z_]\w*|`[^`\n]+`)", Opens.TYPE),
        Rule(K.STRUCT, rf"{_MODIFIERS}struct[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"{_MODIFIERS}enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_MODIFIERS}protocol[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(
            K.EXTENSION, rf"{_MODIFIERS}extension[ \t]+(?P<q>(?:\w+\.)*)(?P<n>{NAME})", Opens.TYPE, extra=True
        ),
        Rule(K.FUNCTION, rf"{_MODIFIERS}func[ \t]+(?P<n>{NAME}|[^\s\w(<]+)", Opens.BODY),
        Rule(K.TYPE, rf"{_MODIFIERS}typealias[ \t]+(?P<n>{NAME})"),
        Rule(K.TYPE, rf"{_MODIFIERS}associatedtype[ \t]+(?P<n>{NAME})", where=TYPES, extra=True),
        Rule(K.CONSTRUCTOR, rf"{_MODIFIERS}(?P<n>init)[?!]?[ \t]*[(<]", Opens.BODY, where=TYPES),
        Rule(K.PROPERTY, _PROPERTY, Opens.BODY, where=TYPES | {TOP}, more=rf"(?P<n>{NAME})\s*[:=,]"),
        Rule(None, rf"{_MODIFIERS}(?:subscript|deinit)\b", Opens.BODY),
        Rule(
            K.ENUM_MEMBER,
            rf"(?:indirect[ \t]+)?case[ \t]+(?P<n>{NAME})",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
    ),
)
