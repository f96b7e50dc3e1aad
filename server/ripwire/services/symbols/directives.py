"""Preprocessor lines, found and taken out of the code; the ends of statements that no mark shows, and those
that a mark shows wrongly.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"#[ \t]*(\w*)")
_REST = re.compile(r"(?:[^\n\\]|\\.)*", re.DOTALL)
_NOT_LINE_END = re.compile(r"[^\n]")


class Directives:
    """`code` without its directives, the `branches` (`#if` and its kin), and the directives' own text."""

    def __init__(self, code: str) -> None:
        self.branches: list[tuple[int, str]] = []
        self.lines: list[tuple[int, str]] = []
        kept: list[str] = []
        done = 0
        at = code.find("#")
        while at >= 0:
            line = code.rfind("\n", 0, at) + 1
            if code[line:at].isspace() or line == at:
                end = self._take(code, at)
                kept += (code[done:at], _NOT_LINE_END.sub(" ", code[at:end]))
                done = end
                at = code.find("#", end)
            else:
                at = code.find("#", at + 1)
        kept.append(code[done:])
        self.code = "".join(kept)

    def _take(self, code: str, at: int) -> int:
        rest = _REST.match(code, at)
        end = rest.end() if rest else at + 1
        word = _WORD.match(code, at)
        name = word.group(1) if word else ""
        if name.startswith(("if", "el", "endif")):
            self.branches.append((at, name))
        elif name == "define":
            self.lines.append((at, code[at:end]))
        return end


def broken(code: str, breaks: re.Pattern[str]) -> str:
    """The code with a `;` for the last character of each match."""
    parts: list[str] = []
    done = 0
    for match in breaks.finditer(code):
        parts += (code[done : match.end() - 1], ";")
        done = match.end()
    parts.append(code[done:])
    return "".join(parts)


def running_on(code: str, pattern: str) -> str:
    """The code without the `;` in each match."""
    return re.sub(pattern, lambda match: match[0].replace(";", " "), code)
