"""The store, its tiers and the order of an answer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ripwire.services.symbols import match
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.match import tier_of
from ripwire.services.symbols.query import parse
from ripwire.services.symbols.search import Layer, distance, search
from ripwire.services.symbols.store import FileKey, Row, Store

ROOT = Path("/somewhere")
KEY = FileKey(1, 2, 3, 4)


def store(files: dict[str, list[Row]]) -> Store:
    builder = Builder()
    for path, rows in sorted(files.items()):
        builder.add(path.encode(), KEY, rows)
    return builder.finish()


def row(name: str, kind: str = "function", line: int = 1, **more: object) -> Row:
    return Row(name, kind, line, 0, **more)


def shown(kind: str, extra: bool) -> bool:
    return not extra


async def names(files: dict[str, list[Row]], typed: str, limit: int = 256, **more: object) -> list[str]:
    layers = [Layer(ROOT, store(files))]
    return [one.hit().name for one in await search(layers, parse(typed), shown=shown, limit=limit, **more)]


def test_a_row_comes_back_as_it_went_in():
    whole = row("naïve", "method", 7, container="Outer.Inner", declaration=True, extra=True, wide=True)
    made = store({"a/b.py": [whole]})
    assert made.row(0, 0) == whole
    assert (made.path(0), made.key(0), made.number(b"a/b.py"), made.number(b"a/c.py")) == (
        b"a/b.py",
        KEY,
        0,
        None,
    )


def test_the_stages_find_what_the_tiers_say():
    """Every name, by every kind of query, against the tier of that name alone."""
    random.seed(7)
    words = ["get", "package", "name", "mutex", "lock", "usb", "http", "read", "é", "page"]
    made = set()
    for _ in range(3000):
        parts = random.choices(words, k=random.randint(1, 4))
        camel = parts[0] + "".join(part.title() for part in parts[1:])
        made.add(random.choice(["_".join(parts), camel, "_".join(parts).upper(), "_" + camel]))
    one = store({"a.c": [row(name) for name in sorted(made)]})
    for typed in ("g", "ge", "gpn", "gepana", "mutex_lock", "page", "ckage", "ulp", "né", "zzz", "GetPage"):
        found = {i: t for stage in match.stages(one, typed) for batch in stage for t, i in batch}
        for index in range(one.size):
            name = one.name(index)
            assert found.get(index) == tier_of(typed, name), (typed, name)


async def test_better_tiers_come_first():
    files = {"a.py": [row(n) for n in ("xparse", "sparse", "do_parse", "parse_all", "parse", "p_a_r_s_e")]}
    assert await names(files, "parse") == ["parse", "parse_all", "p_a_r_s_e", "do_parse", "sparse", "xparse"]


async def test_inside_a_tier_tests_and_variables_come_last():
    files = {
        "src/a.py": [row("parser_state", "variable"), row("parser", "class")],
        "tests/test_a.py": [row("parser", "class")],
        "vendor/b.py": [row("Parser", "class")],
    }
    found = await search([Layer(ROOT, store(files))], parse("parser"), shown=shown, limit=9)
    places = [(one.hit().path, one.hit().name) for one in found]
    assert places == [
        (b"src/a.py", "parser"),
        (b"tests/test_a.py", "parser"),
        (b"vendor/b.py", "Parser"),
        (b"src/a.py", "parser_state"),
    ]


async def test_all_the_initials_come_before_some_of_them():
    files = {"a.py": [row("g_p_n_x", "class"), row("getPackageName", "class")]}
    assert await names(files, "gpn") == ["getPackageName", "g_p_n_x"]


async def test_the_case_as_typed_breaks_ties():
    files = {"a.py": [row("item", "class"), row("Item", "class")]}
    assert (await names(files, "Item"))[0] == "Item"
    assert (await names(files, "item"))[0] == "item"


async def test_a_qualifier_filters_by_container_or_path():
    files = {
        "net/http.py": [row("get", container="Client"), row("get", container="Server")],
        "db/store.py": [row("get", container="Table")],
    }

    async def containers(typed: str) -> list[str]:
        found = await search([Layer(ROOT, store(files))], parse(typed), shown=shown, limit=9)
        return [one.hit().container for one in found]

    assert await containers("Client.get") == ["Client"]
    assert await containers("Client::get") == ["Client"]
    assert await containers("http/get") == ["Client", "Server"]
    assert await containers("store#get") == ["Table"]


async def test_nearer_files_win_among_equals():
    files = {"a/x.py": [row("run")], "b/c/y.py": [row("run")]}
    layers = [Layer(ROOT, store(files))]
    near = await search(layers, parse("run"), shown=shown, limit=1, near=[b"b/c/z.py"])
    assert near[0].path == b"b/c/y.py"
    assert distance(b"a/b/c.py", b"a/d/e.py") == 2


async def test_ranked_before_the_cap():
    """The wanted name sorts last of hundreds and is the shortest: it must not be cut off."""
    files = {"a.py": [row(f"parse_{n:05}") for n in range(3000)] + [row("parse_z")]}
    assert (await names(files, "parse", limit=10))[0] == "parse_z"


async def test_hidden_files_and_extra_kinds_are_left_out():
    made = store({"a.py": [row("one"), row("two", extra=True)], "b.py": [row("one")]})
    layer = Layer(ROOT, made).without([b"a.py"])
    found = await search([layer], parse("one"), shown=shown, limit=9)
    assert [one.path for one in found] == [b"b.py"]
    assert await search([Layer(ROOT, made)], parse("two"), shown=shown, limit=9) == []


@pytest.mark.parametrize("typed", ["a" * 100, "\n", "\x00", "[^x]*", "\\", "é", "日本", "\ud800"])
async def test_odd_queries_are_harmless(typed):
    files = {"a.py": [row("a" * 150), row("b[^x]*c")]}
    await names(files, typed)
