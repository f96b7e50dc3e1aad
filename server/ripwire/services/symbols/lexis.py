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
    """What is not code.  The order of `plain` counts: the first that matches wins."""

    plain: tuple[str, ...]
    templates: tuple[Template, ...] = ()

    @functools.cached_property
    def plain_pattern(self) -> re.Pattern[str]:
        """Comments and strings without holes; before them the openers of templates (`t0`, `t1`, …)."""
        openers = [f"(?P<t{i}>{template.opener})" for i, template in enumerate(self.templates)]
        return re.compile("|".join([*openers, *self.plain]) or "(?!)", re.DOTALL | re.MULTILINE)

    @functools.cached_property
    def hole_pattern(self) -> re.Pattern[str]:
        """The same, and the brackets by which a hole ends."""
        return re.compile(
            rf"(?P<open>[({{])|(?P<close>[)}}])|{self.plain_pattern.pattern}", re.DOTALL | re.MULTILINE
        )

    @functools.cached_property
    def inside(self) -> tuple[re.Pattern[str], ...]:
        """For each template: what ends it, what opens a hole in it, and escapes, which do neither."""
        return tuple(
            re.compile(
                rf"(?P<escape>\\.)|(?P<closer>{t.closer})|(?P<hole>{t.hole})", re.DOTALL | re.MULTILINE
            )
            for t in self.templates
        )


def line_comment(start: str) -> str:
    return rf"{start}[^\n]*"


def block_comment(start: str, end: str) -> str:
    """To its end, or to the end of the file when it has none."""
    return rf"{start}.*?(?:{end}|\Z)"


def quoted(quote: str, *, lines: bool = False, prefix: str = "") -> str:
    """A string with backslash escapes; `lines`: it may hold line ends."""
    stop = "" if lines else r"\n"
    return rf"{prefix}{quote}[^{quote}\\{stop}]*(?:\\.[^{quote}\\{stop}]*)*{quote}"


def tripled(quote: str, *, prefix: str = "") -> str:
    return rf"{prefix}{quote * 3}(?:[^\\]|\\.)*?(?:{quote * 3}|\Z)"


def raw_tripled(quote: str, *, prefix: str = "") -> str:
    return rf"{prefix}{quote * 3}.*?(?:{quote * 3}|\Z)"


SLASHES = line_comment("//")
HASH = line_comment("#")
SLASH_STAR = block_comment(r"/\*", r"\*/")
DOUBLE = quoted('"')
SINGLE = quoted("'")
CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,10}?)'"
"""One character or escape; a lone apostrophe (a lifetime, a type variable) is code."""
