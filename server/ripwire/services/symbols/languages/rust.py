"""Rust."""

import re

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TOP, Language, Opens, Rule
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import CHARACTER, SLASH_STAR, SLASHES, Lexis, quoted

_PUB = r"(?:pub(?:\([^)\n]*\))?[ \t]+)?"
_WORDS = r"(?:(?:default|const|async|unsafe|safe|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*"
_PATH = r"(?:[\w:]+::)?"
_places = frozenset({TOP, "module"})
_impls = frozenset({"extension", "interface"})

_ANGLES = re.compile(r"<[^<>;{}]*>")
_ARROW = re.compile(r"->")


def tidy(head: str) -> str:
    """An `impl` without its type arguments, so that what follows it is the trait and the type."""
    if "<" not in head or "impl" not in head:
        return head
    head = _ARROW.sub("  ", head)
    for _ in range(8):  # deeper than any type in use; each turn takes the innermost away
        head, count = _ANGLES.subn(lambda match: " " * len(match.group()), head)
        if not count:
            break
    return head


LANGUAGE = Language(
    name="rust",
    globs=("*.rs",),
    layout=Layout.BRACES,
    separator="::",
    braces=Braces(
        comma_ends=frozenset({"enum", "struct", "union"}), annotation=r"#!?\[", nested=True, tidy=tidy
    ),
    line_prefix=r"(?:#\[[^\]\n]*\][ \t]*)*",
    lexis=Lexis(
        starts="\"'/r",
        plain=(
            SLASHES,
            SLASH_STAR,
            r"(?:\b|(?<=\b[bc]))r(?P<h>#*)\".*?\"(?P=h)",
            quoted('"', lines=True),
            CHARACTER,
        ),
    ),
    not_names=frozenset({"_"}),
    locals=Locals(
        before=r"\blet\s+(?:mut\s+|ref\s+)*|\bfor\s+(?:mut\s+)?|\b(?:let|for)\s+\(?[^=;]*?[,(]\s*(?:mut\s+|ref\s+)*",
        function=r"\bfn\s[^;{}]*$",
        parameter=r"^\s*(?:mut\s+|ref\s+|&\s*)*$",
        pattern=r"\b(?:let|for)\s+[^=;]*",
        arms=True,
        bars=True,
    ),
    rules=(
        Rule(K.FUNCTION, rf"{_PUB}{_WORDS}fn[ \t]+(?P<n>(?:r#)?{NAME})", Opens.BODY),
        Rule(K.STRUCT, rf"{_PUB}struct[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.ENUM, rf"{_PUB}enum[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.UNION, rf"{_PUB}union[ \t]+(?P<n>{NAME})[ \t]*(?:<[^\n]*)?(?:\{{|$)", Opens.TYPE),
        Rule(K.INTERFACE, rf"{_PUB}(?:unsafe[ \t]+)?(?:auto[ \t]+)?trait[ \t]+(?P<n>{NAME})", Opens.TYPE),
        Rule(K.MODULE, rf"{_PUB}mod[ \t]+(?P<n>{NAME})", Opens.TYPE, declares=";"),
        Rule(K.TYPE, rf"{_PUB}type[ \t]+(?P<n>{NAME})"),
        Rule(
            K.CONSTANT,
            rf"{_PUB}(?:default[ \t]+)?(?:const|static(?:[ \t]+mut)?)[ \t]+(?P<n>{NAME})[ \t]*:",
            where=_places | _impls,
        ),
        Rule(K.MACRO, rf"(?:pub[ \t]+)?macro(?:_rules!)?[ \t]*(?P<n>{NAME})", Opens.TEMPLATE),
        Rule(
            K.EXTENSION,
            rf"{_WORDS}impl\b(?:<[^\n{{]*>)?[^\n{{]*?\bfor[ \t]+(?:&(?:'\w+[ \t]+)?(?:mut[ \t]+)?)?(?:dyn[ \t]+)?{_PATH}(?P<n>{NAME})",
            Opens.TYPE,
            extra=True,
        ),
        Rule(K.EXTENSION, rf"{_WORDS}impl(?:<[^\n{{]*>)?[ \t]+{_PATH}(?P<n>{NAME})", Opens.TYPE, extra=True),
        # Items inside `cfg_if! { … }` and the like are items of the scope around it.
        Rule(None, r"(?:cfg|feature)\w*![ \t]*(?:\{|$)", Opens.BLOCK, ends="{"),
        Rule(None, r"(?:unsafe[ \t]+)?extern[ \t]*(?:\"[^\"\n]*\")?[ \t]*(?:\{|$)", Opens.BLOCK, ends="{"),
        Rule(
            K.FIELD,
            rf"{_PUB}(?P<n>(?:r#)?{NAME})[ \t]*:[ \t]*[^:\n]",
            where=frozenset({"struct", "union"}),
            extra=True,
            whole_file=True,
        ),
        Rule(
            K.ENUM_MEMBER,
            r"(?P<n>[A-Z]\w*)[ \t]*(?:[({=].*)?$",
            where=frozenset({"enum"}),
            extra=True,
            whole_file=True,
        ),
    ),
)
