"""Kotlin."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, TYPES, Found, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, SLASH_STAR, SLASHES, Lexis, Template

NAME = r"[^\W\d]\w*|`[^`\n]+`"
_MODIFIERS = (
    r"(?:@(?:\w+:)?[\w.]+(?:\([^)\n]*\))?[ \t]+|(?:public|private|protected|internal|open|abstract|final|sealed|data|inner|inline|value"
    r"|annotation|companion|override|suspend|operator|infix|tailrec|external|lateinit|const|actual|expect|noinline|crossinline|enum|fun)[ \t]+)*"
)
_RECEIVER = r"(?:\((?:[^()\n]|\([^()\n]*\))*\)\.|[\w.]+(?:<[^\n(=]*>)?\??\.)?"
_PROPERTY = (
    rf"{_MODIFIERS}va[lr][ \t]+(?:<[^\n>]*>[ \t]*)?{_RECEIVER}(?P<n>{NAME})[ \t]*(?:[:=;{{]|$|by\b|get\b)"
)
_members = TYPES - {"enum"} | {"enum"}


def _is_other_name(found: Found) -> bool:
    return found.hit.name != found.owner


LANGUAGE = Language(
    name="kotlin",
    globs=("*.kt", "*.kts"),
    layout=Layout.BRACES,
    braces=Braces(
        newline_ends=True,
        nested=True,
        annotation=r"@(?:\w+:)?(?:[\w.]+\(?|\[)",
        continues=r"[{.?:&|=)>]|(?:where|by)\b",
        unfinished=r"(?:[=,|&+:.<(-]|[?]:|->|\bby|\bfun|\bin)$",
    ),
    lexis=Lexis(
        starts="\"'/",
        plain=(SLASHES, SLASH_STAR, CHARACTER, r"`[^`\n]+`(?!)"),
        templates=(
            Template('"""', '"""+', r"\$\{|\$[^\W\d]\w*"),
            Template('"', '"|\n', r"\$\{|\$[^\W\d]\w*"),
        ),
    ),
    not_names=words("if"),
    not_heads=words("return else throw import package break continue"),
    locals=Locals(
        before=r"\bva[lr]\s+\(?(?:\w+\s*,\s*)*|\bfor\s*\(?|\bfun\s+",
        pattern=r"\b(?:va[lr]|for)\s*",
        block=r"\s*(?::[^;\n]*?)?(?:,\s*\w+(?:\s*:[^;\n]*?)?)*\)?\s*->",
        function=r"\b(?:fun|constructor|class)\b[^;{}]*$|\bcatch\s*$|\bfor\s*$",
        parameter=r"^\s*(?:(?:vararg|noinline|crossinline|private|val|var)\s+)*$",
    ),
    rules=(
        Rule(K.ENUM, rf"{_MODIFIERS}enum[ \t]+class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.CLASS, rf"{_MODIFIERS}class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_MODIFIERS}interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.OBJECT, rf"{_MODIFIERS}object[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(None, rf"{_MODIFIERS}object\b", Opens.BLOCK, where=TYPES, ends="{", context="object"),
        Rule(
            K.FUNCTION,
            rf"{_MODIFIERS}fun(?:[ \t]+|[ \t]*<)(?:<?[^\n(]*>[ \t]*)?{_RECEIVER}(?P<n>{NAME})[ \t]*\(",
            Opens.BODY,
        ),
        Rule(K.CONSTRUCTOR, rf"{_MODIFIERS}(?P<n>constructor)[ \t]*\(", Opens.BODY, where=TYPES),
        Rule(K.TYPE, rf"{_MODIFIERS}typealias[ \t]+(?P<n>{NAME})"),
        Rule(K.PROPERTY, _PROPERTY, Opens.BODY, where=TYPES | {TOP}),
        Rule(
            K.ENUM_MEMBER,
            r"(?P<n>[^\W\d]\w*|`[^`\n]+`)[ \t]*(?:[({;].*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
            check=_is_other_name,
        ),
    ),
)
