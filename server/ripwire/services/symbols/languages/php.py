"""PHP."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, NAMESPACES, TYPES, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import SLASH_STAR, Lexis, Template, quoted

_MODIFIERS = r"(?:(?:public|protected|private|static|abstract|final|readonly|var)(?:\(set\))?[ \t]+)*"
_TYPE = r"(?:\??[\w\\|&()]+[ \t]+)?"

LANGUAGE = Language(
    name="php",
    globs=("*.php", "*.phtml", "*.inc"),
    layout=Layout.BRACES,
    separator="\\",
    braces=Braces(nested=True, annotation=r"#\[", comma_ends=frozenset()),
    line_prefix=r"(?:#\[[^\n]*?\][ \t]*)*",
    lexis=Lexis(
        starts="\"'/#<?",
        opening=r"(?:(?!<\?).)*(?:<\?(?:php\b|=)?)?",
        plain=(
            r"(?://|#(?!\[))(?:(?!\?>)[^\n])*",
            SLASH_STAR,
            r"<<<[ \t]*(?:'(?P<h>\w+)'|\"?(?P<i>\w+)\"?)\r?\n.*?^[ \t]*(?:(?P=h)|(?P=i))\b",
            r"\?>.*?(?:<\?(?:php\b|=)?|\Z)",
            quoted("'", lines=True),
        ),
        templates=(Template('"', '"', r"\{(?=\$)|\$\{|\$\w+"),),
    ),
    locals=Locals(
        before=r"\bas\s+&?|=>\s*&?|\b(?:global|static|catch)\s+",
        after=r"\s*=(?!=)",
        function=r"\b(?:function|fn)\b[^;{}]*$|\buse\s*$|\bcatch\s*$",
        parameter=r"^\s*(?:[\w\\|?]+\s+)*[&.]*$",
        word=r"[\w$]",
    ),
    rules=(
        Rule(K.CLASS, rf"{_MODIFIERS}class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.CLASS, rf"trait[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(
            K.ENUM,
            rf"enum[ \t]+(?P<n>{NAME})[ \t]*(?::[^\n{{]*)?(?:implements[^\n{{]*)?(?:\{{|$)",
            Opens.TYPE,
        ),
        Rule(K.FUNCTION, rf"{_MODIFIERS}function[ \t]+&?[ \t]*(?P<n>{NAME})[ \t]*\(", Opens.BODY),
        Rule(K.NAMESPACE, r"namespace[ \t]+(?P<n>[\w\\]+)[ \t]*\{", Opens.TYPE, ends="{"),
        Rule(K.NAMESPACE, r"namespace[ \t]+(?P<n>[\w\\]+)[ \t]*;"),
        Rule(
            K.CONSTANT,
            rf"{_MODIFIERS}const[ \t]+{_TYPE}(?P<n>{NAME})[ \t]*=",
            where=NAMESPACES | TYPES,
            more=rf"(?P<n>{NAME})",
        ),
        Rule(
            K.PROPERTY,
            rf"(?:(?:public|protected|private|static|readonly|var)(?:\(set\))?[ \t]+)+{_TYPE}\$(?P<n>{NAME})[ \t]*[=;,{{]",
            Opens.BODY,
            where=TYPES,
            more=rf"\$(?P<n>{NAME})",
        ),
        Rule(K.ENUM_MEMBER, rf"case[ \t]+(?P<n>{NAME})[ \t]*[=;]", where=frozenset({"enum"}), extra=True),
        Rule(None, r"if[ \t]*\([ \t]*!", Opens.BLOCK, where=NAMESPACES, ends="{"),
    ),
    not_heads=words("return else throw use echo"),
)
