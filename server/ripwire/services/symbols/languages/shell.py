"""Shell scripts: sh, bash, zsh, ksh, bats."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis, quoted

LANGUAGE = Language(
    name="shell",
    globs=(
        "*.sh",
        "*.bash",
        "*.zsh",
        "*.ksh",
        "*.bats",
        "bash_completion",
        ".bashrc",
        ".zshrc",
        ".profile",
        ".bash_profile",
        ".zprofile",
    ),
    layout=Layout.LINES,
    joins="",
    parted=r";(?=[ \t]*\S)",
    lexis=Lexis(
        starts="\"'#<",
        plain=(
            r"(?:(?<=\s)|^)#[^\n]*",
            r"(?<!<)<<-?[ \t]*(?P<k>['\"\\]?)(?P<h>[A-Za-z_]\w*)(?P=k)[^\n]*\n.*?^\s*(?P=h)$",
            r"'[^'\n]*'",
            quoted('"'),
        ),
    ),
    rules=(
        Rule(K.FUNCTION, r"function[ \t]+(?P<n>[^\s(){}'\"$=;&|<>]+)", Opens.BODY),
        Rule(
            K.FUNCTION,
            r"(?P<n>[^\s(){}'\"$=;&|<>#]+)[ \t]*\([ \t]*\)[ \t]*(?:\{|\(|$|#|\[\[|if\b|for\b|while\b|case\b)",
            Opens.BODY,
        ),
        Rule(K.VARIABLE, r"alias[ \t]+(?:-\w+[ \t]+)?['\"]?(?P<n>[^\s='\"]+)="),
    ),
)
