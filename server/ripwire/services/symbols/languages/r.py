"""R."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Found, Language, Opens, Rule
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import HASH, Lexis, quoted

_NAME = r"`[^`\n]+`|\"[^\"\n]+\"|[A-Za-z.][\w.]*"
_top = frozenset({TOP})


def _function_follows(found: Found) -> bool:
    return found.following.lstrip().startswith(("function", "\\("))


LANGUAGE = Language(
    name="r",
    globs=("*.R", "*.r"),
    joins="([{",
    parted=r";(?=[ \t]*\S)",
    # Names in quotes are names: strings are blank only where no name can stand, behind something else on the line.
    lexis=Lexis(
        starts="#\"'",
        plain=(
            HASH,
            r"(?P<keep>^\"[^\"\n]+\"(?=[ \t]*(?:<-|=)))",
            quoted('"', lines=True),
            quoted("'", lines=True),
        ),
    ),
    locals=Locals(before=r"\bfor\s*\(\s*", after=r"\s*(?:<<?-|=(?!=))", word=r"[\w.]"),
    rules=(
        Rule(K.FUNCTION, rf"(?P<n>{_NAME})[ \t]*(?:<<?-|=)[ \t]*(?:function\b|\\\()", Opens.BODY, where=_top),
        Rule(
            K.FUNCTION,
            rf"(?P<n>{_NAME})[ \t]*(?:<<?-|=)[ \t]*$",
            Opens.BODY,
            where=_top,
            check=_function_follows,
        ),
        Rule(K.VARIABLE, rf"(?P<n>{_NAME})[ \t]*(?:<<?-|=)[ \t]*(?:[^\s=]|$)", where=_top),
    ),
)
