"""Elixir."""

from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import HASH, Lexis, Template, quoted

_MODULE = r"[A-Z][\w.]*"
_FUNCTION = r"[a-z_]\w*[?!]?"


def _first_clauses(symbols: list[Symbol], text: str) -> list[Symbol]:
    """A function has many clauses; its first one stands for all, private and public apart."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    lines = text.split("\n")
    for symbol in symbols:
        key = (symbol.container, symbol.name, lines[symbol.line - 1].split(None, 1)[0])
        if symbol.kind in (K.FUNCTION, K.METHOD, K.MACRO, K.TYPE) and key in seen:
            continue
        seen.add(key)
        kept.append(symbol)
    return kept


LANGUAGE = Language(
    name="elixir",
    globs=("*.ex", "*.exs"),
    joins="",
    lexis=Lexis(
        starts="\"'#~?",
        plain=(
            r"(?<![\w)])\?\\?.",
            HASH,
            r"~[A-Z]\"\"\"\n.*?^[ \t]*\"\"\"[a-z]*",
            r"(?:~[a-zA-Z])?'''.*?'''",
            quoted("'"),
            r"~[a-zA-Z](?:/(?:[^/\\\n]|\\.)*/|\|[^|\n]*\||\([^)\n]*\)|\{[^}\n]*\}|\[[^\]\n]*\]|<[^>\n]*>|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')",
        ),
        templates=(Template(r'(?:~[a-z])?"""', '"""', r"\#\{"), Template('"', '"', r"\#\{")),
    ),
    finish=_first_clauses,
    locals=Locals(before=r"\b(?:for|local)\s+", after=r"\s*=(?![=~>])|\s*<-|\s*->|\s*(?:,\s*\w+\s*)+=(?!=)"),
    rules=(
        Rule(K.MODULE, rf"defmodule[ \t]+(?P<n>{_MODULE})", Opens.TYPE),
        Rule(K.INTERFACE, rf"defprotocol[ \t]+(?P<n>{_MODULE})", Opens.TYPE),
        Rule(K.EXTENSION, rf"defimpl[ \t]+(?P<n>{_MODULE})", Opens.TYPE, extra=True),
        Rule(
            K.FUNCTION,
            rf"(?:defp?|defguardp?|defdelegate|defnp?)[ \t]+(?:unquote\()?(?P<n>{_FUNCTION})",
            Opens.BODY,
        ),
        Rule(K.MACRO, rf"defmacrop?[ \t]+(?P<n>{_FUNCTION})", Opens.BODY),
        Rule(K.TYPE, rf"@(?:typep?|opaque)[ \t]+(?P<n>{_FUNCTION})"),
        Rule(K.METHOD, rf"@(?:macro)?callback[ \t]+(?P<n>{_FUNCTION})"),
    ),
)
