"""Local names: each `§` stands before a use, each `¤` before a place that binds; every use must find one."""

import re
from pathlib import Path

import pytest

from ripwire.services.symbols.languages import BY_NAME
from ripwire.services.symbols.scope import LocalScopes

CASES = sorted((Path(__file__).parent / "scopes").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_each_use_finds_its_binding(case):
    marked = case.read_text("utf-8")
    text = re.sub("[§¤]", "", marked)
    scopes = LocalScopes(text, BY_NAME[case.stem])
    bindings = {_unmarked(marked, match.start()) for match in re.finditer("¤", marked)}
    wrong = []
    for match in re.finditer("§", marked):
        use = _unmarked(marked, match.start())
        name = scopes.name_at(use)
        found = scopes.binding_at(use, name)
        if found is None or found.offset not in bindings or not text.startswith(name, found.offset):
            wrong.append((text.count("\n", 0, use) + 1, name, found and text[found.offset :][:20]))
    assert wrong == []


def test_names_of_the_top_level_and_members_are_not_local():
    text = "const a = 1;\nclass B { c = 2; d() { return a + this.c } }\n"
    scopes = LocalScopes(text, BY_NAME["typescript"])
    assert scopes.binding(2, text.split("\n")[1].index("a +")) is None
    assert scopes.binding(2, text.split("\n")[1].index("c }")) is None


def test_a_binding_holds_only_in_its_block():
    text = "function f(x) {\n  { const y = 1; use(y) }\n  return y;\n}\n"
    scopes = LocalScopes(text, BY_NAME["javascript"])
    assert scopes.binding(2, 21) is not None
    assert scopes.binding(3, 9) is None


def _unmarked(marked: str, offset: int) -> int:
    return offset - sum(char in "§¤" for char in marked[:offset])
