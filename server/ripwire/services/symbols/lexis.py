"""How comments and strings look: the pieces from which each language describes its own.

These patterns are only for Python's `re`, with DOTALL and MULTILINE set; they may look around.
"""

from __future__ import annotations

import functools
import re

import attrs


@attrs.frozen
class Template:
    """A string with holes of code in it: `` `a${b}` ``."""

    opener: str
    closer: str
    hole: str
    """How a hole begins; when it ends in a bracket, the hole lasts until that bracket closes."""


@attrs.frozen
class Lexis:
    """What is not code.  The order of `plain` counts: the first that matches wins.

    A piece in a group `keep` is left as it is.  One in a group `regex` holds only where no value can stand
    before it: `a / b` divides.
    """

    starts: str
    """The characters with which a comment, a string or a template's opener begins; only there we look."""
    plain: tuple[str, ...]
    templates: tuple[Template, ...] = ()
    opening: str = r"#![^\n\[][^\n]*"
    """What may stand at the beginning of a file and is no code."""

    @functools.cached_property
    def start(self) -> re.Pattern[str]:
        return re.compile(f"[{re.escape(self.starts)}]")

    @functools.cached_property
    def start_in_hole(self) -> re.Pattern[str]:
        return re.compile(f"[{re.escape(self.starts)}(){{}}]")

    @functools.cached_property
    def whole(self) -> re.Pattern[str]:
        """Openers of templates (groups `t0`, `t1`, …), comments, strings."""
        openers = [f"(?P<t{i}>{template.opener})" for i, template in enumerate(self.templates)]
        return re.compile("|".join([*openers, *self.plain]) or "(?!)", re.DOTALL | re.MULTILINE)

    @functools.cached_property
    def first(self) -> re.Pattern[str]:
        return re.compile(self.opening, re.DOTALL)

    @functools.cached_property
    def inside(self) -> tuple[re.Pattern[str], ...]:
        """For each template: what ends it, what opens a hole in it, and escapes, which do neither."""
        return tuple(
            re.compile(
                rf"(?P<hole>{t.hole})|(?P<escape>\\.)|(?P<closer>{t.closer})", re.DOTALL | re.MULTILINE
            )
            for t in self.templates
        )


def line_comment(start: str) -> str:
    return rf"{start}[^\n]*"


def block_comment(start: str, end: str) -> str:
    """To its end, or to the end of the file when it has none."""
    return rf"{start}.*?(?:{end}|\Z)"


def quoted(quote: str, *, lines: bool = False) -> str:
    """A string with backslash escapes; `lines`: it may hold line ends."""
    stop = "" if lines else r"\n"
    return rf"{quote}[^{quote}\\{stop}]*(?:\\.[^{quote}\\{stop}]*)*{quote}"


def tripled(quote: str) -> str:
    return rf"{quote * 3}(?:[^\\]|\\.)*?(?:{quote * 3}|\Z)"


SLASHES = line_comment("//")
HASH = line_comment("#")
SLASH_STAR = block_comment(r"/\*", r"\*/")
DOUBLE = quoted('"')
SINGLE = quoted("'")
CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,10}?)'"
"""One character or escape; a lone apostrophe (a lifetime, a type variable) is code."""
