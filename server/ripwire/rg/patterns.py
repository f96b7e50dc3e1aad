r"""A pattern as rg must be told it: people write JavaScript's escapes, and `\n` for any line end.

No regex is parsed here and none is judged: rg does that.  A pattern is only cut into letters, escapes,
classes and groups, so that an escaped backslash before an `n` is not taken for a newline.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from ripwire.errors import Failure, Kind
from ripwire.rg import sendable

_SPECIAL = re.compile(r"([\\.+*?()|\[\]{}^$#&\-~])")
_TOKEN = re.compile(r"\\u[0-9A-Fa-f]{4}|\\[xu]\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\.|\(\?<[=!]|.", re.DOTALL)
_NEWLINE = re.compile(r"\n|\\(?:n|x0a|x\{0*a\}|u000a|u\{0*a\})", re.IGNORECASE)
_RETURN = re.compile(r"\r|\\(?:r|x0d|x\{0*d\}|u000d|u\{0*d\})", re.IGNORECASE)
_OTHER_ESCAPES = {"\\N", "\\R"}
"""Other escapes than `\\n` and `\\r`."""
_JAVASCRIPT = re.compile(r"\\u([0-9A-Fa-f]{4})")
_LOOK_BEHIND = {"(?<=", "(?<!"}
_SET_OPERATORS = ("&&", "--", "~~")


@attrs.frozen
class Pattern:
    text: str
    fixed: bool
    """A literal, for `--fixed-strings`."""
    multiline: bool


def escaped(literal: str) -> str:
    """A regex, in rg's syntax, that matches exactly this text."""
    return _SPECIAL.sub(r"\\\1", literal)


def prepared(pattern: str, *, fixed: bool, multiline: bool) -> Pattern:
    """`Failure` for a pattern that no process can be given."""
    _check(pattern)
    if fixed and not ("\n" in pattern or "\r" in pattern):
        return Pattern(pattern, fixed=True, multiline=multiline)
    tokens = _TOKEN.findall(escaped(pattern) if fixed else pattern)
    multiline = multiline or any(_is(_NEWLINE, token) or _is(_RETURN, token) for token in tokens)
    text = "".join(_any_line_end(tokens) if multiline else map(_plain, tokens))
    _check(text)
    return Pattern(text, fixed=False, multiline=multiline)


def _check(pattern: str) -> None:
    sendable.check(pattern, "pattern")
    size = len(pattern.encode("utf-8", "surrogateescape"))
    if size > sendable.cap():
        raise Failure(
            Kind.INVALID_PATTERN,
            f"the pattern is too long: {size} bytes, and a process can be given {sendable.cap()}",
        )


def _is(kind: re.Pattern[str], token: str) -> bool:
    return token not in _OTHER_ESCAPES and kind.fullmatch(token) is not None


def _plain(token: str) -> str:
    r"""PCRE2 does not know JavaScript's `\uXXXX`; both engines know `\x{XXXX}`."""
    return _JAVASCRIPT.sub(r"\\x{\1}", token)


def _any_line_end(tokens: Sequence[str]) -> list[str]:
    r"""`\n` also meets `\r\n`, as it does in editors, unless the caller wrote the `\r` himself."""
    out: list[str] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        if tokens[at] == "[":
            end = _class_end(tokens, at)
            out.append(_class(tokens[at:end]))
        elif tokens[at] in _LOOK_BEHIND:
            # Left alone: PCRE2 before 10.43 wants a fixed length there.
            end = _group_end(tokens, at)
            out += map(_plain, tokens[at:end])
        elif _is(_NEWLINE, tokens[at]) and not _after_return(tokens, at):
            repeated = end < len(tokens) and tokens[end] in {"*", "+", "?", "{"}
            out.append(r"(?:\r?\n)" if repeated else r"\r?\n")
        else:
            out.append(_plain(tokens[at]))
        at = end
    return out


def _after_return(tokens: Sequence[str], at: int) -> bool:
    before = at - 1
    while before > 0 and tokens[before] in {"*", "+", "?"}:
        before -= 1
    return before >= 0 and _is(_RETURN, tokens[before])


def _class(tokens: Sequence[str]) -> str:
    r"""`[,\n]` may begin a `\r\n` too.  A class that excludes, or that is computed, means what it says."""
    text = "".join(map(_plain, tokens))
    has_newline = any(_is(_NEWLINE, token) for token in tokens)
    if not has_newline or tokens[1:2] == ["^"] or any(operator in text for operator in _SET_OPERATORS):
        return text
    return rf"(?:\r\n|{text})"


def _class_end(tokens: Sequence[str], at: int) -> int:
    """Just behind the bracket that closes the class at `at`; classes may stand in classes."""
    at += 1
    if tokens[at : at + 1] == ["^"]:
        at += 1
    if tokens[at : at + 1] == ["]"]:
        at += 1  # the first one is a letter
    while at < len(tokens) and tokens[at] != "]":
        at = _class_end(tokens, at) if tokens[at] == "[" else at + 1
    return min(at + 1, len(tokens))


def _group_end(tokens: Sequence[str], at: int) -> int:
    """Just behind the parenthesis that closes the group at `at`."""
    depth = 0
    while at < len(tokens):
        if tokens[at] == "[":
            at = _class_end(tokens, at)
            continue
        depth += (tokens[at] == "(" or tokens[at] in _LOOK_BEHIND) - (tokens[at] == ")")
        at += 1
        if not depth:
            break
    return at
