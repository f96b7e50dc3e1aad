"""CSS, SCSS and Less: rules by their selectors, mixins, functions, keyframes and variables."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout
from ripwire.services.symbols.lexis import DOUBLE, SINGLE, SLASH_STAR, SLASHES, Lexis

_RULES = (
    Rule(K.FUNCTION, r"@(?:mixin|function)[ \t]+(?P<n>[\w-]+)", Opens.BODY),
    Rule(K.EVENT, r"@(?:-\w+-)?keyframes[ \t]+(?P<n>[\w-]+)", Opens.BODY),
    Rule(
        None,
        r"@(?:media|supports|layer|container|include|if|else|each|for|while|at-root|scope|document)\b",
        Opens.BLOCK,
        ends="{",
    ),
    Rule(K.VARIABLE, r"(?P<n>--[\w-]+)[ \t]*:", extra=True),
    Rule(K.VARIABLE, r"(?P<n>\$[\w-]+)[ \t]*:"),
    Rule(K.CLASS, r"(?P<n>[^\s@{};][^{};]*?)\s*\{", Opens.TYPE, ends="{"),
)


def _language(name: str, globs: tuple[str, ...], plain: tuple[str, ...]) -> Language:
    return Language(
        name=name,
        globs=globs,
        layout=Layout.BRACES,
        separator=" ",
        braces=Braces(comma_ends=frozenset()),
        lexis=Lexis(starts="\"'/", plain=plain),
        rules=_RULES,
    )


LANGUAGES = (
    _language("css", ("*.css",), (SLASH_STAR, DOUBLE, SINGLE)),
    _language("scss", ("*.scss", "*.less"), (r"(?<![:\w])" + SLASHES, SLASH_STAR, DOUBLE, SINGLE)),
)
