"""Terraform and other HCL: blocks by their labels."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout
from ripwire.services.symbols.lexis import DOUBLE, HASH, SLASH_STAR, SLASHES, Lexis

_LABEL = r"\"?(?P<n>[\w.-]+)\"?[ \t]*\{"
_top = frozenset({TOP})

LANGUAGE = Language(
    name="terraform",
    globs=("*.tf", "*.tfvars", "*.hcl", "*.nomad"),
    layout=Layout.BRACES,
    braces=Braces(newline_ends=True, comma_ends=frozenset()),
    lexis=Lexis(
        starts='#/<"',
        plain=(
            r"(?P<keep>\"[^\"\n]*\"(?=(?:[ \t]*\"[^\"\n]*\")*[ \t]*\{))",
            DOUBLE,
            HASH,
            SLASHES,
            SLASH_STAR,
            r"<<[~-]?(?P<h>\w+)\n.*?^\s*(?P=h)$",
        ),
    ),
    rules=(
        Rule(
            K.CLASS,
            rf"(?:resource|data|ephemeral|check)[ \t]+\"?(?P<q>[\w-]+)\"?[ \t]+{_LABEL}",
            Opens.BODY,
            where=_top,
        ),
        Rule(K.MODULE, rf"module[ \t]+{_LABEL}", Opens.BODY, where=_top),
        Rule(K.VARIABLE, rf"(?:variable|output|provider)[ \t]+{_LABEL}", Opens.BODY, where=_top),
        Rule(None, r"locals[ \t]*\{", Opens.BLOCK, where=_top, ends="{", context="locals"),
        Rule(K.CONSTANT, r"(?P<n>[\w-]+)[ \t]*=", Opens.BODY, where=frozenset({"locals"})),
        Rule(K.CLASS, rf"[\w-]+(?:[ \t]+\"[^\"\n]*\")*[ \t]+{_LABEL}", Opens.BODY, where=_top),
        # Other languages in HCL's clothes name blocks as they like.
        Rule(
            K.CLASS,
            r"[\w-]+(?:[ \t]+\"[^\"\n]*\")*[ \t]+\"(?P<n>[^\"\n]+)\"[ \t]*\{",
            Opens.BODY,
            where=_top,
        ),
        Rule(K.KEY, r"(?P<n>[\w-]+)[ \t]*=", where=_top, extra=True),
    ),
)
