"""Julia."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, NAMESPACES, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import Lexis, Template

_MACRO = r"(?:[\w.]*@[\w.]+[ \t]+)*"
_NAME = r"[^\W\d][\w!]*"
_Q = rf"(?P<q>(?:{NAME}\.)*:?)"

LANGUAGE = Language(
    name="julia",
    globs=("*.jl",),
    joins="([{",
    parted=r";(?=[ \t]*\S)",
    lexis=Lexis(
        starts="#\"'",
        plain=(r"#=.*?=#", r"#[^\n]*", r"(?<![\w)\]'.}])'(?:[^'\\\n]|\\[^'\n]+|\\')'"),
        templates=(Template('"""', '"""', r"\$\("), Template('"', '"', r"\$\(")),
    ),
    not_names=words(
        "end begin if for while function let return else elseif try catch finally do quote struct module using import export const macro"
    ),
    locals=Locals(before=r"\b(?:for|local)\s+", after=r"\s*=(?![=~>])|\s*<-|\s*->|\s*(?:,\s*\w+\s*)+=(?!=)"),
    rules=(
        Rule(K.MODULE, rf"(?:bare)?module[ \t]+(?P<n>{NAME})", Opens.TYPE, until_end=True),
        Rule(K.STRUCT, rf"{_MACRO}(?:mutable[ \t]+)?struct[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(
            K.STRUCT,
            rf"{_MACRO}(?:type|immutable)[ \t]+(?P<n>{NAME})[ \t]*(?:\{{[^\n]*)?(?:<:[^\n]*)?$",
            Opens.TYPE,
        ),
        Rule(K.TYPE, rf"(?:abstract|primitive)(?:[ \t]+type)?[ \t]+(?P<n>{NAME})"),
        Rule(K.MACRO, rf"macro[ \t]+(?P<n>{NAME})", Opens.BODY),
        Rule(
            K.FUNCTION,
            rf"{_MACRO}function[ \t]+{_Q}\(?(?P<n>\$?{_NAME})\)?[ \t]*(?:\{{[^\n(]*\}})?(?:\(|end\b|$)",
            Opens.BODY,
        ),
        Rule(
            K.FUNCTION,
            rf"{_MACRO}{_Q}(?P<n>{_NAME})(?:\{{[^\n(]*\}})?\([^\n]*\)[ \t]*(?:::[^=\n]+)?(?:where[^=\n]*)?=(?:[^=]|$)",
            Opens.BODY,
            where=NAMESPACES,
        ),
        Rule(
            K.CONSTANT,
            rf"(?:global[ \t]+)?const[ \t]+(?P<n>{NAME})",
            where=NAMESPACES,
            more=rf"(?P<n>{NAME})",
            more_ends="=;:{{",
        ),
        Rule(
            K.FIELD,
            rf"(?:const[ \t]+)?(?P<n>{NAME})(?:[ \t]*::[^\n(]*(?:\([^\n]*)?)?[ \t]*(?:=[^\n]*)?$",
            where=frozenset({"struct"}),
            extra=True,
            whole_file=True,
        ),
    ),
)
