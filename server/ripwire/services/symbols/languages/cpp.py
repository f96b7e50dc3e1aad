"""C++, and headers, which may be C too: what C has, classes and namespaces."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, NAMESPACES, Opens, Rule, words
from ripwire.services.symbols.languages import c
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis

_types = NAMESPACES | frozenset({"class", "struct", "union"})

_CLASSES = (
    # A friend is defined here when its body is.
    Rule(None, r"friend\b", where=_types, ends=";"),
    Rule(
        K.CLASS,
        rf"{c.WORDS}class[ \t]+{c.ATTRIBUTES}{c.Q}(?P<n>{NAME})\s*(?:<[^;{{]*>\s*)?(?:final\b\s*|sealed\b\s*)?(?::[^:;(][^;(]*)?(?:\{{|$)",
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
_LEXIS = Lexis(
    starts="\"'/",
    plain=(
        SLASHES,
        SLASH_STAR,
        r"(?<=R)\"(?P<h>[^(\s]{0,16})\(.*?\)(?P=h)\"",
        DOUBLE,
        r"(?<![0-9a-fA-F])" + CHARACTER,
    ),
)
_RULES = c.DIRECTIVES + _CLASSES + c.TYPES + c.VALUES
_HEADS = c.NOT_HEADS - {"using", "friend"}
LANGUAGES = (
    c.language(
        "cpp",
        words("*.cc *.cpp *.cxx *.c++ *.hpp *.hh *.hxx *.ipp *.inl *.tcc *.cu *.cuh"),
        _RULES,
        _LEXIS,
        _HEADS,
    ),
    c.language("c-header", words("*.h"), _RULES, _LEXIS, _HEADS),
)
