"""A typed name as one pattern for ripgrep: lines that may define a symbol of that name.

Measured on 1.4 GB: such a pass costs 0.9–1.2 s, bare ripgrep 0.9; the rules of every language woven
around the query cost 4–5 s.  So ripgrep looks for the text, and the rules look at what it prints.
"""

from __future__ import annotations

import re

SHORT, SCATTERED_FROM = 3, 5
"""Below three letters a name must begin with them; from five on the letters may be scattered."""

_KEYWORDS = (
    r"class|def\w*|fn|func?|function|sub|proc|struct|enum|union|interface|trait|protocol|object|record|module"
    r"|namespace|package|type|typedef|macro\w*!?|val|var|let|const|static"
)
_WHERE = (
    r"^[^()=;]*",
    # Behind a receiver, an attribute or an annotation: `func (r *T) name(`, `@A(1) void name(`.
    r"^[^;]*\)[ \t]+[^().=;]*",
    rf"\b(?:{_KEYWORDS})[ \t]+[\w$.:*&'<>]*",
    # `SYSCALL_DEFINE3(name`, `TEST_F(Suite, name`, `-record(name`, `(|>) ::`.
    r"^-?\w*[ \t]*\([ \t]*(?:\w+[ \t]*,[ \t]*)?\w*",
    r"^(?:static[ \t]+)?[A-Z][A-Z0-9_]+[ \t]*\([^()=;]*",
    r"^[ \t]*\((?:def|ns)[^()]*",
    # `- (void)name:`, `typedef struct { … } name;`, `class Monad m => name`.
    r"^(?:[-+][ \t]*\([^()]*\)[ \t]*\w*|[ \t]*typedef\b.*|@property\b.*|class\b.*=>.*)",
    r"^[\w \t*]*\([ \t]*\*[* \t]*",
)
"""What may stand in front of a name where it is defined: indented methods as well as functions."""
_BEHIND = ("", r"\w*[ \t]*[(\[<]", "", "", "", "", "", "")
"""What has to follow, of each."""


def text_pattern(name: str) -> str:
    """For `rg -e`.  Every name that any tier would take stands on a line it matches, except that short
    queries look for beginnings only, and scattered letters are looked for in longer ones.
    """
    if len(name) < SHORT:
        return _defined(rf"(?-u:\b_*){_any_case(name)}") if name[0].isalnum() else _any_case(name)
    if len(name) < SCATTERED_FROM:
        return f"{_any_case(name)}|{_humps(name)}"
    return _any_case(name, r"\w*")


def may_define(name: str) -> re.Pattern[str]:
    """For Python: lines of which some rule may name something like it.  Of a word that is everywhere most
    lines are uses, and this says so ten times faster than the rules.  Possessive, so no line can make it
    explode.
    """
    if not all(char.isalnum() or char == "_" for char in name):
        return re.compile("")
    letters = name[0] + "".join(rf"[^\W{char}]*+{char}" for char in name[1:])
    wanted = f"(?i:{letters})" if len(name) >= SHORT else rf"\b_*(?i:{re.escape(name)})"
    places = zip(_WHERE, _BEHIND, strict=True)
    return re.compile("|".join(f"(?:{where}){wanted}{behind}" for where, behind in places))


def exact_pattern(name: str) -> str:
    """The name itself, as a whole word where its ends are letters."""
    before = r"\b" if name[:1].isalnum() or name[:1] == "_" else ""
    after = r"\b" if name[-1:].isalnum() or name[-1:] == "_" else ""
    return before + escaped(name) + after


def escaped(text: str) -> str:
    """For Rust's regex syntax: `re.escape` also escapes a space, which it refuses."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&~-])", r"\\\1", text)


def _any_case(name: str, between: str = "") -> str:
    """ASCII letters are compared without Unicode's tables: `k` is not the Kelvin sign."""
    flags = "(?i-u:" if name.isascii() else "(?i:"
    return flags + between.join(escaped(char) for char in name) + ")"


def _humps(name: str) -> str:
    """`gpn`, `gepn`: beginnings of humps, the first at the beginning of a word."""
    first, others = name[0], name[1:]
    start = rf"(?:\b|_){_both(first)}"
    steps = (rf"(?:{_both(char)}|\w*(?:_{_both(char)}|{_upper(char)}))" for char in others)
    return f"(?-u:{start}{''.join(steps)})"


def _both(char: str) -> str:
    return f"[{char.lower()}{char.upper()}]" if char.isascii() and char.isalpha() else _one(char)


def _upper(char: str) -> str:
    return char.upper() if char.isascii() and char.isalpha() else _one(char)


def _one(char: str) -> str:
    return escaped(char) if char.isascii() else r"\w"


def _defined(name: str) -> str:
    """A name where one may be defined.  For longer ones it does not pay: of a common word half of the lines
    go, of a rare one few, and ripgrep needs two to three times the processor time.
    """
    places = zip(_WHERE, _BEHIND, strict=True)
    return "|".join(f"(?-u:{where}){name}(?-u:{behind})" for where, behind in places)
