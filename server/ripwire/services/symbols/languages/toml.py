"""TOML: tables and keys."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis

LANGUAGE = Language(
    name="toml",
    globs=("*.toml", "Cargo.lock", "poetry.lock", "uv.lock"),
    layout=Layout.LINES,
    joins="[{",
    lexis=Lexis(starts="\"'#", plain=(r'""".*?"""', r"'''.*?'''", r"(?:^|(?<=\s))#[^\n]*")),
    rules=(
        Rule(
            K.MODULE,
            r"\[\[?[ \t]*(?P<n>(?:[^\]\[\n=,'\"]|'[^'\n]*'|\"[^\"\n]*\")+?)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?$",
            Opens.TYPE,
            extra=True,
        ),
        Rule(
            K.KEY,
            r"(?P<n>[\w-]+(?:[ \t]*\.[ \t]*(?:[\w-]+|\"[^\"\n]*\"))*|\"[^\"\n]+\"|'[^'\n]+')[ \t]*=",
            extra=True,
            whole_file=True,
        ),
    ),
)
