"""Which bracket closes which, in text whose comments and strings are blank.

Never fails: a bracket without a partner has no entry, and conditional compilation is followed so that
`#if … {` `#else … {` `#endif … }` still pairs.
"""

from __future__ import annotations

import re

_BRACKET = re.compile(r"[(){}\[\]]")
_OPENER = {")": "(", "}": "{", "]": "["}
_NEAR = 4
"""How many open brackets a stray `)` or `]` may skip: it never leaves a brace."""
_DEEPEST = 50
"""Deeper conditions are not followed: the copies of what is open would grow without bound."""


def pair(code: str, branches: list[tuple[int, str]] | None = None) -> dict[int, int]:
    """The closing offset of each opening one.  `branches`: where `#if`, `#else`, `#endif` stand."""
    pairing = _Pairing(code)
    at = 0
    for offset, word in branches or ():
        pairing.read(at, offset)
        pairing.branch(word, offset)
        at = offset
    pairing.read(at, len(code))
    return pairing.pairs


class _Pairing:
    def __init__(self, code: str) -> None:
        self.pairs: dict[int, int] = {}
        self._code = code
        self._open: list[int] = []
        self._saved: list[list[int]] = []

    def read(self, start: int, end: int) -> None:
        """Every bracket of every file goes through this loop: it calls nothing for those that fit."""
        code, stack, pairs = self._code, self._open, self.pairs
        for match in _BRACKET.finditer(code, start, end):
            bracket = match.group()
            if bracket in "({[":
                stack.append(match.start())
            elif stack and code[stack[-1]] == _OPENER[bracket]:
                pairs[stack.pop()] = match.start()
            elif stack:
                self._mend(_OPENER[bracket], match.start())

    def _mend(self, opener: str, offset: int) -> None:
        """A bracket that does not fit: a brace closes what is open inside it, others never leave a brace."""
        stack = self._open
        depth = len(stack) - 1
        while depth >= 0 and self._code[stack[depth]] != opener:
            far = opener != "{" and (self._code[stack[depth]] == "{" or len(stack) - depth >= _NEAR)
            if far or len(stack) - depth > _LONGEST_MEND:
                return
            depth -= 1
        if depth >= 0:
            self.pairs[stack[depth]] = offset
            del stack[depth:]

    def branch(self, word: str, offset: int) -> None:
        """Each branch of a condition begins with the brackets that were open before it."""
        if word.startswith("if"):
            self._saved.append(self._open[:] if len(self._saved) < _DEEPEST else [])
        elif word.startswith("el") and self._saved:
            for start in self._open[len(self._saved[-1]) :]:
                if self._code[start] == "{":
                    self.pairs[start] = offset
            self._open[:] = self._saved[-1]
        elif word.startswith("end") and self._saved:
            self._saved.pop()


_LONGEST_MEND = 1000
"""A brace looks no further back for its partner: hostile text must not make each one look through all."""
