"""Go."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import BODY, NAME, TOP, Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, DOUBLE, SLASH_STAR, SLASHES, Lexis

_ARGUMENTS = r"(?:\[[^\]\n]*\])?[ \t]+"
_top = frozenset({TOP})
_types = frozenset({"type_group"})
_struct = frozenset({"struct"})

LANGUAGE = Language(
    name="go",
    globs=("*.go",),
    layout=Layout.BRACES,
    braces=Braces(
        newline_ends=True,
        continues=r"[.)\]]",
        unfinished=r"[=,(+&|*.<-]$",
        groups=r"(?:const|var|type|import)",
    ),
    lexis=Lexis(starts="\"'/`", plain=(SLASHES, SLASH_STAR, r"`[^`]*`", DOUBLE, CHARACTER)),
    not_names=frozenset({"_"}),
    locals=Locals(
        before=r"\b(?:var|const)\s+(?:\w+\s*,\s*)*",
        after=r"\s*(?:,\s*\w+\s*)*:=",
        function=r"\bfunc\b[^;{}]*$",
        parameter=r"^\s*$",
    ),
    rules=(
        Rule(
            K.METHOD,
            rf"func[ \t]*\([ \t]*(?:\w+[ \t]+)?\*?[ \t]*(?P<q>\w+)[^)]*\)[ \t]*(?P<n>{NAME})",
            Opens.BODY,
            where=_top,
        ),
        Rule(K.FUNCTION, rf"func[ \t]+(?P<n>{NAME})", Opens.BODY, where=_top),
        Rule(K.STRUCT, rf"type[ \t]+(?P<n>{NAME}){_ARGUMENTS}struct\b", Opens.TYPE, where=_top),
        Rule(K.INTERFACE, rf"type[ \t]+(?P<n>{NAME}){_ARGUMENTS}interface\b", Opens.TYPE, where=_top),
        Rule(K.TYPE, rf"type[ \t]+(?P<n>{NAME}){_ARGUMENTS}=?[ \t]*[\w*\[(<]", where=_top, context=BODY),
        Rule(K.CONSTANT, rf"const[ \t]+(?P<n>{NAME})", where=_top, more=NAME.join(("(?P<n>", ")"))),
        Rule(K.VARIABLE, rf"var[ \t]+(?P<n>{NAME})", where=_top, more=NAME.join(("(?P<n>", ")"))),
        # The insides of `const (`, `var (` and `type (` are rows without a keyword.
        Rule(None, r"const\b", Opens.BLOCK, where=_top, ends="(", context="const_group"),
        Rule(None, r"var\b", Opens.BLOCK, where=_top, ends="(", context="var_group"),
        Rule(None, r"type\b", Opens.BLOCK, where=_top, ends="(", context="type_group"),
        Rule(None, r"import\b", Opens.BLOCK, where=_top, ends="(", context="import_group"),
        Rule(
            K.CONSTANT,
            rf"(?P<n>{NAME})",
            where=frozenset({"const_group"}),
            more=rf"(?P<n>{NAME})",
            whole_file=True,
        ),
        Rule(
            K.VARIABLE,
            rf"(?P<n>{NAME})",
            where=frozenset({"var_group"}),
            more=rf"(?P<n>{NAME})",
            whole_file=True,
        ),
        Rule(K.STRUCT, rf"(?P<n>{NAME}){_ARGUMENTS}struct\b", Opens.TYPE, where=_types),
        Rule(K.INTERFACE, rf"(?P<n>{NAME}){_ARGUMENTS}interface\b", Opens.TYPE, where=_types),
        Rule(K.TYPE, rf"(?P<n>{NAME}){_ARGUMENTS}=?[ \t]*[\w*\[(<]", where=_types, whole_file=True),
        Rule(K.METHOD, rf"(?P<n>{NAME})\(", where=frozenset({"interface"}), extra=True, whole_file=True),
        Rule(
            K.FIELD,
            rf"(?P<n>{NAME})(?:[ \t]*,|[ \t]+[^:=\s\"`])",
            where=_struct,
            extra=True,
            whole_file=True,
            more=rf"(?P<n>{NAME})",
        ),
    ),
)
