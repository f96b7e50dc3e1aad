"""The code map, the registry, and the rules on single lines."""

from ripwire.services.symbols import languages
from ripwire.services.symbols.blanking import code_map
from ripwire.services.symbols.languages import BY_NAME


def test_comments_and_strings_are_no_code_but_holes_are():
    line = "a(`text ${name} more`) // name"
    code = code_map(line, BY_NAME["typescript"])
    assert code.is_code(1, line.index("name}"))
    assert not code.is_code(1, line.index("text"))
    assert not code.is_code(1, line.rindex("name"))
    assert len(code.code) == len(line)


def test_holes_of_each_language_are_code():
    for name, line in {
        "python": 'x = f"text {hole:>3}"',
        "kotlin": 'val x = "text ${hole}"',
        "csharp": 'var x = $"text {hole}";',
        "ruby": 'x = "text #{hole}"',
        "swift": 'let x = "text \\(hole)"',
        "dart": "var x = 'text $hole';",
        "scala": 'val x = s"text $hole"',
        "php": '<?php $x = "text {$hole}";',
        "elixir": 'x = "text #{hole}"',
        "julia": 'x = "text $(hole)"',
    }.items():
        code = code_map(line, BY_NAME[name])
        assert code.is_code(1, line.index("hole")), name
        assert not code.is_code(1, line.index("text")), name


def test_a_place_in_the_map_is_a_line_and_a_column():
    code = code_map("ab\ncd\n", BY_NAME["python"])
    assert code.offset(2, 1) == 4
    assert code.place(4) == (2, 1)


def test_languages_are_found_by_name_extension_and_case():
    found = {
        path: getattr(languages.of_path(path), "name", None)
        for path in ("a/b.py", "X.PY", "Makefile", "a.d.ts", "a.h", "no", "a.xyz")
    }
    assert found == {
        "a/b.py": "python",
        "X.PY": "python",
        "Makefile": "make",
        "a.d.ts": "typescript",
        "a.h": "c-header",
        "no": None,
        "a.xyz": None,
    }


def test_rules_on_a_line_name_what_they_find():
    (hit, *_) = BY_NAME["python"].line_matcher.hits("    async def fetch(self):")
    assert (hit.name, hit.start) == ("fetch", 14)
