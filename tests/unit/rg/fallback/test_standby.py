"""Without ripgrep: the same questions, put to real rg and to each standby, and the answers side by side."""

import subprocess

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg.attempt import Deadline
from ripwire.rg.binary import Mode, Resolution, Resolver
from ripwire.rg.engine import Engine
from ripwire.rg.events import Context, Match
from ripwire.rg.fallback.engine import Standby
from ripwire.rg.outcome import Reason
from ripwire.rg.process import Children
from ripwire.rg.query import Case, Filter, ListQuery, TextQuery
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
    "regex": {"pattern": r"n[e]{2}dle\s+=|\bneedle\b and"},
    "fixed": {"pattern": "'n'", "fixed_strings": True},
    "flag-like": {"pattern": "--needle"},
    "insensitive": {"pattern": "NEEDLE", "case": Case.INSENSITIVE},
    "smart-lower": {"pattern": "needle", "case": Case.SMART},
    "smart-upper": {"pattern": "Needle", "case": Case.SMART},
    "word": {"pattern": "needle", "word": True},
    "context": {"pattern": "last|x =", "before": 1, "after": 1},
    "non-ascii": {"pattern": "ß"},
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


async def test_standbys_answer_as_ripgrep_does(children, standby, tree):
    name, engine = standby
    rg = Engine(children=children, resolver=Resolver("auto", children), threads=1)
    for question, fields in QUESTIONS.items():
        query = TextQuery(root=tree, **fields)
        _, expected = await ask(rg, query)
        report, found = await ask(engine, query)
        assert report.failure is None, question
        assert report.outcome.complete, question
        assert seen(found) == seen(expected), question
        named = query.file is not None or query.files
        assert report.coverage.engine == ("grep" if named and name == "git grep" else name)


LISTINGS = {
    "all": Filter(),
    "hidden": Filter(hidden=True),
    "no-ignore": Filter(no_ignore=True),
    "include": Filter(include=("*.py", "build/**")),
    "exclude": Filter(exclude=("sub",)),
}


async def test_listings_are_those_of_ripgrep(children, standby, tree):
    name, engine = standby
    (tree / "deleted.txt").write_text("x")
    subprocess.run(["git", "-C", tree, "add", "deleted.txt"], check=True)
    (tree / "deleted.txt").unlink()
    rg = Engine(children=children, resolver=Resolver("auto", children), threads=1)
    for question, wanted in LISTINGS.items():
        query = ListQuery(root=tree, filter=wanted)
        _, expected = await ask(rg, query)
        report, found = await ask(engine, query)
        assert report.outcome.complete, question
        assert sorted(found) == sorted(expected), question
        assert report.coverage.engine == ("python" if name == "grep" else name)


async def test_a_bad_pattern_is_the_callers_mistake(standby, tree):
    _, engine = standby
    try:
        report, _ = await ask(engine, TextQuery(pattern="(", root=tree))
        failure = report.failure
    except Failure as exc:
        failure = exc
    assert failure.kind is Kind.INVALID_PATTERN
    assert failure.detail


async def test_an_unknown_type_is_named_with_its_neighbours(standby, tree):
    with pytest.raises(Failure, match="near names: py") as caught:
        await ask(standby[1], TextQuery(pattern="x", root=tree, filter=Filter(types=("pyy",))))
    assert caught.value.kind is Kind.UNKNOWN_TYPE


async def test_a_missing_root_is_an_error(standby, tmp_path):
    report, _ = await ask(standby[1], TextQuery(pattern="x", root=tmp_path / "nowhere"))
    assert report.failure.kind is Kind.PATH_NOT_FOUND


async def test_a_limit_stops_it(standby, tree):
    async def take(records):
        return Stop.LIMIT

    report = await standby[1].search(TextQuery(pattern="needle", root=tree), take, Deadline.after(30))
    assert report.outcome.truncated
    assert not report.outcome.incomplete


async def test_several_lines_and_other_encodings_are_for_the_walk(children, tree):
    (tree / "wide.txt").write_text("erste\nzweite ü\n", "utf-16")
    (tree / "old.txt").write_bytes("Gr\u00fc\u00dfe\n".encode("latin-1"))
    engine = Standby(children)
    report, found = await ask(engine, TextQuery(pattern=r"erste\nzweite", root=tree))
    assert report.coverage.engine == "python"
    assert seen(found)[0] == {(b"wide.txt", 1, "erste\nzweite ü\n".encode(), ((0, 12),))}
    _, found = await ask(engine, TextQuery(pattern="Grüße", root=tree, encoding="latin1"))
    assert [record.data.path.raw() for record in found if isinstance(record, Match)] == [b"old.txt"]


async def test_a_pattern_that_never_ends_is_killed_at_the_deadline(children, tree):
    (tree / "evil.txt").write_text("a" * 60 + "\n")
    engine = Standby(children, grep_works=False)
    engine._programs["git"] = None
    report, _ = await ask(engine, TextQuery(pattern=r"(a+)+$b", root=tree, multiline=True), seconds=3)
    assert report.failure.kind is Kind.TIMEOUT
    assert report.outcome.reasons == (Reason.TIMEOUT,)


async def test_nuls_are_treated_as_ripgrep_does(children, tree):
    (tree / "late.dat").write_bytes(b"needle\nmore\n\0needle\n")
    engine = Standby(children, grep_works=False)
    engine._programs["git"] = None
    report, found = await ask(engine, TextQuery(pattern="needle", root=tree))
    paths = {record.data.path.raw() for record in found if isinstance(record, Match)}
    assert b"bin.dat" not in paths
    assert report.coverage.cut_at_nul == ("late.dat",)


async def test_a_repository_cannot_make_git_run_anything(children, tree, tmp_path):
    hook = tmp_path / "hook"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/PWNED\n")
    hook.chmod(0o755)
    (tree / ".gitattributes").write_text("* diff=evil\n")
    for key in ("core.fsmonitor", "diff.evil.textconv", "core.pager", "core.editor", "diff.external"):
        subprocess.run(["git", "-C", tree, "config", key, str(hook)], check=True)
    subprocess.run(["git", "-C", tree, "config", "grep.patternType", "fixed"], check=True)
    engine = Standby(children)
    report, found = await ask(engine, TextQuery(pattern="ne+dle", root=tree))
    await ask(engine, ListQuery(root=tree))
    assert (report.coverage.engine, bool(found)) == ("git grep", True)
    assert not (tmp_path / "PWNED").exists()


async def test_f30_the_engine_falls_back_by_itself_and_names_who_answered(children, tree):
    rg = Engine(children, _nothing(children), 1, lambda: Standby(children))
    report, found = await ask(rg, TextQuery(pattern="needle", root=tree))
    assert report.coverage.engine == "git grep"
    assert found


async def test_f06_where_the_setting_allows_no_other_engine_the_search_is_unavailable(children, tree):
    rg = Engine(children, Resolver("/nowhere/rg", children), 1, lambda: Standby(children))
    with pytest.raises(Failure, match="not “no matches”") as caught:
        await ask(rg, TextQuery(pattern="needle", root=tree))
    assert caught.value.kind is Kind.ENGINE_MISSING


class _Nothing(Resolver):
    """No rg anywhere."""

    async def resolve(self):
        return Resolution(mode=Mode.NONE)


def _nothing(children):
    return _Nothing("auto", children)
