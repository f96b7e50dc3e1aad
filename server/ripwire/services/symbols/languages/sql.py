"""SQL: what is created."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Rule, words
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import SLASH_STAR, Lexis

_PART = r"(?:\"[^\"\n]+\"|`[^`\n]+`|\[[^\]\n]+\]|[\w$@]+)"
_NAME = rf"(?P<q>(?:{_PART}[ \t]*\.[ \t]*)*)(?P<n>{_PART})"
_CREATE = (
    r"create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:(?:global|local|temp|temporary|unlogged|unique|materialized|recursive|constraint|foreign"
    r"|virtual|external|procedural|trusted|definer[ \t]*=[ \t]*\S+)[ \t]+)*"
)
_IF = r"[ \t]+(?:concurrently[ \t]+)?(?:if[ \t]+not[ \t]+exists[ \t]+)?"


def _created(kind: K, what: str, *, extra: bool = False) -> Rule:
    return Rule(kind, rf"{_CREATE}(?:{what}){_IF}{_NAME}", extra=extra)


LANGUAGE = Language(
    name="sql",
    globs=("*.sql", "*.psql", "*.ddl", "*.plsql"),
    layout=Layout.LINES,
    parted=r";(?=[ \t]*\S)",
    case_insensitive=True,
    joins="",
    lexis=Lexis(
        starts="-/'$", plain=(r"--[^\n]*", SLASH_STAR, r"'(?:[^']|'')*'", r"(?P<d>\$\w*\$).*?(?P=d)")
    ),
    not_names=words("if on IF ON"),
    rules=(
        _created(K.STRUCT, "table|view"),
        _created(K.FUNCTION, "function|procedure|aggregate"),
        _created(K.TYPE, "type|domain"),
        _created(K.EVENT, "trigger"),
        _created(K.KEY, "index|policy|rule", extra=True),
        _created(K.VARIABLE, "sequence"),
        _created(K.NAMESPACE, "schema"),
    ),
)
