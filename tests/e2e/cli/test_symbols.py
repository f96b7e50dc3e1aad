"""`ripwire symbols|definition|references` as a person or a script uses them."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def code(tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "shapes.py").write_text("class Circle:\n    def area(self):\n        return 3\n")
    (tmp_path / "use.py").write_text("from pkg.shapes import Circle\n\n# é\nprint('é', Circle().area())\n")
    return tmp_path


async def test_symbols_read_like_ripgrep(place, code):
    done = await place.run("symbols", "circ", cwd=code)
    assert (done.code, done.out) == (0, "pkg/shapes.py:1:class Circle:\n"), done
    done = await place.run("symbols", "Circle.area", cwd=code)
    assert done.out == "pkg/shapes.py:2:    def area(self):\n"


async def test_no_symbol_is_one_and_silent(place, code):
    done = await place.run("symbols", "nowhere", cwd=code)
    assert (done.code, done.out, done.err) == (1, "", "")


@pytest.mark.parametrize("what", ["use.py:4:13", "Circle", "pkg/shapes.py:1"])
async def test_definition_of_a_place_or_a_name(place, code, what):
    done = await place.run("definition", what, cwd=code)
    assert (done.code, done.out) == (0, "pkg/shapes.py:1:class Circle:\n"), done


@pytest.mark.parametrize("what", ["use.py:4:13", "Circle"])
async def test_references_of_a_place_or_a_name(place, code, what):
    done = await place.run("references", what, cwd=code)
    assert done.code == 0
    assert sorted(done.out.splitlines()) == [
        "pkg/shapes.py:1:class Circle:",
        "use.py:1:from pkg.shapes import Circle",
        "use.py:4:print('é', Circle().area())",
    ]
    done = await place.run("references", "--no-declaration", what, cwd=code)
    assert "pkg/shapes.py" not in done.out


async def test_json_is_the_wire_result(place, code):
    done = await place.run("symbols", "--json", "circ", cwd=code)
    [found] = json.loads(done.out)
    assert (found["name"], found["location"]["range"]["start"]) == ("Circle", {"line": 0, "character": 6})
    done = await place.run("definition", "--json", "use.py:4:13", cwd=code)
    [found] = json.loads(done.out)
    assert found["range"]["start"] == {"line": 0, "character": 6}
