"""Which bracket closes which, in text whose comments and strings are blank.

Never fails: a bracket without a partner has no entry, and conditional compilation is followed so that
`#if … {` `#else … {` `#endif … }` still pairs.
"""

from __future__ import annotations

import re

_BRACKET = re.compile(r"[(){}\[\]]")
_OPENER = {")": "(", "}": "{", "]": "["}


def pair(code: str, branches: list[tuple[int, str]] | None = None) -> dict[int, int]:
    """The closing offset of each opening one.  `branches`: where `#if`, `#else`, `#endif` stand."""
    pairing = _Pairing()
    if not branches:
        for match in _BRACKET.finditer(code):
            pairing.see(match.group(), match.start())
        return pairing.pairs
    at = 0
    for offset, word in branches:
        for match in _BRACKET.finditer(code, at, offset):
            pairing.see(match.group(), match.start())
        pairing.branch(word, offset)
        at = offset
    for match in _BRACKET.finditer(code, at):
        pairing.see(match.group(), match.start())
    return pairing.pairs


class _Pairing:
    def __init__(self) -> None:
        self.pairs: dict[int, int] = {}
        self._open: list[tuple[str, int]] = []
        self._braces = 0
        self._saved: list[list[tuple[str, int]]] = []

    def see(self, bracket: str, offset: int) -> None:
        if bracket in "({[":
            self._open.append((bracket, offset))
            self._braces += bracket == "{"
        elif self._open and self._open[-1][0] == _OPENER[bracket]:
            self._braces -= bracket == "}"
            self.pairs[self._open.pop()[1]] = offset
        else:
            self._mend(_OPENER[bracket], offset)

    def _mend(self, opener: str, offset: int) -> None:
        """A bracket that does not fit: a brace closes what is open inside it, others never leave a brace."""
        if opener == "{" and not self._braces:
            return
        if opener != "{" and not self._within_brace(opener):
            return
        while self._open:
            bracket, start = self._open.pop()
            self._braces -= bracket == "{"
            if bracket == opener:
                self.pairs[start] = offset
                return

    def _within_brace(self, opener: str) -> bool:
        for bracket, _ in reversed(self._open[-4:]):
            if bracket == opener:
                return True
            if bracket == "{":
                return False
        return False

    def branch(self, word: str, offset: int) -> None:
        """Each branch of a condition begins with the brackets that were open before it."""
        if word.startswith("if"):
            self._saved.append(self._open[:] if len(self._saved) < _DEEPEST else [])
        elif word.startswith("el") and self._saved:
            for bracket, start in self._open[len(self._saved[-1]) :]:
                if bracket == "{":
                    self.pairs[start] = offset
            self._open = self._saved[-1][:]
            self._braces = sum(bracket == "{" for bracket, _ in self._open)
        elif word.startswith("end") and self._saved:
            self._saved.pop()


_DEEPEST = 50
"""Deeper conditions are not followed: the copies of what is open would grow without bound."""
