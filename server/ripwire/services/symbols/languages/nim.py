"""Nim."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Opens, Rule
from ripwire.services.symbols.lexis import Lexis

_NAME = r"(?:[^\W\d]\w*|`[^`\n]+`)"
_ROUTINE = rf"[ \t]+(?P<n>{_NAME})"
_top = frozenset({TOP})

LANGUAGE = Language(
    name="nim",
    globs=("*.nim", "*.nims", "*.nimble"),
    indented_top=True,
    joins="([{",
    lexis=Lexis(
        starts="#\"'r",
        plain=(
            r"##?\[.*?\]##?",
            r"#[^\n]*",
            r'""".*?"""(?!")',
            r'(?<=[rR])"(?:[^"\n]|"")*"',
            r'"(?:[^"\\\n]|\\.)*"',
            r"'(?:[^'\\\n]|\\[^\n]{1,4}?)'",
        ),
    ),
    parted=r";(?=[ \t]*\S)",
    rules=(
        Rule(K.FUNCTION, rf"(?:proc|func|iterator|converter){_ROUTINE}", Opens.BODY),
        Rule(K.METHOD, rf"method{_ROUTINE}", Opens.BODY),
        Rule(K.MACRO, rf"(?:template|macro){_ROUTINE}", Opens.BODY),
        Rule(
            K.CLASS,
            rf"type[ \t]+(?P<n>{_NAME})\*?[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:\{{[^}}\n]*\}}[ \t]*)?=",
            Opens.BODY,
            where=_top,
        ),
        Rule(None, r"type[ \t]*$", Opens.BLOCK, where=_top, context="type section"),
        Rule(None, r"const[ \t]*$", Opens.BLOCK, where=_top, context="const section"),
        Rule(None, r"(?:let|var)[ \t]*$", Opens.BLOCK, where=_top, context="var section"),
        Rule(
            K.CLASS,
            rf"(?P<n>{_NAME})\*?[ \t]*(?:\[[^\n]*?\])?[ \t]*(?:\{{[^\n]*?\}}[ \t]*)?=",
            Opens.BODY,
            where=frozenset({"type section"}),
            whole_file=True,
        ),
        Rule(
            K.CONSTANT,
            rf"(?P<n>{_NAME})\*?[ \t]*(?:\{{[^\n]*?\}}[ \t]*)?(?::[^=\n]+)?=",
            Opens.BODY,
            where=frozenset({"const section"}),
            whole_file=True,
        ),
        Rule(
            K.VARIABLE,
            rf"(?P<n>{_NAME})\*?[ \t]*(?:\{{[^\n]*?\}}[ \t]*)?(?:[:=]|,)",
            Opens.BODY,
            where=frozenset({"var section"}),
            whole_file=True,
            more=rf"(?P<n>{_NAME})",
            more_ends=":=;",
        ),
        Rule(K.CONSTANT, rf"const[ \t]+(?P<n>{_NAME})\*?[ \t]*(?:\{{[^\n]*?\}}[ \t]*)?[:=]", where=_top),
        Rule(
            K.VARIABLE,
            rf"(?:let|var)[ \t]+(?P<n>{_NAME})\*?[ \t]*(?:\{{[^\n]*?\}}[ \t]*)?[:=,]",
            where=_top,
            more=rf"(?P<n>{_NAME})",
            more_ends=":=;",
        ),
    ),
)
