"""Files and functions stay small enough to be read at once."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "server" / "ripwire"
MODULES = sorted(PACKAGE.rglob("*.py"))
FILE_LINES = 260
"""250 is the aim; nobody splits a file for ten lines."""
FUNCTION_LINES = 35
LONGER = {
    "config.py": "one field and docstring for each setting",
    "protocol/dialect.py": "the corrections to one class of pygls belong together",
    "services/symbols/languages/c.py": "the rules of one language, the hardest",
    "services/symbols/store.py": "one table: its writes and its reads",
}
"""Files that may be longer, each with its reason; never twice as long."""


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def functions(module: Path) -> dict[str, int]:
    tree = ast.parse(module.read_text("utf-8"))
    return {
        node.name: (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_a_file_can_be_read_at_once():
    lines = {name_of(module): len(module.read_text("utf-8").splitlines()) for module in MODULES}
    longer = {name: count for name, count in lines.items() if count > FILE_LINES}
    assert {name: count for name, count in longer.items() if name not in LONGER} == {}
    assert set(LONGER) == set(longer), "an exception that nobody needs"
    assert max(longer.values()) <= FILE_LINES * 2


def test_a_function_does_one_thing():
    longer = {
        (name_of(module), name): lines
        for module in MODULES
        for name, lines in functions(module).items()
        if lines > FUNCTION_LINES
    }
    assert longer == {}


def test_most_functions_are_short():
    lengths = sorted(length for module in MODULES for length in functions(module).values())
    assert lengths[len(lengths) // 2] <= 12
    assert lengths[len(lengths) * 9 // 10] <= 20


def test_a_module_says_what_it_is_for():
    texts = {name_of(module): module.read_text("utf-8") for module in MODULES}
    silent = [name for name, text in texts.items() if text.strip() and not ast.get_docstring(ast.parse(text))]
    assert silent == []
