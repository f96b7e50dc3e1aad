"""The argument lists of other programs, what they print, and what they complain of."""

from pathlib import Path

import pytest

from ripwire.rg.events import Begin, Context, End, Match
from ripwire.rg.fallback import complaints, programs, scan
from ripwire.rg.fallback.lines import FileRecords, GitLines, GrepLines, unmarked, unquoted
from ripwire.rg.query import Case, Filter, TextQuery
from ripwire.rg.verdict import Ended

ROOT = Path("/root-of-search")
RIPGREPS_OWN = {
    "--json",
    "--no-config",
    "--crlf",
    "--no-require-git",
    "--no-ignore-messages",
    "--case-sensitive",
}


def query(pattern="x", **more):
    return TextQuery(pattern=pattern, root=ROOT, **more)


@pytest.mark.parametrize(
    "argv", [programs.git_grep(query(), 2), programs.grep(query()), programs.git_files(no_ignore=False)]
)
def test_f30_no_flag_of_ripgrep_reaches_another_program(argv):
    assert not RIPGREPS_OWN & set(argv)


@pytest.mark.parametrize("build", [lambda q: programs.git_grep(q, 2), programs.grep])
def test_f24_patterns_come_by_e_and_paths_behind_dashes(build):
    argv = build(query("--open-files-in-pager=/x.sh"))
    assert argv[argv.index("--open-files-in-pager=/x.sh") - 1] == "-e"
    assert argv.index("--") > argv.index("-e")


@pytest.mark.parametrize(
    ("pattern", "fixed", "ignores"),
    [
        ("abc", False, True),
        ("aBc", False, False),
        (r"\W+\S", False, True),
        (r"\Wx", True, False),
        (r"\p{Lu}x", False, True),
    ],
)
def test_smart_case_looks_at_letters_and_not_at_escapes(pattern, fixed, ignores):
    assert programs.ignores_case(query(pattern, case=Case.SMART, fixed_strings=fixed)) is ignores


def test_named_files_are_found_whatever_their_names_are():
    argv = programs.grep(query(files=(b"-x", b"\xff"), filter=Filter()))
    assert argv[-3:] == ["--", b"./-x", b"./\xff"]


def test_marks_become_spans():
    line = b"a \x1b[1;38;2;1;2;3mneedle\x1b[m and \x1b[1;38;2;1;2;3mtwo\x1b[m"
    plain, spans = unmarked(line)
    assert plain == b"a needle and two"
    assert [(span.start, span.end) for span in spans] == [(2, 8), (13, 16)]


@pytest.mark.parametrize(
    ("quoted", "plain"),
    [
        (b"a b", b"a b"),
        (rb'"q\"u\no\\te"', b'q"u\no\\te'),
        (rb'"tab\t\303\244\a"', b"tab\t\xc3\xa4\a"),
        (b'"', b'"'),
    ],
)
def test_gits_quoted_paths(quoted, plain):
    assert unquoted(quoted) == plain


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_gits_output_in_pieces_of_any_size(size):
    output = b'a\n1-before\n2:hit\n--\n9:hit\n\n"b\\n"\n3:--\n'
    lines = GitLines(FileRecords())
    records = [r for at in range(0, len(output), size) for r in lines.feed(output[at : at + size])]
    records += lines.feed(b"", last=True)
    kinds = [type(record) for record in records]
    assert kinds == [Begin, Context, Match, Match, End, Begin, Match, End]
    assert records[-2].data.path.raw() == b"b\n"
    assert lines.tail == b""


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_greps_output_with_a_newline_in_a_path(size):
    output = b"./a\0001:hit\n--\n./odd\nname\0002:hit\0more\n"
    lines = GrepLines(FileRecords())
    records = [r for at in range(0, len(output), size) for r in lines.feed(output[at : at + size])]
    records += lines.feed(b"", last=True)
    assert [r.data.path.raw() for r in records if isinstance(r, Match)] == [b"a", b"odd\nname"]
    assert records[-2].data.lines.raw() == b"hit\0more\n"


def test_output_that_is_no_record_is_not_taken_for_one():
    with pytest.raises(ValueError, match="not a numbered line"):
        GrepLines(FileRecords()).feed(b"./a\0nonsense\n")


@pytest.mark.parametrize(
    ("said", "status", "expected_exit", "expected"),
    [
        ("grep: ./sub: Permission denied", 2, 2, "rg: sub: Permission denied (os error 0)"),
        ("grep: ./a: b: No such file or directory", 2, 2, "rg: a: b: No such file or directory (os error 0)"),
        (
            "error: failed to stat 'sub/z': Permission denied",
            1,
            2,
            "rg: sub/z: Permission denied (os error 0)",
        ),
        (
            "warning: could not open directory 'sub/': Permission denied",
            1,
            2,
            "rg: sub: Permission denied (os error 0)",
        ),
        ("grep: ./bin: binary file matches", 0, 0, ""),
        ("", 1, 1, ""),
        ("fatal: something else", 128, 128, "fatal: something else"),
        ("grep: memory exhausted", 2, 2, "grep: memory exhausted"),
        ("grep: ./a: Permission denied", -9, -9, "grep: ./a: Permission denied"),
    ],
)
def test_complaints_in_the_terms_of_the_table(said, status, expected_exit, expected):
    ended = complaints.in_our_terms(Ended(exit=status, stderr=said))
    assert (ended.exit, ended.stderr) == (expected_exit, expected)


@pytest.mark.parametrize(
    ("pattern", "python"),
    [(r"\x{e4}", "ä"), (r"\u{1F600}", "😀"), (r"end\z", r"end\Z"), (r"\\z", r"\\z"), (r"\x{2e}", r"\.")],
)
def test_rusts_escapes_in_pythons_words(pattern, python):
    assert scan.translated(pattern, fixed=False, word=False) == python
