"""The optional parser: the same answers as the rules, better ends, and the rules where it does not know."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.outline import outline
from ripwire.services.symbols import languages
from ripwire.services.symbols.scanner import scan
from ripwire.services.symbols.syntax import trees
from ripwire.services.symbols.syntax.door import Syntax
from ripwire.services.symbols.syntax.grammars import GRAMMARS, Grammar
from ripwire.services.unsaved import Document

TEXTS = {
    "python": 'LIMIT = 3\nclass Größe:\n    """Only\n    words."""\n    a: int = 1\n    def b(self):\n'
    "        x = 1\n        def inner(): pass\n        return x\ntype T = int\n",
    "javascript": "const a = 1\nlet b\nclass C {\n  #d = 2\n  constructor() {}\n  e() {\n  }\n}\n"
    "const f = (x) => {\n  const g = 1\n}\nfunction h() {}\n",
    "typescript": "interface I { a: string; b(): void }\ntype T = I\nenum E { One, Two = 2 }\n"
    "namespace N {\n  export const c = 1\n}\n"
    "export class C {\n  private d = 1\n  constructor() {}\n  e(): void {\n  }\n}\n",
    "tsx": "export function View(p: P) {\n  return <div>{p.x}</div>\n}\n"
    "export const Other = () => {\n  return <a/>\n}\n",
    "go": "package p\nconst (\n\tA = 1\n\tB, C = 2, 3\n)\nvar v int\ntype S struct {\n\tF int\n}\n"
    "type I interface {\n\tM()\n}\nfunc (s *S) Do() {\n\tx := 1\n}\nfunc New() *S {\n\treturn nil\n}\n",
    "java": "class A {\n  int a, b;\n  A() {\n  }\n  void m() {\n  }\n  enum E { ONE, TWO }\n}\n"
    "interface I {\n  int n();\n}\n",
    "csharp": "namespace N {\n  class A {\n    int a;\n"
    "    public A() {\n    }\n    public int P { get; set; }\n"
    "    void M() {\n    }\n    enum E { One, Two }\n  }\n}\n",
    "php": "<?php\nnamespace A\\B;\nclass C {\n  const X = 1;\n  public $p = 2;\n  function m() {\n  }\n}\n"
    "function f() {\n}\n",
    "ruby": "module M\n  LIMIT = 1\n  class A < B\n    def m?\n      1\n    end\n"
    "    def self.n\n    end\n  end\nend\n",
}


@pytest.mark.parametrize("name", sorted(GRAMMARS))
def test_the_parser_says_what_the_rules_say(name):
    language = languages.BY_NAME[name]
    by_rules = {
        (one.name, one.kind, one.line, one.column, one.container)
        for one in _shown(scan(TEXTS[name], language))
    }
    by_tree = {
        (one.name, one.kind, one.line, one.column, one.container)
        for one in _shown(Syntax().scan(Path("a"), TEXTS[name], language))
    }
    assert by_tree == by_rules
    assert len(by_tree) > 1


def test_every_query_fits_its_grammar():
    assert all(trees._made(grammar) is not None for grammar in GRAMMARS.values())


def test_a_grammar_that_is_not_there_or_looks_otherwise_is_no_failure():
    assert trees._made(Grammar("no_such_language", "")) is None
    assert trees._made(Grammar("python", "(no_such_node) @class")) is None


def test_ends_are_those_of_the_text():
    text = 'class Only:\n    """A docstring\n    of two lines."""\n\nx = 1\n'
    by_rules = scan(text, languages.BY_NAME["python"])[0]
    by_tree = Syntax().scan(Path("a.py"), text, languages.BY_NAME["python"])[0]
    assert (by_tree.name, by_tree.end_line) == ("Only", 3)
    assert by_rules.name == "Only"


def test_around_an_error_the_rules_speak():
    text = "class A {\n  good() {\n  }\n}\nclass B {\n  half( {\n  after() {\n  }\n}\n"
    language = languages.BY_NAME["javascript"]
    found = Syntax().scan(Path("a.js"), text, language)
    assert [one for one in found if one.line > 4] == [one for one in scan(text, language) if one.line > 4]
    assert [one.name for one in found if one.line <= 4] == ["A", "good"]


def test_what_is_too_long_for_a_tree_is_read_by_the_rules(monkeypatch):
    monkeypatch.setattr(trees, "LARGEST", 10)
    language, syntax = languages.BY_NAME["python"], Syntax()
    assert syntax.scan(Path("a.py"), TEXTS["python"], language) == scan(TEXTS["python"], language)
    assert len(syntax._trees) == 0


def test_only_the_last_trees_are_kept():
    syntax = Syntax()
    for number in range(trees.KEPT + 5):
        syntax.scan(Path(f"{number}.py"), "x = 1\n", languages.BY_NAME["python"])
    assert len(syntax._trees) == trees.KEPT
    syntax.clear()
    assert len(syntax._trees) == 0


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 1 << 30), name=st.sampled_from(sorted(GRAMMARS)))
def test_an_edited_tree_is_as_good_as_a_new_one(seed, name):
    """Typing, pasting and deleting at any place, in the middle of a character's bytes as well."""
    rnd, language = random.Random(seed), languages.BY_NAME[name]
    kept, text = Syntax(), TEXTS[name]
    for _ in range(6):
        at = rnd.randrange(len(text) + 1)
        end = min(len(text), at + rnd.choice((0, 0, 1, 5, 40)))
        text = text[:at] + rnd.choice(("", "x", "ä€", "\n", "{", "def q(): pass\n", '"')) + text[end:]
        assert kept.scan(Path("a"), text, language) == Syntax().scan(Path("a"), text, language)


def test_without_the_extra_documents_are_read_by_the_rules():
    script = (
        "import sys; sys.modules['tree_sitter_language_pack'] = None\n"
        "from pathlib import Path\n"
        "from ripwire.services.symbols import languages\n"
        "from ripwire.services.symbols.syntax.door import Syntax\n"
        "syntax = Syntax()\n"
        "found = syntax.scan(Path('a.py'), 'def f(): pass\\n', languages.BY_NAME['python'])\n"
        "assert [one.name for one in found] == ['f'] and not syntax.enabled\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_the_parser_is_not_imported_before_a_document_is_open():
    script = (
        "import sys\n"
        "from ripwire.config import Settings\n"
        "from ripwire.services.backend import Backend\n"
        "Backend.create(Settings())\n"
        "assert not [name for name in sys.modules if name.startswith('tree_sitter')]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


@pytest.mark.parametrize(("parser", "end"), [(True, 3), (False, None)])
async def test_the_outline_of_an_open_document_comes_from_the_parser(tmp_path, parser, end):
    file = tmp_path / "a.py"
    file.write_text('class Only:\n    """A docstring\n    of two lines."""\n')
    backend = Backend.create(Settings(symbols_cache="off", index_enabled=False, symbols_parser=parser))
    caller = Caller(client="editor", roots=(tmp_path,))
    try:
        await outline(backend, caller, file)
        assert backend.symbols.syntax._trees is None  # a closed file is not worth a tree
        backend.unsaved.opened(Document("editor", file, file.read_text))
        (node,) = await outline(backend, caller, file)
        assert (backend.symbols.syntax._trees is not None) is parser
        assert end is None or node.symbol.end_line == end
    finally:
        await backend.close()


def _shown(symbols):
    return [one for one in symbols if not one.local]
