"""The engine with the real rg: what it starts, what it finds, and what it says when it cannot."""

import asyncio
import os
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg import encodings, types
from ripwire.rg.attempt import Deadline
from ripwire.rg.events import Context
from ripwire.rg.outcome import Reason
from ripwire.rg.query import Binary, Case, RegexEngine, TextQuery
from ripwire.rg.verdict import Stop
from tests.support.fake_rg import FakeRg, err, exits, found, is_really, out, says, summary
from tests.support.searching import PATIENCE_S, searching, write

NUL_LATE = b"needle\n" + b"x" * 100_000 + b"\0\nneedle\n"


async def refused(search):
    """The failure, raised or reported; there must be one."""
    try:
        failure = (await search).report.failure
    except Failure as raised:
        failure = raised
    assert failure is not None
    return failure


SEARCH_OVER_A_PIPE = """
    import asyncio, sys
    from pathlib import Path
    from tests.support.searching import searching

    async def main():
        async with searching() as rg:
            found = await rg.text(Path(sys.argv[1]), "needle")
            listed = await rg.listed(Path(sys.argv[1]))
        print(found.files, listed.files, sys.stdin.readline())

    asyncio.run(main())
"""


def test_f21_a_search_eats_nothing_of_the_protocols_pipe(tmp_path):
    write(tmp_path, {"a": "needle\n"})
    script = textwrap.dedent(SEARCH_OVER_A_PIPE)
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path],
        input="needle in the protocol\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
    )
    assert done.stdout.split("\n")[0] == "['a'] ['a'] needle in the protocol"


@pytest.mark.parametrize("name", ["-", "--", "-d", "--pre=x", "-f", "--files"])
async def test_f22_f23_a_name_that_looks_like_a_flag(rg, tmp_path, name):
    write(tmp_path, {f"tree/{name}": "needle\n", f"folders/{name}/in": "needle\n", "other": "needle\n"})
    assert (await rg.text(tmp_path / "tree", "needle")).files == [name]
    assert (await rg.text(tmp_path / "tree", "needle", file=name)).files == [name]
    assert (await rg.text(tmp_path / "tree", "needle", files=(name.encode(),))).files == [name]
    assert (await rg.text(tmp_path / "folders" / name, "needle")).files == ["in"]
    assert (await rg.text(tmp_path / "folders", "needle", include=(f"{name}/**",))).files == [f"{name}/in"]
    assert (await rg.listed(tmp_path / "folders" / name)).files == ["in"]


@pytest.mark.parametrize("fixed", [True, False])
async def test_f24_a_pattern_like_a_flag_is_searched_literally(rg, tmp_path, fixed):
    planted = tmp_path / "planted.sh"
    planted.write_text(f"#!/bin/sh\ntouch {shlex.quote(str(tmp_path / 'PWNED'))}\n")
    planted.chmod(0o755)
    patterns = [f"--pre={planted}", "-f", "--search-zip", "-e", "--hostname-bin", "--ignore-file=x", "-"]
    write(tmp_path, {"tree/a.txt": "\n".join([*patterns, "none of it"]) + "\n"})
    for number, pattern in enumerate(patterns, 1):
        lines = (await rg.text(tmp_path / "tree", pattern, fixed_strings=fixed)).lines
        assert f"a.txt:{number}:{pattern}\n" in lines
        await rg.text(tmp_path / "tree", "x", include=(f"--pre={planted}",), exclude=("-f",))
    assert not (tmp_path / "PWNED").exists()


async def test_f25_two_dashes(rg, tmp_path):
    write(tmp_path, {"a": "a -- b\nab\n"})
    assert (await rg.text(tmp_path, "--", fixed_strings=True)).lines == ["a:1:a -- b\n"]
    assert (await rg.text(tmp_path, "--")).lines == ["a:1:a -- b\n"]


@pytest.mark.parametrize("config", ["--glob=!*.js\n--threads=1\n--vimgrep\n", None])
async def test_f26_the_users_configuration_of_rg_changes_nothing(rg, tmp_path, monkeypatch, config):
    write(tmp_path, {"tree/a.js": "needle\n", "tree/b": "needle\n"})
    if config is not None:
        (tmp_path / "rgrc").write_text(config)
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rgrc"))
    found = await rg.text(tmp_path / "tree", "needle")
    assert found.files == ["a.js", "b"]
    assert found.report.outcome.complete


async def test_f31_the_users_git_configuration_is_honoured(rg, tmp_path, monkeypatch):
    write(tmp_path, {"tree/.git/": "", "tree/a.log": "needle\n", "tree/b": "needle\n", "mine": "*.log\n"})
    (tmp_path / "gitconfig").write_text(f"[core]\n\texcludesFile = {tmp_path}/mine\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert (await rg.text(tmp_path / "tree", "needle")).files == ["b"]


async def test_nothing_found_is_complete_and_has_a_ledger(rg, tmp_path):
    write(tmp_path, {"a": "one\n", "b": "two\n"})
    report = (await rg.text(tmp_path, "needle")).report
    assert report.outcome.complete
    assert report.failure is None
    assert (report.coverage.files_searched, report.coverage.files_matched) == (2, 0)


async def test_f15_an_old_rg_that_counts_only_hits_does_not_seem_to_have_searched_nothing(tmp_path):
    write(tmp_path, {"tree/a": "one\n", "tree/b": "two\n", "tree/c.md": "three\n"})
    nothing = [out(summary(searches=0, with_match=0, matches=0)), exits(1)]
    fake = FakeRg(tmp_path / "fake", nothing, [out("./a\0./b\0"), exits(0)], version=says("ripgrep 13.0.0\n"))
    async with searching(str(fake.path)) as rg:
        report = (await rg.text(tmp_path / "tree", "needle")).report
    assert report.outcome.complete
    assert report.coverage.files_searched == 2
    assert "--files" in fake.starts()[1].argv


async def test_the_ledger_counts_lines_and_files(rg, tmp_path):
    write(tmp_path, {"a": "needle needle\nx\nneedle\n", "b": "needle\n", "c": "x\n"})
    coverage = (await rg.text(tmp_path, "needle")).report.coverage
    assert (coverage.files_searched, coverage.files_matched, coverage.matches) == (3, 2, 3)
    assert coverage.bytes_searched > 0
    assert coverage.engine == "rg"


@pytest.mark.parametrize(
    ("pattern", "asked", "kind", "word"),
    [
        ("(", {}, Kind.INVALID_PATTERN, "unclosed group"),
        ("a{1,2", {"engine": RegexEngine.DEFAULT}, Kind.INVALID_PATTERN, "pattern"),
        (r"\w{500}{50}", {}, Kind.INVALID_PATTERN, "size limit"),
        ("x", {"include": ("{a",)}, Kind.INVALID_GLOB, "{a"),
        ("x", {"include": ("[z-a].ts",)}, Kind.INVALID_GLOB, "[z-a]"),
        ("x", {"exclude": ("[z-a]",)}, Kind.INVALID_GLOB, "[z-a]"),
        ("x", {"exclude": ("[a",)}, Kind.INVALID_GLOB, "[a"),
        ("x", {"types": ("nosuch",)}, Kind.UNKNOWN_TYPE, "nosuch"),
        ("x", {"types_not": ("nosuch",)}, Kind.UNKNOWN_TYPE, "nosuch"),
        ("x", {"encoding": "nosuch"}, Kind.UNKNOWN_ENCODING, "nosuch"),
    ],
)
async def test_f02_a_mistake_names_the_argument(rg, tmp_path, pattern, asked, kind, word):
    write(tmp_path, {"a": "x\n"})
    failure = await refused(rg.text(tmp_path, pattern, **asked))
    assert failure.kind is kind
    assert word in failure.message
    if "encoding" not in asked and pattern == "x":
        assert (await refused(rg.listed(tmp_path, **asked))).kind is kind


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("tsx", "a.tsx"),
        ("jsx", "a.jsx"),
        ("javascript", "a.js"),
        ("rs", "a.rs"),
        ("bash", "a.sh"),
        ("yml", "a.yml"),
        ("c++", "a.cpp"),
        ("golang", "a.go"),
        (".py", "a.py"),
        ("TypeScript", "a.ts"),
    ],
)
async def test_f66_types_that_are_guessed(rg, tmp_path, name, file):
    write(tmp_path, {file: "needle\n", "other.xyz": "needle\n"})
    assert (await rg.text(tmp_path, "needle", types=(name,))).files == [file]


async def test_f66_every_alias_is_known_to_rg(rg):
    assert set(types.ALIASES.values()) <= await rg.engine.type_names()


async def test_f66_an_unknown_type_gets_near_names(rg, tmp_path):
    failure = await refused(rg.text(tmp_path, "x", types=("pyton",)))
    assert "python" in failure.message


@pytest.mark.parametrize("missing", ["none", "none/deeper"])
async def test_f68_a_root_that_is_not_there(rg, tmp_path, missing):
    for search in (rg.text(tmp_path / missing, "x"), rg.listed(tmp_path / missing)):
        failure = await refused(search)
        assert failure.kind is Kind.PATH_NOT_FOUND


async def test_f68_a_root_that_is_a_file(rg, tmp_path):
    write(tmp_path, {"a": "x\n"})
    failure = await refused(rg.text(tmp_path / "a", "x"))
    assert failure.kind in {Kind.PATH_NOT_FOUND, Kind.UNREADABLE}


async def test_f68_a_file_that_is_not_there(rg, tmp_path):
    failure = await refused(rg.text(tmp_path, "x", file="none"))
    assert failure.kind is Kind.PATH_NOT_FOUND
    assert "none" in failure.message


async def test_f71_a_file_in_another_encoding_harms_nothing(rg, tmp_path):
    write(tmp_path, {"gbk": "漢字 needle\n".encode("gbk"), "utf8": "漢字 needle\n"})
    found = await rg.text(tmp_path, "needle")
    assert found.files == ["gbk", "utf8"]
    assert found.report.outcome.complete
    raw = {one.data.lines.raw() for one in found.matches}
    assert raw == {"漢字 needle\n".encode("gbk"), "漢字 needle\n".encode()}


async def test_f72_a_name_that_is_not_utf8(rg, tmp_path):
    name = os.fsdecode(b"bad\xffname")
    write(tmp_path, {name: "needle\n", "good": "needle\n"})
    assert (await rg.text(tmp_path, "needle")).files == sorted([name, "good"])
    assert (await rg.listed(tmp_path)).files == sorted([name, "good"])
    assert (await rg.text(tmp_path, "needle", file=name)).files == [name]
    assert (await rg.text(tmp_path, "needle", files=(os.fsencode(name),))).files == [name]
    assert (await rg.text(tmp_path, "needle", include=("bad*,good/**",))).files == [name]


async def test_names_with_odd_letters(rg, tmp_path):
    names = ["new\nline", "tab\t", " space ", "'quote\"", "é😀", "back\\slash", "a,b", "$(x)", "*", "[x]"]
    write(tmp_path, dict.fromkeys(names, "needle\n"))
    assert (await rg.text(tmp_path, "needle")).files == sorted(names)
    assert (await rg.listed(tmp_path)).files == sorted(names)
    for name in names:
        assert (await rg.text(tmp_path, "needle", file=name)).files == [name]


async def test_f75_a_byte_order_mark_is_no_text(rg, tmp_path):
    write(tmp_path, {"a": b"\xef\xbb\xbfneedle\n"})
    (match,) = (await rg.text(tmp_path, "^needle")).matches
    assert match.data.lines.text == "needle\n"
    assert match.data.submatches[0].start == 0


async def test_f76_utf16_is_found_by_its_mark_and_other_encodings_by_name(rg, tmp_path):
    write(
        tmp_path,
        {
            "marked": b"\xff\xfe" + "é needle\n".encode("utf-16-le"),
            "unmarked": "é needle\n".encode("utf-16-le"),
            "gbk": "漢字\n".encode("gbk"),
        },
    )
    assert (await rg.text(tmp_path, "needle")).files == ["marked"]
    assert (await rg.text(tmp_path, "é needle")).files == ["marked"]
    assert (await rg.text(tmp_path, "needle", encoding="utf16le")).files == ["marked", "unmarked"]
    assert (await rg.text(tmp_path, "漢字")).files == []
    assert (await rg.text(tmp_path, "漢字", encoding="gbk")).files == ["gbk"]


async def test_f77_every_name_that_editors_use_is_known_to_rg(rg, tmp_path):
    write(tmp_path, {"a": "x\n"})
    for name in encodings.EDITORS_NAMES:
        report = (await rg.text(tmp_path, "x", encoding=name)).report
        assert report.failure is None, name


async def test_f78_a_nul_byte_and_what_is_said_of_it(rg, tmp_path):
    write(tmp_path, {"early": b"\0\nneedle\n", "late": NUL_LATE, "text": "needle\n"})
    tree = await rg.text(tmp_path, "needle")
    assert tree.files == ["late", "text"]
    assert tree.report.outcome.complete
    assert tree.report.outcome.reasons == (Reason.BINARY,)
    assert tree.report.coverage.cut_at_nul == ("late",)
    assert "stopped at binary data" in tree.report.outcome.notes[0]
    counted = await rg.text(tmp_path, "needle", max_count=1)
    assert counted.files == tree.files


async def test_f78_a_named_file_is_searched_whatever_it_holds(rg, tmp_path):
    write(tmp_path, {"early": b"\0\nneedle\n", "late": NUL_LATE})
    for name in ("early", "late"):
        assert (await rg.text(tmp_path, "needle", file=name)).files == [name]
    assert (await rg.text(tmp_path, "needle", binary=Binary.SEARCH)).files == ["early", "late"]


async def test_f79_f80_a_line_ends_before_its_carriage_return(rg, tmp_path):
    write(tmp_path, {"dos": "foo\r\nfoobar\r\n", "unix": "foo\nfoobar\n"})
    found = await rg.text(tmp_path, "foo$")
    assert found.lines == ["dos:1:foo\r\n", "unix:1:foo\n"]
    assert {one.data.submatches[0].end for one in found.matches} == {3}


@pytest.mark.parametrize(
    "pattern",
    ["foo\nbar", r"foo\nbar", r"foo\r?\nbar", r"foo[\n]bar", r"foo\n+bar", r"foo\x0abar", r"foo[,\n]bar"],
)
async def test_f83_f84_a_newline_in_a_pattern_meets_both_line_ends(rg, tmp_path, pattern):
    write(tmp_path, {"dos": "foo\r\nbar\r\n", "unix": "foo\nbar\n", "other": "foobar\n"})
    assert (await rg.text(tmp_path, pattern)).files == ["dos", "unix"]


async def test_f84_a_literal_with_a_newline(rg, tmp_path):
    write(tmp_path, {"dos": "f(x)\r\nbar\r\n", "unix": "f(x)\nbar\n", "other": "fx\nbar\n"})
    assert (await rg.text(tmp_path, "f(x)\nbar", fixed_strings=True)).files == ["dos", "unix"]


@pytest.mark.parametrize("pattern", ["", "^$", "x*", "$", r"\b", "(?:)"])
async def test_f85_matches_without_width(rg, tmp_path, pattern):
    write(tmp_path, {"a": "━ b\n\nxx\n"})
    found = await rg.text(tmp_path, pattern)
    assert found.report.outcome.complete
    assert found.report.failure is None
    for match in found.matches:
        for span in match.data.submatches:
            assert 0 <= span.start <= span.end <= len(match.data.lines.raw())


async def test_f87_a_long_line_is_given_whole(rg, tmp_path):
    line = "a" * 300_000 + "needle" + "b" * 300_000
    write(tmp_path, {"a": line + "\n"})
    (match,) = (await rg.text(tmp_path, "needle")).matches
    assert match.data.lines.text == line + "\n"
    assert match.data.submatches[0].start == 300_000


async def test_f89_javascripts_escapes_and_look_around(rg, tmp_path):
    write(tmp_path, {"a": "一字 foobar\n"})
    for pattern in (
        r"\u4e00",
        r"[\u4e00-\u9fff]+",
        r"foo(?=bar)",
        r"(?<=foo)bar",
        r"(o)\1",
        r"\u4e00(?=\u5b57)",
    ):
        assert (await rg.text(tmp_path, pattern)).files == ["a"], pattern


async def test_f89_a_refusal_says_which_engine_would_do(rg, tmp_path):
    failure = await refused(rg.text(tmp_path, "foo(?=bar)", engine=RegexEngine.DEFAULT))
    assert failure.kind is Kind.INVALID_PATTERN
    assert "look-around" in failure.message
    assert "`pcre2` or `auto`" in failure.detail
    assert "--pcre2" not in failure.detail


NO_PCRE2 = """rg: regex could not be compiled with either the default regex engine or with PCRE2.

default regex engine error:
~~~
regex parse error:
    (?:a(?=b))
        ^^^
error: look-around, including look-ahead and look-behind, is not supported
~~~

PCRE2 regex engine error:
PCRE2 is not available in this build of ripgrep
"""


async def test_f90_a_build_without_pcre2_is_named(tmp_path):
    fake = FakeRg(
        tmp_path / "fake", [err(NO_PCRE2), exits(2)], version=says("ripgrep 14.1.0\n\nfeatures:-pcre2\n")
    )
    async with searching(str(fake.path)) as rg:
        assert not (await rg.engine.resolver.resolve()).pcre2
        failure = await refused(rg.text(tmp_path, "a(?=b)"))
    assert failure.kind is Kind.INVALID_PATTERN
    assert "14.1.0" in failure.detail
    assert str(fake.path) in failure.detail


@pytest.mark.parametrize(
    ("case", "pattern", "lines"),
    [
        (Case.SENSITIVE, "needle", [1]),
        (Case.INSENSITIVE, "needle", [1, 2, 3]),
        (Case.SMART, "needle", [1, 2, 3]),
        (Case.SMART, "Needle", [2]),
    ],
)
async def test_case(rg, tmp_path, case, pattern, lines):
    write(tmp_path, {"a": "needle\nNeedle\nNEEDLE\n"})
    found = await rg.text(tmp_path, pattern, case=case)
    assert [one.data.line_number for one in found.matches] == lines


async def test_words_and_literals(rg, tmp_path):
    write(tmp_path, {"a": "a.b\naxb\nxa.by\n"})
    assert [one.data.line_number for one in (await rg.text(tmp_path, "a.b")).matches] == [1, 2, 3]
    assert [one.data.line_number for one in (await rg.text(tmp_path, "a.b", fixed_strings=True)).matches] == [
        1,
        3,
    ]
    assert [one.data.line_number for one in (await rg.text(tmp_path, "a.b", word=True)).matches] == [1, 2]


async def test_context_lines(rg, tmp_path):
    write(tmp_path, {"a": "1\n2\nneedle\n4\n5\n"})
    found = await rg.text(tmp_path, "needle", before=1, after=2)
    near = [one.data.line_number for one in found.records if isinstance(one, Context)]
    assert near == [2, 4, 5]
    assert found.report.coverage.matches == 1


async def test_dot_meets_newlines_only_with_multiline(rg, tmp_path):
    write(tmp_path, {"a": "start\nmiddle\nend\n"})
    assert (await rg.text(tmp_path, "start.*end")).files == []
    assert (await rg.text(tmp_path, "start.*end", multiline=True)).files == ["a"]


async def test_f36_a_takers_stop_ends_rg_at_once(rg, tmp_path):
    write(tmp_path, {f"{number}": "needle\n" * 1000 for number in range(50)})
    batches = []

    async def take(records):
        batches.append(records)
        return Stop.LIMIT

    report = await rg.engine.search(
        TextQuery(pattern="needle", root=tmp_path), take, Deadline.after(PATIENCE_S)
    )
    assert len(batches) == 1
    assert report.outcome.truncated
    assert not report.outcome.incomplete


async def test_a_cancelled_search_leaves_nothing(tmp_path):
    write(tmp_path, {f"{number}": "needle\n" * 1000 for number in range(50)})
    async with searching() as rg:

        async def take(_):
            await asyncio.sleep(PATIENCE_S)

        query = TextQuery(pattern="needle", root=tmp_path)
        task = asyncio.create_task(rg.engine.search(query, take, Deadline.after(PATIENCE_S)))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_takers_own_timeout_is_not_ours(rg, tmp_path):
    write(tmp_path, {"a": "needle\n"})

    async def take(_):
        raise TimeoutError("the client's")

    with pytest.raises(TimeoutError, match="the client's"):
        await rg.engine.search(TextQuery(pattern="needle", root=tmp_path), take, Deadline.after(PATIENCE_S))


async def test_the_fake_and_the_real_rg_agree_on_records(tmp_path):
    write(tmp_path, {"tree/a": "needle\n"})
    fake = FakeRg(tmp_path / "fake", [out(found("./a", "needle") + summary())])
    async with searching(str(fake.path)) as pretended, searching() as real:
        shown = (await pretended.text(tmp_path / "tree", "needle")).lines
        path = (await real.engine.resolver.resolve()).path
        assert shown == (await real.text(tmp_path / "tree", "needle")).lines == ["a:1:needle\n"]
        fake.script([is_really(Path(path))])
        assert (await pretended.text(tmp_path / "tree", "needle")).lines == shown
