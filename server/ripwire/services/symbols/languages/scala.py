"""Scala, with braces or without: indentation tells in both."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, TYPES, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import (
    CHARACTER,
    DOUBLE,
    SLASH_STAR,
    SLASHES,
    Lexis,
    Template,
)

NAME = r"[^\W\d][\w$]*_[^\s\w(\[:.,;{)\]}]+|[^\W\d][\w$]*|`[^`\n]+`"
_OPERATOR = r"[^\s\w(\[:.,;{)\]}\"'`@]+:?|:+[^\s\w(\[.,;{)\]}\"'`@]*"
_MODIFIERS = (
    r"(?:@[\w.]+(?:\([^)\n]*\))?[ \t]+|(?:private|protected)(?:\[[^\]\n]*\])?[ \t]+|(?:abstract|final|sealed|implicit|lazy|override|case"
    r"|open|inline|transparent|opaque|infix|erased|package|given)[ \t]+)*"
)
_HOLE = r"\$\{|\$[^\W\d]\w*"

LANGUAGE = Language(
    name="scala",
    direct_members=TYPES,
    inline_blocks=True,
    parted=r";(?=[ \t]*\S)",
    globs=("*.scala", "*.sc", "*.sbt"),
    lexis=Lexis(
        starts="\"'/",
        plain=(SLASHES, SLASH_STAR, r'""".*?(?:"""+|\Z)', DOUBLE, CHARACTER),
        templates=(Template(r'(?<=\w)"""', r'"""+', _HOLE), Template(r'(?<=\w)"', '"|\n', _HOLE)),
    ),
    not_names=words("if"),
    locals=Locals(before=r"\bva[lr]\s+\(?(?:\w+\s*,\s*)*|\bdef\s+", after=r"\s*(?:<-|=>)"),
    rules=(
        Rule(K.CLASS, rf"{_MODIFIERS}class[ \t]+(?P<n>{NAME}|{_OPERATOR})", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_MODIFIERS}trait[ \t]+(?P<n>{NAME}|{_OPERATOR})", Opens.TYPE),
        Rule(K.OBJECT, rf"{_MODIFIERS}object[ \t]+(?P<n>{NAME}|{_OPERATOR})", Opens.TYPE),
        Rule(K.ENUM, rf"{_MODIFIERS}enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.FUNCTION, rf"{_MODIFIERS}def[ \t]+(?P<n>{NAME}|{_OPERATOR})", Opens.BODY),
        Rule(K.TYPE, rf"{_MODIFIERS}type[ \t]+(?P<n>{NAME}|{_OPERATOR})"),
        Rule(
            K.FIELD,
            rf"{_MODIFIERS}va[lr][ \t]+(?P<n>{NAME})[ \t]*[:=,]",
            Opens.BODY,
            where=TYPES | {TOP},
            more=rf"(?P<n>{NAME})",
            more_ends=":=;",
        ),
        Rule(
            K.ENUM_MEMBER,
            rf"case[ \t]+(?P<n>{NAME})[ \t]*(?:[(,]|extends\b|$)",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
    ),
)
