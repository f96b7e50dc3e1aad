"""Without ripgrep: the same questions, put to real rg and to each standby, and the answers side by side."""

import asyncio
import base64
import shutil
import subprocess
import unicodedata

import attrs
import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg.attempt import Deadline
from ripwire.rg.binary import Resolver
from ripwire.rg.engine import Engine
from ripwire.rg.events import Context, Match
from ripwire.rg.fallback.engine import Standby
from ripwire.rg.outcome import Reason
from ripwire.rg.process import Children
from ripwire.rg.query import Binary, Case, Filter, ListQuery, TextQuery
from ripwire.rg.verdict import Stop

NAMES = ("git grep", "grep", "python")


@pytest.fixture
async def children():
    all_of_ours = Children()
    yield all_of_ours
    await all_of_ours.close()


@pytest.fixture
def tree(tmp_path):
    """A work tree with everything that makes engines differ."""
    root = tmp_path / "tree"
    files = {
        ".gitignore": b"build/\n*.log\nsecret.txt\n!keep.log\n",
        "sub/.ignore": b"left-out.*\n",
        "ok.js": b"const needle = 1;\n// a needle and a Needle\nlast\n",
        "sub/a.py": b"needle = 'n'\r\nx = needle\r\n",
        "sub/left-out.py": b"needle\n",
        "sub/deep/keep.log": b"needle in a log\n",
        "a.log": b"needle\n",
        "build/o.js": b"needle\n",
        "secret.txt": b"needle\n",
        ".hid/h.js": b"needle\n",
        ".env": b"needle\n",
        "bin.dat": b"\0needle\n",
        "odd\n\"name'.txt": b"needle here\n",
        "-dash.txt": b"--needle\n",
        "latin.txt": b"caf\xe9 needle\n",
        "umlaut.txt": "äöü needle ß\n".encode(),
        "words.md": b"needles\nneedle\nunneedled\n",
        "empty": b"",
    }
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    subprocess.run(["git", "init", "-q", root], check=True)
    subprocess.run(["git", "-C", root, "add", "ok.js", "sub/a.py"], check=True)
    return root


@pytest.fixture(params=NAMES)
def standby(request, children):
    """The chain with all that come before this one taken away."""
    engine = Standby(children)
    if request.param != "git grep":
        engine._programs["git"] = None
    if request.param == "python":
        engine._grep_works = False
    return request.param, engine


async def ask(engine, query, taken=None, seconds=30):
    found = [] if taken is None else taken

    async def take(batch):
        found.extend(batch)

    method = engine.search if isinstance(query, TextQuery) else engine.list_files
    return await method(query, take, Deadline.after(seconds)), found


def seen(records):
    """(path, line, text, spans) of every match and (path, line) of every context line."""
    matches = {
        (
            record.data.path.raw().removeprefix(b"./"),
            record.data.line_number,
            record.data.lines.raw(),
            tuple((span.start, span.end) for span in record.data.submatches),
        )
        for record in records
        if isinstance(record, Match)
    }
    context = {
        (record.data.path.raw().removeprefix(b"./"), record.data.line_number)
        for record in records
        if isinstance(record, Context)
    }
    return matches, context


QUESTIONS = {
    "plain": {"pattern": "needle"},
    "regex": {"pattern": r"n[e]{2}dle\s+=|\bneedle\b$"},
    "fixed": {"pattern": "'n'", "fixed_strings": True},
    "flag-like": {"pattern": "--needle"},
    "insensitive": {"pattern": "NEEDLE", "case": Case.INSENSITIVE},
    "smart-lower": {"pattern": "needle", "case": Case.SMART},
    "smart-upper": {"pattern": "Needle", "case": Case.SMART},
    "word": {"pattern": "needle", "word": True},
    "context": {"pattern": "last|x =", "before": 1, "after": 1},
    "non-ascii": {"pattern": "ß|caf"},
    "none": {"pattern": "nothing-of-this-kind"},
    "hidden": {"pattern": "needle", "filter": Filter(hidden=True)},
    "no-ignore": {"pattern": "needle", "filter": Filter(no_ignore=True)},
    "include": {"pattern": "needle", "filter": Filter(include=("*.js", "sub/**"))},
    "exclude": {"pattern": "needle", "filter": Filter(exclude=("sub", "*.txt"))},
    "type": {"pattern": "needle", "filter": Filter(types=("py",))},
    "type-not": {"pattern": "needle", "filter": Filter(types_not=("js",))},
    "max-count": {"pattern": "needle", "max_count": 1},
    "one-file": {"pattern": "needle", "file": "secret.txt"},
    "named-files": {"pattern": "needle", "files": (b"ok.js", b"-dash.txt")},
    "max-size": {"pattern": "needle", "filter": Filter(max_file_size=15)},
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_standbys_answer_as_ripgrep_does(children, standby, tree, question):
    name, engine = standby
    query = TextQuery(root=tree, **QUESTIONS[question])
    rg = Engine(children=children, resolver=Resolver("auto", children), threads=1)
    _, expected = await ask(rg, query)
    report, found = await ask(engine, query)
    assert report.failure is None
    assert report.outcome.complete, report.outcome
    matches, context = seen(found)
    rg_matches, rg_context = seen(expected)
    assert {match[:3] for match in matches} == {match[:3] for match in rg_matches}
    assert matches == rg_matches
    assert context == rg_context
    assert report.coverage.engine == name if query.file is None and not query.files else True
