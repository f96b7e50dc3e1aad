"""A typed name as one pattern for ripgrep: lines that may define a symbol of that name.

Measured on 1.4 GB: such a pass costs 0.9–1.2 s, bare ripgrep 0.9; the rules of every language woven
around the query cost 4–5 s.  So ripgrep looks for the text, and the rules look at what it prints.
"""

from __future__ import annotations

import re

SHORT, SCATTERED_FROM = 3, 5
"""Below three letters a line must look like a definition; from five on the letters may be scattered."""

_KEYWORDS = (
    r"class|def|defp|defmodule|defmacro|fn|func|fun|function|sub|proc|struct|enum|union|interface|trait"
    r"|protocol|object|record|module|namespace|package|type|typedef|macro|macro_rules!|define|val|var|let|const"
)


def text_pattern(name: str) -> str:
    """For `rg -e`.  Every name that any tier would take stands on a line it matches, except that
    scattered letters are only looked for in longer queries.
    """
    if len(name) < SHORT:
        return _definition_of(name)
    if len(name) < SCATTERED_FROM:
        return f"{_any_case(name)}|{_humps(name)}"
    return _any_case(name, r"\w*")


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
    return char.upper() if char.isascii() else _one(char)


def _one(char: str) -> str:
    return escaped(char) if char.isascii() else r"\w"


def _definition_of(name: str) -> str:
    """A word that begins so behind a keyword, or at the beginning of a C-like function's parameters."""
    begins = _any_case(name)
    return rf"\b(?:{_KEYWORDS})\s+{begins}|^\w[\w \t*:<>,&]*\b{begins}\w*\s*\("
