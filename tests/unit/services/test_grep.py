"""Grep over real trees: order, limits, unsaved text, several roots; and no process where none is needed."""

import asyncio
import os

import attrs
import pytest

from ripwire.config import Settings
from ripwire.errors import Failure, Kind
from ripwire.rg import health
from ripwire.rg.binary import Resolver
from ripwire.rg.candidates import Found
from ripwire.rg.outcome import Reason
from ripwire.rg.query import Filter
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.files import FilesQuery, files
from ripwire.services.glob import GlobQuery, glob
from ripwire.services.grep import GrepQuery, OutputMode, Sort, grep
from ripwire.services.packed import count, singly
from ripwire.services.unsaved import Document
from tests.support.fake_rg import FakeRg, hangs, out
from tests.support.fake_rg import found as records_of
from tests.support.searching import write


@pytest.fixture
async def backend():
    ready = Backend.create(Settings(rg_threads=4))
    yield ready
    await ready.close()
    assert not ready.children.living


@pytest.fixture
async def stuck(tmp_path):
    """A backend whose rg finds one line and hangs."""
    fake = FakeRg(tmp_path / "fake", [out(records_of("./a", "needle")), hangs()])
    ready = Backend.create(Settings(rg_source=str(fake.path), timeout_ms=2000))
    yield ready, fake
    await ready.close()
    assert not fake.is_running()


def caller(*roots, **more):
    return Caller(client="a", roots=roots, **more)


def lines(answer):
    return [(os.fsdecode(one.path), one.line, one.text) for one in answer.entries]


def names(answer):
    return [os.fsdecode(one.path) for one in answer.entries]


async def asked(backend, root, pattern="needle", **query):
    chosen = {key: query.pop(key) for key in list(query) if key in {one.name for one in attrs.fields(Filter)}}
    roots = root if isinstance(root, tuple) else (root,)
    return await grep(backend, caller(*roots), GrepQuery(pattern=pattern, filter=Filter(**chosen), **query))


# Order and limits


async def test_f91_the_order_is_path_then_line(backend, tmp_path):
    write(tmp_path, {f"{name}/{number}": "needle\nx\nneedle\n" for name in "cab" for number in range(30)})
    answers = [await asked(backend, tmp_path) for _ in range(3)]
    assert lines(answers[0]) == sorted(lines(answers[0]))
    assert lines(answers[0]) == lines(answers[1]) == lines(answers[2])
    assert answers[0].total == 180
    assert not answers[0].sample


async def test_f91_f95_a_capped_answer_is_flagged_as_a_sample(backend, tmp_path):
    write(tmp_path, {f"{number}": "needle\n" * 20 for number in range(40)})
    answer = await asked(backend, tmp_path, head_limit=5)
    assert len(answer.entries) == 5
    assert answer.sample
    assert answer.outcome.truncated
    assert answer.outcome.reasons == (Reason.LIMIT,)
    assert not answer.total_exact
    assert answer.total > 5


async def test_f91_a_sorted_cap_is_the_same_every_time_and_its_total_is_exact(backend, tmp_path):
    write(tmp_path, {f"{number:02}": "needle\n" * 3 for number in range(40)})
    for _ in range(3):
        answer = await asked(backend, tmp_path, head_limit=4, sort=Sort.PATH)
        assert [one[:2] for one in lines(answer)] == [("00", 1), ("00", 2), ("00", 3), ("01", 1)]
        assert (answer.total, answer.total_exact, answer.sample) == (120, True, False)


async def test_pages_follow_one_another_without_gap_or_repetition(backend, tmp_path):
    write(tmp_path, {f"{number:02}": "needle\n" * 3 for number in range(20)})
    seen, cursor = [], None
    query = GrepQuery(pattern="needle", head_limit=7, sort=Sort.PATH)
    while True:
        answer = await grep(backend, caller(tmp_path), attrs.evolve(query, cursor=cursor))
        seen += lines(answer)
        cursor = answer.cursor
        if cursor is None:
            break
        assert answer.next_offset == len(seen)
    by_offset = []
    for offset in range(0, 63, 7):
        by_offset += lines(await asked(backend, tmp_path, head_limit=7, offset=offset, sort=Sort.PATH))
    assert seen == by_offset == sorted(seen)
    assert len(seen) == len(set(seen)) == 60


async def test_f95_no_limit_is_no_limit(backend, tmp_path):
    write(tmp_path, {f"{number}": "needle\n" * 2000 for number in range(15)})
    answer = await asked(backend, tmp_path, head_limit=0)
    assert len(answer.entries) == 30_000
    assert answer.outcome.complete


async def test_newest_first(backend, tmp_path):
    write(tmp_path, dict.fromkeys("abc", "needle\n"))
    for age, name in enumerate("bca"):
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    found = await asked(backend, tmp_path, sort=Sort.MODIFIED, output_mode=OutputMode.FILES)
    assert names(found) == ["b", "c", "a"]
    newest = await glob(backend, caller(tmp_path), GlobQuery(pattern="*", head_limit=2))
    assert names(newest) == ["b", "c"]
    assert (newest.total, newest.total_exact, newest.outcome.truncated) == (3, True, True)


# Lifetime


async def test_f36_one_more_than_the_limit_ends_rg(stuck, tmp_path):
    backend, fake = stuck
    fake.script([out(records_of("./a", *["needle"] * 50)), hangs()])
    answer = await asked(backend, tmp_path, head_limit=10)
    assert len(answer.entries) == 10
    assert answer.outcome.truncated
    assert not answer.outcome.incomplete


@pytest.mark.parametrize("kind", ["grep", "glob", "files"])
async def test_f39_every_run_has_a_deadline(stuck, tmp_path, kind):
    backend, fake = stuck
    if kind == "grep":
        answer = await asked(backend, tmp_path)
    else:
        fake.script([out("./a\0"), hangs()])
        if kind == "glob":
            answer = await glob(backend, caller(tmp_path), GlobQuery(pattern="**/*"))
        else:
            answer = await files(backend, caller(tmp_path), FilesQuery())
    assert len(answer.entries) == 1
    assert answer.outcome.incomplete
    assert answer.outcome.reasons == (Reason.TIMEOUT,)
    assert not answer.total_exact


async def test_f41_a_cancelled_search_ends_at_once(stuck, tmp_path):
    backend, fake = stuck
    task = asyncio.create_task(asked(backend, tmp_path, timeout_ms=60_000))
    while not fake.starts():
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(30):
        while fake.is_running():
            await asyncio.sleep(0.01)


async def test_f40_nothing_runs_before_it_is_asked(tmp_path):
    fake = FakeRg(tmp_path / "fake", [hangs()])
    backend = Backend.create(Settings(rg_source=str(fake.path)), long_lived=True)
    await asyncio.sleep(0.2)
    assert fake.starts() == []
    await backend.close()


async def test_f10_f01_context_does_not_cost_the_last_hit(stuck, tmp_path):
    backend, fake = stuck
    fake.script([out(records_of("./a", "needle"), records_of("./b", "needle")[:-200]), hangs()])
    answer = await asked(backend, tmp_path, after=3)
    assert [one[0] for one in lines(answer)] == ["a", "b"]
    assert answer.outcome.incomplete


async def test_f38_a_pattern_that_matches_everything_is_bounded(backend, tmp_path):
    write(tmp_path, {f"{number}": "x\n" * 100_000 for number in range(5)})
    answer = await asked(backend, tmp_path, pattern=".", head_limit=0)
    assert answer.outcome.incomplete
    assert Reason.MAX_BUFFER in answer.outcome.reasons
    assert not answer.total_exact
    streamed = 0

    async def sink(batch):
        nonlocal streamed
        streamed += count(batch)

    query = GrepQuery(pattern=".", head_limit=0)
    answer = await grep(backend, caller(tmp_path), query, sink)
    assert streamed == answer.total == 500_000
    assert answer.outcome.complete


# Unsaved text


async def test_f30_what_stands_in_for_rg_streams_too(backend, tmp_path, monkeypatch):
    monkeypatch.setattr(Resolver, "_look", lambda self, mode: Found())
    write(tmp_path, {"a": "needle\nhay\n"})
    given = []

    async def sink(batch):
        given.extend(batch)

    answer = await grep(backend, caller(tmp_path), GrepQuery(pattern="needle"), sink)
    assert answer.coverage.engine != "rg"
    assert [(one.path, one.line, one.text) for one in singly(given)] == [(b"a", 1, "needle")]


def opened(backend, path, text, client="a"):
    backend.unsaved.opened(Document(client, path, lambda: text))


async def test_f94_unsaved_text_is_searched_instead_of_the_disk(backend, tmp_path):
    write(tmp_path, {"open": "foo\n", "other": "foo\n"})
    opened(backend, tmp_path / "open", "bar\n")
    assert lines(await asked(backend, tmp_path, "bar")) == [("open", 1, "bar")]
    assert [one.source for one in (await asked(backend, tmp_path, "bar")).entries] == ["buffer"]
    assert names(await asked(backend, tmp_path, "foo")) == ["other"]
    assert names(await asked(backend, tmp_path, "foo", unsaved=False)) == ["open", "other"]
    assert names(await asked(backend, tmp_path, "bar", paths=(tmp_path / "open",))) == ["open"]


@pytest.mark.parametrize(
    ("where", "asked_for", "expected"),
    [
        ("src/a.ts", {"include": ("src/*.ts",)}, ["src/a.ts"]),
        ("src/a.ts", {"include": ("{root}/src/*.ts",)}, ["src/a.ts"]),
        ("src/a.ts", {"include": ("lib/*.ts",)}, ["lib/b.ts"]),
        ("src/a.ts", {"include": ("src", "lib")}, ["lib/b.ts", "src/a.ts"]),
        ("src/a.ts", {"exclude": ("src/",)}, ["lib/b.ts"]),
        ("src/a.ts", {"types": ("ts",)}, ["lib/b.ts", "src/a.ts"]),
        ("src/a.ts", {"types": ("py",)}, []),
        ("build/o.ts", {}, ["lib/b.ts"]),
        ("build/o.ts", {"no_ignore": True}, ["build/o.ts", "lib/b.ts"]),
        (".hid/x.ts", {}, ["lib/b.ts"]),
        (".hid/x.ts", {"hidden": True}, [".hid/x.ts", "lib/b.ts"]),
    ],
)
async def test_f94_the_filter_is_the_same_for_unsaved_text(backend, tmp_path, where, asked_for, expected):
    write(tmp_path, {".git/": "", ".gitignore": "build/\n", "lib/b.ts": "needle\n", where: "old\n"})
    opened(backend, tmp_path / where, "needle\n")
    asked_for = {
        key: tuple(one.format(root=tmp_path) for one in value) if isinstance(value, tuple) else value
        for key, value in asked_for.items()
    }
    answer = await asked(backend, tmp_path, **asked_for)
    assert names(answer) == expected
    assert answer.outcome.notes == ()
    assert answer.outcome.complete


async def test_f94_a_file_that_was_never_saved_is_found(backend, tmp_path):
    opened(backend, tmp_path / "new/file.py", "needle\n")
    assert lines(await asked(backend, tmp_path)) == [("new/file.py", 1, "needle")]


async def test_f94_another_clients_text_counts_inside_of_ones_own_roots(backend, tmp_path):
    write(tmp_path, {"mine/a": "foo\n", "theirs/b": "foo\n"})
    opened(backend, tmp_path / "mine/a", "needle\n", client="b")
    opened(backend, tmp_path / "theirs/b", "needle\n", client="b")
    assert names(await asked(backend, tmp_path / "mine")) == ["a"]


# Several roots


async def test_f69_a_file_under_two_names_is_found_once(backend, tmp_path):
    write(tmp_path, {"a/b/x": "needle\n"})
    answer = await asked(backend, tmp_path, paths=(tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/x"))
    assert [str(one.root / os.fsdecode(one.path)) for one in answer.entries] == [str(tmp_path / "a/b/x")]


async def test_f59_an_absolute_glob_with_several_roots(backend, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    write(tmp_path, {"one/src/a.ts": "needle\n", "two/src/a.ts": "needle\n"})
    answer = await asked(backend, (one, two), include=(f"{two}/src/*.ts",))
    assert [entry.root for entry in answer.entries] == [two]
    listed = await glob(backend, caller(one, two), GlobQuery(pattern=f"{two}/**/*.ts"))
    assert [entry.root for entry in listed.entries] == [two]
    with pytest.raises(Failure) as failed:
        await asked(backend, (one, two), include=("/nowhere/*.ts",))
    assert failed.value.kind is Kind.INVALID_GLOB


async def test_one_root_that_is_gone_spoils_nothing_of_the_other(backend, tmp_path):
    write(tmp_path, {"one/a": "needle\n"})
    (tmp_path / "two").mkdir()
    (tmp_path / "two").rmdir()
    answer = await asked(backend, (tmp_path / "one", tmp_path / "two"))
    assert names(answer) == ["a"]
    assert answer.outcome.incomplete


async def test_a_named_file_is_searched_whatever_the_globs_say(backend, tmp_path):
    write(tmp_path, {"a.txt": "needle\n"})
    answer = await asked(backend, tmp_path, paths=(tmp_path / "a.txt",), include=("src/*.ts",))
    assert names(answer) == ["a.txt"]


# Names and several roots


async def test_f23_names_that_begin_with_a_dash_are_searched_as_names(backend, tmp_path):
    write(tmp_path, {"-d/-f.txt": "needle in a folder\n", "--pre=x": "needle in a file\n"})
    everywhere = await asked(backend, tmp_path)
    assert sorted(names(everywhere)) == ["--pre=x", "-d/-f.txt"]
    named = await grep(
        backend,
        caller(tmp_path),
        GrepQuery(pattern="needle", paths=(tmp_path / "-d", tmp_path / "--pre=x")),
    )
    assert sorted(names(named)) == ["--pre=x", "-f.txt"]


async def test_f48_each_root_is_searched_by_its_own_ignore_rules_and_by_an_rg_that_has_them_right(
    backend, tmp_path
):
    write(tmp_path, {"one/.gitignore": "x.txt\n", "one/x.txt": "needle\n", "two/x.txt": "needle\n"})
    both = await asked(backend, (tmp_path / "one", tmp_path / "two"))
    assert [one.root.name for one in both.entries] == ["two"]
    assert health.WANTED[:2] == (15, 2)
    version = (await backend.resolver.resolve()).version
    assert tuple(map(int, version.split("."))) >= health.WANTED
