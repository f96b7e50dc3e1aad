"""Definition, references, highlights, hover and outline over real trees with real ripgrep."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.definition import PlaceQuery, definition
from ripwire.services.navigation.highlight import highlights
from ripwire.services.navigation.hover import hover
from ripwire.services.navigation.outline import outline
from ripwire.services.navigation.references import ReferencesQuery, Scope, references
from ripwire.services.unsaved import Document

PATIENCE_S = 60

FILES = {
    "pkg/shapes.py": '''"""Shapes."""


class Circle:
    """A round one."""

    def __init__(self, radius, label=""):
        self.radius = radius

    def area(self):
        return self.radius * 3

    def grow(self, by):
        self.radius += by
        return self.area()


def unit():
    return Circle(radius=1)
''',
    "pkg/use.py": """from pkg.shapes import Circle, unit as one
import pkg.shapes


def total(circles):
    # Circle in a comment
    first = one()
    text = "Circle in a string"
    return sum(circle.area() for circle in circles) + first.area()


def make():
    Circle = None
    return Circle
""",
    "pkg/other.py": "class Circle:\n    pass\n\n\ndef area():\n    pass\n",
    "tests/test_shapes.py": "class Circle:\n    pass\n",
    "node_modules/x/shapes.py": "class Circle:\n    pass\n",
    "pkg/base.py": """class Root:
    def __init__(self, client):
        self.client = client


class Base(Root):
    kept = 1
""",
    "pkg/derived.py": """import json
from . import base as ground
from . import base


class Derived(ground.Base):
    def run(self):
        return self.client, self.kept, json.dumps(self.nowhere), base.Root
""",
    "web/base.ts": "export class Ground {\n  rooted = 1;\n}\n",
    "web/derived.ts": 'import { Outside } from "elsewhere";\nimport { Ground } from "./base";\n'
    "class Leaf<T> extends Ground {\n  f(o: Outside) { return this.rooted; }\n}\n",
    "web/widget.tsx": "const helper = 1;\nfunction Widget() {}\nexport default Widget;\n",
    "web/page.tsx": 'import Shown, { helper } from "./widget";\n'
    'export { default as Again } from "./widget";\n'
    "const a = <Shown />;\n",
    "include/api.h": "int run(int speed);\n",
    "src/api.c": "/* Runs. */\nint run(int speed)\n{\n\treturn speed;\n}\n",
    "src/main.c": '#include "api.h"\nint main(void)\n{\n\treturn run(3);\n}\n',
    ".gitignore": "node_modules/\n",
}


@pytest.fixture
def root(tmp_path):
    for name, text in FILES.items():
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text(text)
    return tmp_path / "tree"


@pytest.fixture(params=["search", "table"])
async def backend(request, root, tmp_path):
    settings = Settings(symbols_cache=str(tmp_path / "cache"), index_enabled=False)
    backend = Backend.create(settings, long_lived=request.param == "table")
    deadline = time.monotonic() + PATIENCE_S
    while request.param == "table" and not (await backend.symbols.upkeep.tree(root, within_s=5)).ready:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)
    yield backend
    await backend.close()


def at(root, file, marked):
    """The place of the first `marked` in a file; `|` in it is the cursor."""
    text = (root / file).read_text()
    index = text.index(marked.replace("|", "")) + marked.index("|")
    line = text.count("\n", 0, index) + 1
    return PlaceQuery(path=root / file, line=line, column=index - (text.rfind("\n", 0, index) + 1))


async def places(backend, root, file, marked):
    found = await definition(backend, Caller(client="a", roots=(root,)), at(root, file, marked))
    return [(str((hit.root / os.fsdecode(hit.path)).relative_to(root)), hit.line) for hit in found.hits]


@pytest.mark.parametrize(
    ("file", "marked", "expected"),
    [
        ("pkg/use.py", "import Circ|le", ("pkg/shapes.py", 4)),
        ("pkg/use.py", "first = o|ne()", ("pkg/shapes.py", 18)),
        ("pkg/use.py", "for cir|cle in", ("pkg/use.py", 9)),
        ("pkg/use.py", "cir|cle.area", ("pkg/use.py", 9)),
        ("pkg/use.py", "fir|st.area", ("pkg/use.py", 7)),
        ("pkg/use.py", "first.ar|ea()", ("pkg/shapes.py", 10)),
        ("pkg/use.py", "from pkg.sha|pes", ("pkg/shapes.py", 1)),
        ("pkg/use.py", "return Cir|cle", ("pkg/use.py", 13)),
        ("pkg/shapes.py", "return self.rad|ius", ("pkg/shapes.py", 8)),
        ("pkg/shapes.py", "return self.ar|ea", ("pkg/shapes.py", 10)),
        ("pkg/shapes.py", "Circle(rad|ius=1)", ("pkg/shapes.py", 7)),
        ("src/main.c", "ru|n(3)", ("src/api.c", 2)),
        ("pkg/derived.py", "self.cli|ent", ("pkg/base.py", 3)),
        ("pkg/derived.py", "self.ke|pt", ("pkg/base.py", 7)),
        ("pkg/derived.py", "(gro|und.Base)", ("pkg/base.py", 1)),
        ("pkg/derived.py", "ba|se.Root", ("pkg/base.py", 1)),
        ("pkg/derived.py", "js|on.dumps", ("pkg/derived.py", 1)),
        ("web/page.tsx", "<Sho|wn />", ("web/widget.tsx", 2)),
        ("web/page.tsx", "as Ag|ain", ("web/widget.tsx", 2)),
        ("web/page.tsx", "def|ault as", ("web/widget.tsx", 2)),
        ("web/derived.ts", "this.root|ed", ("web/base.ts", 2)),
        ("web/derived.ts", "o: Out|side", ("web/derived.ts", 1)),
    ],
)
async def test_the_first_definition_is_the_one_that_is_meant(backend, root, file, marked, expected):
    assert (await places(backend, root, file, marked))[0] == expected


@pytest.mark.parametrize(
    ("file", "text", "marked"),
    [
        ("long.py", f"from pkg.{'x' * 5000} import Circle\n", "import Circ|le"),
        ("long.py", f"import {'x' * 5000}\n", "import |x"),
        ("long.ts", f"import Shown from './{'x' * 5000}';\n", "import Sho|wn"),
    ],
)
async def test_a_module_whose_name_no_file_can_have_is_no_error(backend, root, file, text, marked):
    (root / file).write_text(text)
    assert isinstance(await places(backend, root, file, marked), list)


async def test_a_definition_leads_to_itself_and_its_declaration(backend, root):
    found = await places(backend, root, "src/api.c", "int ru|n(int speed)")
    assert found == [("src/api.c", 2), ("include/api.h", 1)]


@pytest.mark.parametrize(
    "marked", ["# Circ|le in a comment", '"Cir|cle in a string', "retu|rn sum", "=| one()"]
)
async def test_comments_strings_and_nothing_have_no_definition(backend, root, marked):
    assert await places(backend, root, "pkg/use.py", marked) in ([], [("pkg/use.py", 7)])


async def test_f54_ignored_files_define_nothing(backend, root):
    found = await places(backend, root, "pkg/use.py", "import Circ|le")
    assert not any(path.startswith("node_modules") for path, _ in found)


async def refs(backend, root, file, marked, **more):
    query = ReferencesQuery(place=at(root, file, marked), **more)
    found = await references(backend, Caller(client="a", roots=(root,)), query)
    assert found.total == len(found.entries)
    return found, sorted((os.fsdecode(one.path), one.line) for one in found.entries)


async def test_references_of_a_global(backend, root):
    found, lines = await refs(backend, root, "pkg/shapes.py", "class Circ|le")
    assert found.scope is Scope.GLOBAL
    assert ("pkg/use.py", 1) in lines
    assert ("pkg/shapes.py", 19) in lines
    assert not any(path == "pkg/use.py" and line > 1 for path, line in lines)


async def test_references_of_a_local_stay_in_its_scope(backend, root):
    found, lines = await refs(backend, root, "pkg/use.py", "fir|st = one")
    assert found.scope is Scope.LOCAL
    assert lines == [("pkg/use.py", 7), ("pkg/use.py", 9)]


async def test_references_of_a_member_are_said_to_be_matches_of_text(backend, root):
    found, lines = await refs(backend, root, "pkg/use.py", "first.ar|ea()")
    assert found.scope is Scope.MEMBER
    assert "text" in found.outcome.notes[0]
    assert lines == [("pkg/shapes.py", 10), ("pkg/shapes.py", 15), ("pkg/use.py", 9)]


async def test_the_declaration_is_left_out_when_asked(backend, root):
    _, lines = await refs(backend, root, "pkg/use.py", "first = o|ne", include_declaration=False)
    assert ("pkg/use.py", 7) in lines
    _, lines = await refs(backend, root, "pkg/shapes.py", "def un|it", include_declaration=False)
    assert ("pkg/shapes.py", 18) not in lines


async def test_the_limit_truncates(backend, root):
    found, lines = await refs(backend, root, "pkg/use.py", "first.ar|ea()", limit=1)
    assert len(lines) == 1
    assert found.outcome.truncated


async def test_a_sink_gets_the_current_file_first(backend, root):
    batches = []

    async def sink(batch):
        batches.append(list(batch))

    query = ReferencesQuery(place=at(root, "pkg/use.py", "first.ar|ea()"))
    found = await references(backend, Caller(client="a", roots=(root,)), query, sink)
    assert found.entries == ()
    assert batches[0][0].path == b"pkg/use.py"
    assert found.total == sum(map(len, batches)) == 3


async def test_unsaved_text_is_what_counts(backend, root):
    text = "def fresh_one():\n    pass\n\n\nfresh_one()\n"
    backend.unsaved.opened(Document("a", root / "pkg/use.py", lambda: text, dirty=True))
    caller = Caller(client="a", roots=(root,))
    found = await definition(backend, caller, PlaceQuery(path=root / "pkg/use.py", line=5, column=3))
    assert [(hit.name, hit.line) for hit in found.hits] == [("fresh_one", 1)]
    query = ReferencesQuery(place=PlaceQuery(path=root / "pkg/use.py", line=5, column=3))
    assert [one.line for one in (await references(backend, caller, query)).entries] == [1, 5]


async def test_highlights_say_what_is_written(backend, root):
    found = await highlights(
        backend, Caller(client="a", roots=(root,)), at(root, "pkg/use.py", "fir|st = one")
    )
    assert [(one.line, one.column, one.written) for one in found] == [(7, 4, True), (9, 54, False)]


async def test_hover_shows_the_head_and_its_comment(backend, root):
    caller = Caller(client="a", roots=(root,))
    found = await hover(backend, caller, at(root, "src/main.c", "ru|n(3)"))
    assert (found.head, found.comment, found.place) == ("int run(int speed)", "Runs.", "src/api.c:2")
    found = await hover(backend, caller, at(root, "pkg/use.py", "import Circ|le"))
    assert (found.head, found.comment) == ("class Circle:", "A round one.")
    assert await hover(backend, caller, at(root, "pkg/use.py", "# Circ|le in")) is None


async def test_the_outline_is_a_tree(backend, root):
    (circle, unit) = await outline(backend, Caller(client="a", roots=(root,)), root / "pkg/shapes.py")
    assert [node.symbol.name for node in circle.children] == ["__init__", "area", "grow"]
    assert (circle.symbol.line, circle.symbol.end_line) == (4, 15)
    assert unit.symbol.name == "unit"


async def test_a_language_can_be_left_to_others(backend, root):
    caller, off = Caller(client="a", roots=(root,)), frozenset({"python"})
    place = at(root, "pkg/use.py", "import Circ|le")
    query = PlaceQuery(path=place.path, line=place.line, column=place.column, languages_off=off)
    assert (await definition(backend, caller, query)).hits == ()
    assert (await references(backend, caller, ReferencesQuery(place=query))).entries == ()
    assert await outline(backend, caller, root / "pkg/use.py", off) == ()


@pytest.mark.parametrize("name", ["gone.py", "notes.unknown", "binary.py"])
async def test_what_cannot_be_read_has_no_answer(backend, root, name):
    (root / "binary.py").write_bytes(b"\0\1\2")
    (root / "notes.unknown").write_text("x")
    caller, query = Caller(client="a", roots=(root,)), PlaceQuery(path=root / name, line=1, column=0)
    assert (await definition(backend, caller, query)).hits == ()
    assert await hover(backend, caller, query) is None
    assert await outline(backend, caller, root / name) == ()
