"""The brackets around a place, and the text of a statement without the brackets inside it."""

from __future__ import annotations

import bisect
import re

from ripwire.services.symbols.brackets import pair

BRACKETED, BRACED = "\x00", "\x01"
"""What stands for emptied brackets in a statement's text."""
_LOOK_BACK = 600
_INNER = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")


class Nesting:
    def __init__(self, code: str) -> None:
        self.code = code
        self.pairs = pair(code)
        self._openers = sorted(self.pairs)
        self._parents = self._find_parents()

    def _find_parents(self) -> list[int]:
        """For each opener: the opener around it, or -1."""
        parents: list[int] = []
        open_now: list[int] = []
        for opener in self._openers:
            while open_now and self.pairs[open_now[-1]] < opener:
                open_now.pop()
            parents.append(open_now[-1] if open_now else -1)
            open_now.append(opener)
        return parents

    def around(self, offset: int) -> int:
        """The innermost opening bracket around a place, or -1."""
        index = bisect.bisect_left(self._openers, offset) - 1
        opener = self._openers[index] if index >= 0 else -1
        while opener >= 0 and self.pairs[opener] < offset:
            opener = self.parent(opener)
        return opener

    def parent(self, opener: int) -> int:
        return self._parents[bisect.bisect_left(self._openers, opener)]

    def block(self, offset: int) -> int:
        """The innermost `{` around a place, or -1."""
        opener = self.around(offset)
        while opener >= 0 and self.code[opener] != "{":
            opener = self.parent(opener)
        return opener

    def lead(self, offset: int) -> str:
        """The statement up to a place, inner brackets emptied."""
        start = max(self.around(offset) + 1, offset - _LOOK_BACK)
        text = self.code[start:offset]
        while (shorter := _INNER.sub(_hollow, text)) != text:
            text = shorter
        return text[max(text.rfind(";"), text.rfind("}")) + 1 :]


def _hollow(match: re.Match[str]) -> str:
    """Brackets become other marks, so that each turn ends; braces differ, since they may end a statement."""
    return (BRACED if match.group()[0] == "{" else BRACKETED) * len(match.group())
