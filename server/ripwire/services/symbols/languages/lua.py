"""Lua."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TOP, Language, Opens, Rule
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import DOUBLE, SINGLE, Lexis

LANGUAGE = Language(
    name="lua",
    globs=("*.lua", "*.rockspec"),
    joins="",
    parted=r";(?=[ \t]*\S)",
    lexis=Lexis(
        starts="\"'-[",
        plain=(r"--\[(?P<a>=*)\[.*?\](?P=a)\]", r"--[^\n]*", r"\[(?P<b>=*)\[.*?\](?P=b)\]", DOUBLE, SINGLE),
    ),
    locals=Locals(before=r"\blocal\s+(?:function\s+)?(?:\w+\s*(?:<\w+>)?\s*,\s*)*|\bfor\s+(?:\w+\s*,\s*)*"),
    rules=(
        Rule(K.METHOD, rf"function[ \t]+(?P<q>(?:{NAME}\.)*{NAME}:)(?P<n>{NAME})", Opens.BODY),
        Rule(K.FUNCTION, rf"(?:local[ \t]+)?function[ \t]+(?P<q>(?:{NAME}\.)*)(?P<n>{NAME})", Opens.BODY),
        Rule(
            K.FUNCTION,
            rf"(?:local[ \t]+)?(?P<q>(?:{NAME}\.)*)(?P<n>{NAME})[ \t]*=[ \t]*function\b",
            Opens.BODY,
        ),
        Rule(
            K.VARIABLE,
            rf"local[ \t]+(?P<n>{NAME})(?:[ \t]*<\w+>)?[ \t]*(?:=|,[^=\n(]*=)",
            where=frozenset({TOP}),
            more=rf"(?P<n>{NAME})",
            more_ends="=;",
        ),
    ),
)
