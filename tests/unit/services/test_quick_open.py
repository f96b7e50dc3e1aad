import os
from pathlib import Path

import pytest

from ripwire.config import Settings
from ripwire.services import fuzzy
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.quick_open import QuickOpenQuery, quick_open, split_place
from ripwire.services.unsaved import Document


@pytest.fixture
async def backend():
    backend = Backend.create(Settings())
    yield backend
    await backend.close()


@pytest.fixture
def root(tmp_path):
    for name in ("src/main.go", "maintenance/foo/x.go", "src/domain.go", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def names(answer):
    return [os.fsdecode(file.path) for file in answer.files]


@pytest.mark.parametrize("compiled", [True, False])
async def test_a_match_in_the_base_name_comes_first(backend, root, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(fuzzy, "matcher", lambda: None)
    answer = await quick_open(backend, Caller(client="a", roots=(root,)), QuickOpenQuery(query="main"))
    assert names(answer) == ["src/main.go", "src/domain.go", "maintenance/foo/x.go"]
    assert answer.files[0].positions == (4, 5, 6, 7)


async def test_words_are_all_wanted_and_the_place_is_given_back(backend, root):
    caller = Caller(client="a", roots=(root,))
    answer = await quick_open(backend, caller, QuickOpenQuery(query="src dom:12:3"))
    assert (names(answer), answer.line, answer.column) == (["src/domain.go"], 12, 3)


async def test_open_files_come_first_and_an_empty_query_is_small(backend, root):
    backend.unsaved.opened(Document("a", root / "src/domain.go", lambda: ""))
    caller = Caller(client="a", roots=(root,))
    assert names(await quick_open(backend, caller, QuickOpenQuery(query="main")))[0] == "src/domain.go"
    answer = await quick_open(backend, caller, QuickOpenQuery(query="", limit=2))
    assert names(answer) == ["src/domain.go", "README.md"]
    assert answer.outcome.truncated


async def test_a_name_that_is_not_utf8_does_not_fail_the_list(backend, tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xffname")).write_text("")
    answer = await quick_open(backend, Caller(client="a", roots=(tmp_path,)), QuickOpenQuery(query="badn"))
    assert [file.path for file in answer.files] == [b"bad\xffname"]


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("a.py", ("a.py", None, None)),
        ("a.py:12", ("a.py", 12, None)),
        ("a.py:12:3", ("a.py", 12, 3)),
        ("a.py:12:", ("a.py", 12, None)),
        (":12", (":12", None, None)),
        ("C:\\x.py:7", ("C:\\x.py", 7, None)),
    ],
)
def test_a_place_behind_a_name(typed, parts):
    assert split_place(typed) == parts
