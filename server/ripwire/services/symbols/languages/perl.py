"""Perl."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Layout, Locals
from ripwire.services.symbols.lexis import Lexis

LANGUAGE = Language(
    name="perl",
    globs=("*.pm", "*.pl", "*.t", "*.perl", "*.psgi", "cpanfile"),
    layout=Layout.LINES,
    joins="",
    parted=r"[;}](?=[ \t]*(?:sub|package|class|method)\b)",
    separator="::",
    whole_qualifiers=True,
    lexis=Lexis(
        starts="\"'#<=_",
        plain=(
            r"^=[a-zA-Z]\w*.*?(?:^=cut\b[^\n]*|\Z)",
            r"^__(?:END|DATA)__$.*",
            r"(?<![\$\w&@%\\])\#[^\n]*",
            r"<<~?(?P<k>['\"])(?P<h>\w+)(?P=k)[^\n]*\n.*?^\s*(?P=h)$",
            r"<<~?(?P<i>[A-Z_]{2,})\b[^\n]*\n.*?^\s*(?P=i)$",
            r"(?<![\w$@%&])\"(?:[^\"\\\n]|\\.)*\"",
            r"(?<![\w$@%&])'(?:[^'\\\n]|\\.)*'",
        ),
    ),
    locals=Locals(before=r"\b(?:my|our|local|state)\s+\(?[\s$@%\w,]*[$@%]"),
    rules=(
        Rule(
            K.MODULE,
            r"(?:package|class)[ \t]+(?P<n>[A-Za-z_]\w*(?:::\w+)*)[ \t]*(?:[;{]|v?[0-9]|$)",
            Opens.TYPE,
        ),
        Rule(
            K.FUNCTION,
            r"(?:(?:async|my|our|state|method)[ \t]+)*(?:sub|method)[ \t]+(?P<q>(?:\w+(?:::|'))*)(?P<n>[A-Za-z_]\w*)",
            Opens.BODY,
        ),
    ),
)
