"""Python."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TOP, Language, Opens, Rule
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import HASH, Lexis, Template, quoted, tripled

_FORMAT = r"(?:(?<=[fFtT])|(?<=[fFtT][rR]))"
_HOLE = r"\{\{|\{"

_top = frozenset({TOP})
_class = frozenset({"class"})

_FURTHER = rf"[*(\[]*[ \t]*(?P<n>{NAME})[ \t]*(?:[,=)\]]|$)"


def _several(name: str) -> str:
    """`a, b = c`, with or without brackets around the names."""
    return rf"[(\[]?[ \t]*(?P<n>{name})[ \t]*,[\w \t,*()\[\]]*=(?:[^=]|$)"


LANGUAGE = Language(
    name="python",
    globs=("*.py", "*.pyi", "*.pyw"),
    indented_top=True,
    joins="([{",
    parts_nest=True,
    parted=r";(?=[ \t]*\S)(?!\s*(?:def|class|async)\b)|=(?=\s*[^\W\d]\w*\s*=[^=])",
    lexis=Lexis(
        starts="#\"'",
        plain=(
            HASH,
            tripled('"'),
            tripled("'"),
            quoted('"'),
            quoted("'"),
        ),
        templates=(
            Template(_FORMAT + '"""', '"""', _HOLE),
            Template(_FORMAT + "'''", "'''", _HOLE),
            Template(_FORMAT + '"', '"|\n', _HOLE),
            Template(_FORMAT + "'", "'|\n", _HOLE),
        ),
    ),
    not_names=frozenset(
        {"else", "try", "finally", "lambda", "except", "if", "for", "while", "with", "return"}
    ),
    locals=Locals(
        before=r"\b(?:as|import|global|nonlocal)\s+\(?(?:\w+\s*,\s*)*|\bimport\s+\(?(?:[\w\s]+,\s*)*|\bfor\s+\(?(?:(?:(?!\bin\b)[\w\s,*()])*,\s*)?\(*",
        after=r"\s*(?::[^=\n:]+)?=(?!=)|\s*:=|\s*(?:[-+*/|&@%^]|//|\*\*|<<|>>)=|\s*(?:,\s*[\w.*\[\]]+\s*)+,?\s*=(?!=)|[ \t]*:[ \t]*[\w\[\]., |]+$",
    ),
    rules=(
        Rule(K.CLASS, rf"class[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.FUNCTION, rf"(?:async[ \t]+)?def[ \t]+(?P<n>{NAME})", Opens.BODY),
        Rule(K.TYPE, rf"type[ \t]+(?P<n>{NAME})[ \t]*(?:\[[^\]]*\])?[ \t]*=", where=_top | _class),
        Rule(K.CONSTANT, _several("[A-Z][A-Z0-9_]*"), where=_top, more=_FURTHER, more_ends="=;"),
        Rule(K.VARIABLE, _several(NAME), where=_top, more=_FURTHER, more_ends="=;"),
        Rule(
            K.FIELD, _several(NAME), where=_class, more=_FURTHER, more_ends="=;", extra=True, whole_file=True
        ),
        Rule(K.CONSTANT, r"(?P<n>[A-Z][A-Z0-9_]*)[ \t]*(?::[^=\n]*)?=(?:[^=]|$)", where=_top),
        Rule(K.VARIABLE, rf"(?P<n>{NAME})[ \t]*(?::[^=\n]*)?=(?:[^=]|$)", where=_top),
        Rule(K.VARIABLE, rf"(?P<n>{NAME})[ \t]*:[ \t]*[\w'\"\[\]., |]+$", where=_top),
        Rule(
            K.FIELD,
            rf"(?P<n>{NAME})[ \t]*(?::[^=\n(]*)?=(?:[^=]|$)",
            where=_class,
            extra=True,
            whole_file=True,
        ),
        Rule(K.FIELD, rf"(?P<n>{NAME})[ \t]*:[ \t]*[^=\n]+$", where=_class, extra=True, whole_file=True),
    ),
)
