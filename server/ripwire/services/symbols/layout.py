"""How texts of a language are laid out: how statements end, what braces mean, how local names are bound."""

from __future__ import annotations

import enum
from collections.abc import Callable

import attrs


class Layout(enum.Enum):
    BRACES = enum.auto()
    INDENTATION = enum.auto()
    LINES = enum.auto()
    """Each line by itself; a rule that opens a type holds until the next one does."""


@attrs.frozen(kw_only=True)
class Braces:
    """How a language with braces ends its statements."""

    newline_ends: bool = False
    comma_ends: frozenset[str] = frozenset({"enum"})
    """Contexts in which a comma ends a statement too."""
    continues: str = r"[{.?:&|=)>]|(?:extends|implements|where|with|by)\b"
    """How the next line begins when it belongs to the statement before."""
    unfinished: str = r"(?:[=,|&+?:.<(-]|=>|\b(?:extends|implements|return|where|in))$"
    """How a line ends when its statement goes on."""
    groups: str | None = None
    """A head before `(` that makes the parentheses a block: Go's `const (`."""
    annotation: str | None = None
    """What may stand in front of a statement; when it ends in an opening bracket, all of that goes."""
    breaks: tuple[str, ...] = ()
    """Where a statement ends though no mark says so; the last character of a match stands for the end."""
    runs_on: str | None = None
    """Where no `;` ends a statement: the types of parameters between a head and its body, in old C."""
    tidy: Callable[[str], str] | None = None
    """Makes a statement simple before the rules see it, without moving anything."""
    preprocessor: bool = False
    any_member: bool = False
    """Keywords may name members: `catch() {` in a class."""
    nested: bool = False
    """Function bodies are searched for named functions and types."""


@attrs.frozen(kw_only=True)
class Locals:
    """How local names are bound.  The patterns look at code without comments, strings and inner brackets.

    Each is tried where the name stands: `before` must end there and `after` begin behind it.
    """

    before: str = r"(?!)"
    """What announces a name: `let `, or a type."""
    after: str = r"(?!)"
    """What follows a name when that alone binds it: `:=`."""
    block: str = r"(?!)"
    """What follows the first names in a block that are its parameters: `->` in `{ x -> … }`."""
    function: str = r"[\w$>)\]\"'`]\s*$|^\s*$|[=(,:?&|>]\s*$|\breturn\s*$|\basync\s*$"
    """What stands before the parentheses of parameters."""
    parameter: str = r"^\s*(?:[\w.]+\s+)*(?:\.\.\.|[*&])*\s*$"
    """What stands in a parameter before its name."""
    pattern: str = r"(?!)"
    """What stands before the brackets of a pattern whose names are bound."""
    arms: bool = False
    """`Some(x) => …` binds `x` for what follows."""
    arrow: str = "=>"
    """What joins the parameters of a small function and its body."""
    bars: bool = False
    """Parameters may stand between bars: `|x|`."""
    patterns: bool = False
    """`const {a, b: [c]} = d` binds `a` and `c`."""
    word: str = r"\w"
    """The characters of names."""
