"""The vocabulary of the rule table: a language is its file names, its lexis and its rules.

One pattern text serves ripgrep (over a tree, line by line) and Python's `re` (over a file, statement by
statement), so patterns use no look-around and no back-references.  `(?P<n>…)` is the symbol's name and
`(?P<q>…)` a qualifier in front of it (`Type::`).  A pattern begins where the line's indentation ends.
"""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import attrs

from ripwire.services.symbols.kinds import Symbol, SymbolKind
from ripwire.services.symbols.layout import Braces, Layout, Locals
from ripwire.services.symbols.lexis import Lexis

NAME = r"[^\W\d]\w*"
"""An identifier."""
NAME_OR_DOLLAR = r"[^\W\d][\w$]*|\$[\w$]+"


def words(text: str) -> frozenset[str]:
    """A set of words, written as a sentence."""
    return frozenset(text.split())


TOP = "top"
"""The context outside everything; namespaces and modules are the same to a rule."""
BODY = "body"
"""The context inside a function, or inside braces that no rule explains."""

TYPES: frozenset[str] = frozenset(
    {"class", "struct", "union", "interface", "enum", "object", "extension", "type"}
)
"""The contexts in which members live: the kinds that open one."""
NAMESPACES: frozenset[str] = frozenset({TOP, "module", "namespace"})


class Opens(enum.Enum):
    NOTHING = enum.auto()
    TYPE = enum.auto()
    """Members follow."""
    BODY = enum.auto()
    """Local names follow; only definitions with a keyword are looked for in it."""
    BLOCK = enum.auto()
    """What follows belongs to the scope around it (`extern "C" {`, `const (`)."""
    TEMPLATE = enum.auto()
    """What follows is text for a macro, not code of this place: nothing is looked for in it."""


@attrs.frozen
class Rule:
    """One way to define a symbol.  `kind` None: the match only opens a block or hides a line."""

    kind: SymbolKind | None
    pattern: str
    opens: Opens = Opens.NOTHING
    where: frozenset[str] | None = attrs.field(default=None, kw_only=True)
    """The contexts it holds in; None is everywhere, function bodies included."""
    ends: str | None = attrs.field(default=None, kw_only=True)
    """The closers it may have (see `Found.closer`); None is any."""
    extra: bool = attrs.field(default=False, kw_only=True)
    context: str | None = attrs.field(default=None, kw_only=True)
    """The context that it opens, when that is not its kind's."""
    more: str | None = attrs.field(default=None, kw_only=True)
    """How further names after a comma look: `int a, *b` has two."""
    more_ends: str = attrs.field(default=";", kw_only=True)
    """The marks behind which there are none: `=` where values follow, as in `a, b = c, d`."""
    whole_file: bool = attrs.field(default=False, kw_only=True)
    """Too vague for single lines: ripgrep is not given it."""
    check: Callable[[Found], bool] | None = attrs.field(default=None, kw_only=True)
    until_end: bool = attrs.field(default=False, kw_only=True)
    """In layouts by indentation: it lasts until a line `end`, though what is in it may not be indented.
    Without a kind: the scope that the head above has opened begins here."""
    tail: bool = attrs.field(default=False, kw_only=True)
    """Names may follow its closing brace; they are read in the context `… tail`, or `typedef tail`."""
    declares: str = attrs.field(default="", kw_only=True)
    """The closers with which it only announces: `;` after a function's head in C."""


@attrs.frozen(kw_only=True, eq=False)
class Language:
    name: str
    globs: tuple[str, ...]
    """File names, in ripgrep's glob syntax (`*.py`, `Makefile`)."""
    rules: tuple[Rule, ...]
    lexis: Lexis
    layout: Layout = Layout.INDENTATION
    braces: Braces = attrs.field(factory=Braces)
    joins: str = "(["
    """Brackets inside which line ends mean nothing, in layouts without braces."""
    unfinished: str | None = None
    """How a line ends that goes on below without a bracket saying so, in layouts without braces."""
    parted: str | None = None
    """Where a statement ends and another follows on its line, in layouts without braces."""
    parts_nest: bool = False
    """A later statement of a line stands in what an earlier one opened, even with no `end` on the line."""
    direct_members: frozenset[str] = frozenset()
    """Contexts whose members stand at one indentation; what is deeper belongs to their bodies."""
    inline_blocks: bool = False
    """`class A { def b = 1; def c = 2 }` on one line is looked into."""
    indented_top: bool = False
    """Top-level names may stand indented, in an `if` for instance."""
    not_names: frozenset[str] = frozenset()
    """Keywords that look like a name to some rule."""
    not_heads: frozenset[str] = frozenset()
    """First words of statements that define nothing."""
    line_prefix: str = ""
    """What ripgrep allows between the indentation and a rule's pattern."""
    separator: str = "."
    whole_qualifiers: bool = False
    """A written qualifier says all: it is not inside what stands around it."""
    case_insensitive: bool = False
    constructors: frozenset[str] = frozenset()
    """Names that are constructors wherever they are methods; `=` stands for the type's own name."""
    finish: Callable[[list[Symbol], str], list[Symbol]] | None = None
    """A last look over all symbols of a file (the file's text comes with them)."""
    locals: Locals = attrs.field(factory=Locals)
    own_scan: Callable[[str, Language], list[Symbol]] | None = None
    """For languages that are no list of statements: Markdown, JSON, HTML."""

    @functools.cached_property
    def line_rules(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules if not rule.whole_file and rule.kind is not None)

    def rg_patterns(self) -> list[str]:
        """One pattern a rule, for `rg -e`; a name's group is left unnamed."""
        flags = "(?i)" if self.case_insensitive else ""
        lead = rf"{flags}^[ \t]*{self.line_prefix}"
        return [lead + "(?:" + _GROUP.sub("(?:", rule.pattern) + ")" for rule in self.line_rules]

    def rg_pattern(self) -> str:
        """All line rules in one pattern."""
        return "|".join(f"(?:{pattern})" for pattern in self.rg_patterns())

    @functools.cached_property
    def line_matcher(self) -> Matcher:
        return Matcher(self.line_rules, rf"[ \t]*{self.line_prefix}", ignore_case=self.case_insensitive)

    def matcher(self, context: str) -> Matcher:
        """The rules that may hold in a context, compiled once."""
        if (known := self._matchers.get(context)) is None:
            rules = tuple(rule for rule in self.rules if rule.where is None or context in rule.where)
            known = self._matchers[context] = Matcher(rules, r"\s*", ignore_case=self.case_insensitive)
        return known

    @functools.cached_property
    def _matchers(self) -> dict[str, Matcher]:
        return {}


class Hit(NamedTuple):
    """A rule that matches, and what it names."""

    rule: Rule
    name: str
    start: int
    end: int
    qualifier: str


class Found(NamedTuple):
    """A hit in its surroundings: what a rule's own check is shown."""

    hit: Hit
    head: str
    """The statement or line, comments and strings blanked."""
    closer: str
    """What ended the statement: `{`, `;`, `}`, `,`, `(`, a line end, or nothing at the end of the file."""
    context: str
    owner: str
    """The name of the type around it, or nothing."""
    following: str
    """The text after the head, for rules that must look on."""


class Matcher:
    """Several rules tried at once: the first that matches, then, if asked, those after it."""

    def __init__(self, rules: Iterable[Rule], lead: str, *, ignore_case: bool = False) -> None:
        self.rules = tuple(rules)
        flags = re.IGNORECASE if ignore_case else re.NOFLAG
        parts = [_numbered(rule.pattern, index) for index, rule in enumerate(self.rules)]
        self._any = re.compile(lead + "(?:" + "|".join(parts) + ")", flags) if parts else None
        self._lead, self._flags = lead, flags

    @functools.cached_property
    def _single(self) -> list[re.Pattern[str]]:
        return [re.compile(f"{self._lead}(?:{rule.pattern})", self._flags) for rule in self.rules]

    def hits(self, head: str) -> Iterator[Hit]:
        """The rules that match, in their order; only the first costs little."""
        if self._any is None or (match := self._any.match(head)) is None:
            return
        number = int(str(match.lastgroup)[1:])
        yield self._hit(number, match, f"n{number}", f"q{number}")
        for later in range(number + 1, len(self.rules)):
            if other := self._single[later].match(head):
                yield self._hit(later, other, "n", "q")

    def _hit(self, index: int, match: re.Match[str], name: str, qualifier: str) -> Hit:
        groups = match.re.groupindex
        start, end = match.span(name) if name in groups else (0, 0)
        before = match.group(qualifier) or "" if qualifier in groups else ""
        return Hit(self.rules[index], match.string[start:end], start, end, before)


_GROUP = re.compile(r"\(\?P<[nq]>")


def _numbered(pattern: str, index: int) -> str:
    """The pattern in a group of its own number: `lastgroup` is the outermost group that closed last."""
    text = pattern.replace("(?P<n>", f"(?P<n{index}>").replace("(?P<q>", f"(?P<q{index}>")
    return f"(?P<r{index}>{text})"
