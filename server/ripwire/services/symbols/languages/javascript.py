"""JavaScript, TypeScript and their JSX forms: one table, of which JavaScript leaves the types out."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Opens, Rule, words
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import DOUBLE, SINGLE, SLASH_STAR, SLASHES, Lexis, Template

NAME = r"[^\W\d][\w$]*|\$[\w$]*"
_EXPORT = r"(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?"
_MODIFIERS = r"(?:(?:public|private|protected|static|override|async|readonly|abstract|accessor|declare|get|set)[ \t]+)*"
_ARROW = rf"(?:\([^\n]*\)[ \t]*(?::[^=\n]*)?=>|(?:{NAME})[ \t]*=>)"
_FUNCTION = rf"(?:async[ \t]*)?(?:function\b|(?:<[^\n]*>[ \t]*)?{_ARROW}|(?:<[^>\n]*>)?\([^)\n]*$)"
_ANNOTATION = r"(?::(?:[^=\n]|=>)*)?"
_MEMBER_TAIL = r"\??[ \t]*(?:<[^(\n]*>[ \t]*)?\("

_top = frozenset({TOP, "namespace"})
_members = frozenset({"class"})
_signatures = frozenset({"interface"})


_VALUES = (
    Rule(None, r"(?:import\b|export[ \t]*(?:type[ \t]*)?\{)"),
    Rule(K.CLASS, rf"{_EXPORT}(?:abstract[ \t]+)?class[ \t]+(?P<n>{NAME})", Opens.TYPE),
    Rule(
        K.FUNCTION,
        rf"{_EXPORT}(?:async[ \t]+)?function[ \t]*\*?[ \t]*(?P<n>{NAME})",
        Opens.BODY,
        declares=";\n",
    ),
    Rule(
        K.FUNCTION,
        rf"{_EXPORT}(?:const|let|var)[ \t]+(?P<n>{NAME})[ \t]*{_ANNOTATION}=[ \t]*{_FUNCTION}",
        Opens.BODY,
        where=_top,
    ),
    Rule(
        K.CLASS, rf"{_EXPORT}(?:const|let|var)[ \t]+(?P<n>{NAME})[ \t]*=[ \t]*class\b", Opens.TYPE, where=_top
    ),
    Rule(K.CLASS, rf"(?:{NAME})(?:\.(?:{NAME}))*\.(?P<n>{NAME})[ \t]*=[ \t]*class\b", Opens.TYPE, where=_top),
    Rule(
        K.CONSTANT,
        rf"{_EXPORT}const[ \t]+(?P<n>{NAME})[ \t]*(?:[:=;,]|$)",
        where=_top,
        more=rf"(?P<n>{NAME})",
    ),
    Rule(
        K.VARIABLE,
        rf"{_EXPORT}(?:let|var)[ \t]+(?P<n>{NAME})[ \t]*(?:[:=;,!]|$)",
        where=_top,
        more=rf"(?P<n>{NAME})",
    ),
    Rule(
        K.METHOD,
        rf"(?:module\.)?(?:{NAME})(?:\.(?:{NAME}))*\.(?P<n>{NAME})[ \t]*=[ \t]*(?:async[ \t]*)?(?:function\b|{_ARROW})",
        Opens.BODY,
        where=_top,
    ),
    Rule(
        K.CONSTRUCTOR,
        r"(?:(?:public|private|protected)[ \t]+)?(?P<n>constructor)[ \t]*\(",
        Opens.BODY,
        where=_members,
        declares=";\n",
    ),
    Rule(
        K.METHOD,
        rf"{_MODIFIERS}\*?[ \t]*(?P<n>#?(?:{NAME})){_MEMBER_TAIL}",
        Opens.BODY,
        where=_members,
        ends="{",
        whole_file=True,
    ),
    Rule(
        K.METHOD,
        rf"{_MODIFIERS}abstract[ \t]+{_MODIFIERS}(?P<n>#?(?:{NAME})){_MEMBER_TAIL}",
        where=_members,
        whole_file=True,
    ),
    Rule(
        K.METHOD,
        rf"{_MODIFIERS}(?P<n>#?(?:{NAME})){_MEMBER_TAIL}",
        where=_members,
        declares=";\n}",
        whole_file=True,
    ),
    Rule(
        K.METHOD,
        rf"{_MODIFIERS}(?P<n>#?(?:{NAME}))[?!]?[ \t]*{_ANNOTATION}=[ \t]*{_FUNCTION}",
        Opens.BODY,
        where=_members,
        whole_file=True,
    ),
    Rule(
        K.FIELD,
        rf"{_MODIFIERS}(?P<n>#?(?:{NAME}))[?!]?[ \t]*(?:[:=;]|$)",
        where=_members,
        extra=True,
        whole_file=True,
    ),
)
_TYPES = (
    Rule(K.INTERFACE, rf"{_EXPORT}interface[ \t]+(?P<n>{NAME})", Opens.TYPE),
    Rule(K.TYPE, rf"{_EXPORT}type[ \t]+(?P<n>{NAME})[ \t]*(?:<|=|$)"),
    Rule(K.ENUM, rf"{_EXPORT}(?:const[ \t]+)?enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
    Rule(
        K.NAMESPACE,
        rf"{_EXPORT}(?:namespace|module)[ \t]+(?P<q>(?:(?:{NAME})\.)*)(?P<n>{NAME})[ \t]*(?:\{{|$)",
        Opens.TYPE,
        where=_top,
        ends="{",
    ),
    Rule(None, rf"{_EXPORT}(?:module[ \t]+[\"']|global\b)", Opens.BLOCK, where=_top, ends="{"),
    Rule(K.METHOD, rf"(?P<n>{NAME}){_MEMBER_TAIL}", where=_signatures, extra=True, whole_file=True),
    Rule(
        K.FIELD,
        rf"(?:readonly[ \t]+)?(?P<n>{NAME})[?!]?[ \t]*:",
        where=_signatures,
        extra=True,
        whole_file=True,
    ),
    Rule(
        K.ENUM_MEMBER, rf"(?P<n>{NAME})[ \t]*(?:=|$)", where=frozenset({"enum"}), extra=True, whole_file=True
    ),
)
_REGEX = r"(?P<regex>/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"
_LEXIS = Lexis(
    starts="\"'/`",
    plain=(SLASHES, SLASH_STAR, DOUBLE, SINGLE, _REGEX),
    templates=(Template("`", "`", r"\$\{"),),
)
_STYLE = Braces(
    newline_ends=True,
    nested=True,
    any_member=True,
    comma_ends=frozenset({"enum", "interface"}),
    annotation=r"@[\w$.]+\(?",
    continues=r"[{.?:&|=)>]|(?:extends|implements)\b",
    unfinished=r"(?:[=,|&+?:.<(]|=>|\b(?:extends|implements|return|async))$",
)
_NOT_NAMES = words(
    "if for while switch catch return function with super await typeof new else do throw yield import export case"
    " let const var"
)
_NOT_HEADS = words("return case throw await yield new else do delete")


def _language(name: str, globs: tuple[str, ...], rules: tuple[Rule, ...]) -> Language:
    return Language(
        name=name,
        globs=globs,
        layout=Layout.BRACES,
        braces=_STYLE,
        lexis=_LEXIS,
        not_names=_NOT_NAMES,
        not_heads=_NOT_HEADS,
        locals=Locals(
            before=r"\b(?:const|let|var|using|function\s*\*?|class)\s+|\b(?:const|let|var)\s[^;]*,\s*",
            function=r"[\w$>)\]\"'`]\s*$|^\s*$|[=(,:?&|>{}\[]\s*$|\breturn\s*$|\basync\s*$",
            parameter=r"^\s*(?:(?:public|private|protected|readonly|override)\s+)*(?:\.\.\.)?\s*$",
            patterns=True,
            word=r"[\w$]",
        ),
        rules=rules,
    )


LANGUAGES = (
    _language("javascript", ("*.js", "*.mjs", "*.cjs", "*.jsx"), _VALUES),
    _language("typescript", ("*.ts", "*.mts", "*.cts"), _TYPES + _VALUES),
    _language("tsx", ("*.tsx",), _TYPES + _VALUES),
)
