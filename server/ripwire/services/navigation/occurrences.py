"""The places of one file that mean the same thing as a use.  Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from ripwire.services.navigation import scopes
from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.page import Page, Use

_WRITTEN = re.compile(r"\s*(?:[-+*/%&|^]|<<|>>|\*\*|//|\?\?|\|\||&&)?=(?![=>])|\s*:=|\s*(?:\+\+|--)")


@attrs.frozen
class Occurrence:
    at: int
    written: bool
    """Bound or assigned here."""


def of_local(page: Page, name: str, binding: Binding) -> list[Occurrence]:
    """Uses that the same scope explains; other bindings of that scope are the same variable."""
    found: list[Occurrence] = []
    bound = scopes.bindings(page, name)
    starts = {one.at for one in bound}
    for at in page.occurrences(name):
        if not binding.holds(at) or is_member(page, at):
            continue
        resolved = scopes.among(page, bound, at)
        if resolved is not None and resolved.is_same(binding):
            found.append(Occurrence(at, at in starts or _is_written(page, at, name)))
    return found


def of_member(page: Page, name: str) -> list[Occurrence]:
    """`.name`, and where a member of that name is defined: matches of text, whatever object they are of."""
    members = (s for s in page.symbols if s.name == name and s.container and not s.local)
    defined = {page.offset(s.line, s.column) for s in members}
    return [
        Occurrence(at, at in defined or _is_written(page, at, name))
        for at in page.occurrences(name)
        if at in defined or is_member(page, at)
    ]


def of_global(page: Page, name: str, modules: frozenset[str] = frozenset()) -> list[Occurrence]:
    """Bare uses that no scope of a function explains, and `module.name` for the modules that define it."""
    bound = scopes.bindings(page, name)
    defined = {page.offset(s.line, s.column) for s in page.symbols if s.name == name and not s.local}
    return [
        Occurrence(at, at in defined or _is_written(page, at, name))
        for at in page.occurrences(name)
        if at in defined or _means_global(page, name, at, bound, modules)
    ]


def is_local(page: Page, binding: Binding | None) -> bool:
    """Of a scope smaller than the file."""
    return binding is not None and (binding.start > 0 or binding.end <= len(page.code))


def is_member(page: Page, at: int) -> bool:
    return re.search(r"(?:(?<!\.)\.|->|::|\?\.)\s*$", page.code[max(0, at - 40) : at]) is not None


def _means_global(page: Page, name: str, at: int, bound: list[Binding], modules: frozenset[str]) -> bool:
    if is_member(page, at):
        line, column = page.map.place(at)
        return page.use(line, column, name).receiver.lower() in modules
    if _is_keyword_argument(page, at, name):
        return False
    return not is_local(page, scopes.among(page, bound, at))


def _is_keyword_argument(page: Page, at: int, name: str) -> bool:
    if page.language.name != "python" or not re.match(
        r"\s*=(?!=)", page.code[at + len(name) : at + len(name) + 8]
    ):
        return False
    opener = next(page.around(at), None)
    return opener is not None and page.code[opener] == "("


def _is_written(page: Page, at: int, name: str) -> bool:
    return _WRITTEN.match(page.code, at + len(name)) is not None


def same_as(page: Page, use: Use) -> Iterator[Occurrence]:
    """Everything in this file that means what the use means."""
    if use.member:
        yield from of_member(page, use.name)
        return
    binding = scopes.resolved(page, use.name, use.at)
    if binding is not None and is_local(page, binding) and not binding.of_class:
        yield from of_local(page, use.name, binding)
        return
    yield from of_global(page, use.name)
