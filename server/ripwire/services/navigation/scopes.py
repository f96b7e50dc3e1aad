"""The binding that a use means, by the scopes around it: for locals, parameters and names of the file."""

from __future__ import annotations

from ripwire.services.navigation import brace_scopes, python_scopes
from ripwire.services.navigation.binding import Binding
from ripwire.services.navigation.page import Page


def bindings(page: Page, name: str) -> list[Binding]:
    """Every place of the file that binds the name, in the order of the text."""
    if page.language.name == "python":
        return list(python_scopes.bindings(page, name))
    return list(brace_scopes.bindings(page, name))


def resolved(page: Page, name: str, at: int) -> Binding | None:
    """The innermost scope decides; in it the last binding before the use, else its first."""
    return among(page, bindings(page, name), at)


def among(page: Page, bound: list[Binding], at: int) -> Binding | None:
    """The same, where the bindings of the name are known already."""
    found = [one for one in bound if one.at == at or one.holds(at)]
    if page.language.name == "python":
        found = [one for one in found if one.at == at or python_scopes.visible(page, one, at)]
    own = next((one for one in found if one.at == at), None)
    if own is not None:
        return own
    if not found:
        return None
    smallest = min(found, key=lambda one: one.size)
    inner = [one for one in found if one.is_same(smallest)]
    before = [
        one for one in inner if one.at <= at and not (one.assigned and _same_statement(page, one.at, at))
    ]
    return (before or inner)[-1 if before else 0]


def _same_statement(page: Page, bound: int, at: int) -> bool:
    """On one line, or in a bracket that was opened on the line of the binding."""
    line, _ = page.map.place(bound)
    return any(page.map.place(start)[0] == line for start in (at, *page.around(at)) if start > bound)
