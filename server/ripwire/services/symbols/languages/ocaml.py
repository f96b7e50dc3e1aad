"""OCaml."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAMESPACES, Language, Opens, Rule, words
from ripwire.services.symbols.lexis import Lexis

_LOWER = r"[a-z_][\w']*"
_OPERATOR = r"\([ \t]*[!$%&*+./:<=>?@^|~#-]+[ \t]*\)"
_ATTRIBUTE = r"(?:\[@[^\]\n]*\][ \t]*|%\w+[ \t]*)?"
_PARAMETERS = r"(?:'\w+[ \t]+|\([^)\n]*\)[ \t]*|[+-]?'\w+[ \t]+|_[ \t]+)?"
_MODULE = rf"module[ \t]+(?:type[ \t]+|rec[ \t]+)?{_ATTRIBUTE}(?P<n>[A-Z]\w*)"
_CLASS = rf"class[ \t]+(?:type[ \t]+)?(?:virtual[ \t]+)?(?:\[[^\]\n]*\][ \t]*)?(?P<n>{_LOWER})"
_places = NAMESPACES

LANGUAGE = Language(
    name="ocaml",
    globs=("*.ml", "*.mli", "*.mll", "*.mly"),
    direct_members=frozenset({"module"}),
    joins="[{",
    not_names=words("rec nonrec"),
    lexis=Lexis(
        starts="\"'({",
        plain=(
            r"\(\*(?!\)).*?\*\)",
            r"\{(?P<h>[a-z_]*)\|.*?\|(?P=h)\}",
            r'"(?:[^"\\]|\\.)*"',
            r"(?<![\w'])'(?:[^'\\\n]|\\[^\n]{1,4}?)'",
        ),
    ),
    rules=(
        # A module or class that is opened here lasts until its `end`, though its insides may not be indented.
        Rule(K.MODULE, rf"{_MODULE}[^\n]*\b(?:struct|sig)\b[^\n]*\bend\b"),
        Rule(
            K.MODULE,
            rf"{_MODULE}(?:[^\n]*\b(?:struct|sig)\b|[^\n]*[=:>][ \t]*$|[ \t]*$)",
            Opens.TYPE,
            until_end=True,
        ),
        Rule(K.MODULE, _MODULE),
        # `module type S =` with its `sig` on the next line.
        Rule(None, r"(?:sig|struct)[ \t]*$", where=_places, until_end=True),
        Rule(
            K.FUNCTION,
            rf"let[ \t]+{_ATTRIBUTE}(?:rec[ \t]+)?(?P<n>{_LOWER})[ \t]+(?:[a-z_~?(\[{{'\"0-9A-Z][^=\n]*=|[a-z_~?(][^=\n]*$)",
            Opens.BODY,
            where=_places,
        ),
        Rule(
            K.FUNCTION,
            rf"let[ \t]+{_ATTRIBUTE}(?:rec[ \t]+)?(?P<n>{_LOWER})[ \t]*(?::[^=\n]*)?=[ \t]*(?:fun\b|function\b)",
            Opens.BODY,
            where=_places,
        ),
        Rule(K.FUNCTION, rf"let[ \t]+(?:rec[ \t]+)?(?P<n>{_OPERATOR})", Opens.BODY, where=_places),
        Rule(
            K.VARIABLE,
            rf"let[ \t]+{_ATTRIBUTE}(?:rec[ \t]+)?(?P<n>{_LOWER})[ \t]*(?::[^\n]*|=[^\n]*)?$",
            Opens.BODY,
            where=_places,
        ),
        Rule(
            K.FUNCTION,
            rf"and[ \t]+{_ATTRIBUTE}(?P<n>{_LOWER})[ \t]+(?!:)[a-z_~?(\[{{'\"0-9A-Z][^=\n]*=".replace(
                "(?!:)", ""
            ),
            Opens.BODY,
            where=_places,
        ),
        Rule(
            K.FUNCTION,
            rf"and[ \t]+{_ATTRIBUTE}(?P<n>{_LOWER})[ \t]*(?::[^=\n]*)?=[ \t]*(?:fun\b|function\b)",
            Opens.BODY,
            where=_places,
        ),
        Rule(K.FUNCTION, rf"external[ \t]+(?P<n>{_LOWER}|{_OPERATOR})", where=_places),
        Rule(
            K.FUNCTION,
            rf"val[ \t]+(?:mutable[ \t]+|virtual[ \t]+)*(?P<n>{_LOWER}|{_OPERATOR})[ \t]*:",
            where=_places,
        ),
        Rule(
            K.CLASS,
            rf"(?:type|and)[ \t]+(?:nonrec[ \t]+)?{_ATTRIBUTE}{_PARAMETERS}(?P<n>{_LOWER})[ \t]*(?:=|$|:=|\+=|constraint\b)",
            Opens.BODY,
            where=_places,
        ),
        Rule(K.TYPE, rf"exception[ \t]+{_ATTRIBUTE}(?P<n>[A-Z]\w*)", where=_places),
        Rule(
            K.CLASS,
            rf"{_CLASS}[^\n]*\bend\b",
            where=_places,
        ),
        Rule(
            K.CLASS,
            _CLASS,
            Opens.TYPE,
            until_end=True,
            where=_places,
        ),
        Rule(
            K.METHOD,
            rf"method!?[ \t]+(?:private[ \t]+|virtual[ \t]+)*(?P<n>{_LOWER})",
            Opens.BODY,
            where=frozenset({"class"}),
        ),
    ),
)
