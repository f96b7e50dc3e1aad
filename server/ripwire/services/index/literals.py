"""What every match must contain: literals taken out of a pattern, or nothing where that is not certain.

A conservative reader of rg's regex syntax.  It gives up early: `None` means “walk the tree”, and a literal
that is given really is in every match.
"""

from __future__ import annotations

import attrs

from ripwire.rg.query import Case, RegexEngine, TextQuery

SHORTEST = 3
"""Bytes: two letters choose almost every file."""
_BREAKS = frozenset("bBwWsSdDAz<>ntrfva")
"""Escapes that stand for something else than one known letter, and need no argument."""
_PUNCTUATION = frozenset(r"\.+*?()|[]{}^$#&-~/ !\"%',:;=@_`")

Branches = tuple[tuple[bytes, ...], ...]
"""Alternatives, each a set of literals that are all in a match of it."""


@attrs.define
class _Reader:
    pattern: str
    at: int = 0
    literals: list[str] = attrs.field(factory=list)
    current: list[str] = attrs.field(factory=list)
    branches: list[list[str]] = attrs.field(factory=list)

    def end_literal(self) -> None:
        if self.current:
            self.literals.append("".join(self.current))
            self.current = []

    def end_branch(self) -> None:
        self.end_literal()
        self.branches.append(self.literals)
        self.literals = []


class _GiveUpError(Exception):
    """The pattern holds something whose meaning this reader does not know for certain."""


def required(query: TextQuery) -> Branches | None:
    """Literals of each alternative, as UTF-8; None where some alternative may match without any."""
    folded = query.case is not Case.SENSITIVE
    if query.fixed_strings:
        branches = [query.pattern.replace("\r", "\n").split("\n")]
    elif query.engine is RegexEngine.PCRE2:
        return None
    else:
        try:
            branches = _read(query.pattern)
        except _GiveUpError:
            return None
    usable = tuple(_usable(branch, folded=folded) for branch in branches)
    return usable if usable and all(usable) else None


def _usable(literals: list[str], *, folded: bool) -> tuple[bytes, ...]:
    """Long enough to choose anything; without letters that fold to others of another length."""
    parts = [part for literal in literals for part in (_ascii_runs(literal) if folded else [literal])]
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    return tuple(part for part in encoded if len(part) >= SHORTEST)


def _ascii_runs(literal: str) -> list[str]:
    return "".join(letter if letter.isascii() else "\0" for letter in literal).split("\0")


def _read(pattern: str) -> list[list[str]]:
    reader = _Reader(pattern)
    while reader.at < len(pattern):
        _step(reader)
    reader.end_branch()
    return reader.branches


def _step(reader: _Reader) -> None:
    letter = reader.pattern[reader.at]
    if letter == "|":
        reader.end_branch()
        reader.at += 1
    elif letter == "(":
        reader.end_literal()
        reader.at = _behind_group(reader.pattern, reader.at)
        _skip_quantifier(reader)
    elif letter == "[":
        reader.end_literal()
        reader.at = _behind_class(reader.pattern, reader.at)
        _skip_quantifier(reader)
    elif letter in ".^$\n\r":
        reader.end_literal()
        reader.at += 1
        _skip_quantifier(reader)
    elif letter == "\\":
        _escape(reader)
    elif letter in "*+?{)":
        raise _GiveUpError
    else:
        reader.at += 1
        _atom(reader, letter)


def _escape(reader: _Reader) -> None:
    if reader.at + 1 >= len(reader.pattern):
        raise _GiveUpError
    letter = reader.pattern[reader.at + 1]
    reader.at += 2
    if letter in _BREAKS:
        reader.end_literal()
        if letter in "bB" and reader.pattern[reader.at : reader.at + 1] == "{":
            raise _GiveUpError
        _skip_quantifier(reader)
    elif letter in _PUNCTUATION:
        _atom(reader, letter)
    else:
        raise _GiveUpError


def _atom(reader: _Reader, letter: str) -> None:
    """One letter, with what its quantifier says of it: optional, it is in no literal."""
    quantifier = _quantifier(reader)
    if quantifier is None:
        reader.current.append(letter)
    elif quantifier == "+":
        reader.current.append(letter)
        reader.end_literal()
    else:
        reader.end_literal()


def _skip_quantifier(reader: _Reader) -> None:
    while _quantifier(reader) is not None:
        pass


def _quantifier(reader: _Reader) -> str | None:
    """`+` (at least once), `*` (perhaps never), or None; the reader is behind it, and a lazy `?`, then."""
    letter = reader.pattern[reader.at : reader.at + 1]
    if letter not in ("*", "+", "?", "{"):
        return None
    if letter == "{":
        end = reader.pattern.find("}", reader.at)
        if end < 0:
            raise _GiveUpError
        reader.at = end
    reader.at += 1
    if reader.pattern[reader.at : reader.at + 1] == "?":
        reader.at += 1
    return "+" if letter == "+" else "*"


def _behind_group(pattern: str, at: int) -> int:
    """Past a group, whose content is not looked at; flags and look-around mean giving up."""
    if pattern.startswith("(?", at) and not pattern.startswith(("(?:", "(?P<"), at):
        raise _GiveUpError
    depth = 0
    while at < len(pattern):
        letter = pattern[at]
        if letter == "\\":
            at += 1
        elif letter == "[":
            at = _behind_class(pattern, at) - 1
        elif letter == "(":
            if pattern.startswith("(?", at) and not pattern.startswith(("(?:", "(?P<"), at):
                raise _GiveUpError
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise _GiveUpError


def _behind_class(pattern: str, at: int) -> int:
    """Past `[…]`, nested ones too; a `]` right at the start is a letter."""
    depth = 0
    while at < len(pattern):
        letter = pattern[at]
        if letter == "\\":
            at += 1
        elif letter == "[":
            depth += 1
            at += 1 if pattern.startswith("[^", at) else 0
            at += 1 if pattern.startswith("]", at + 1) else 0
        elif letter == "]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise _GiveUpError
