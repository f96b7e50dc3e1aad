"""A query as arguments: one table of what must always be there, one of what each field adds."""

from pathlib import Path

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg import argv, patterns
from ripwire.rg.query import Binary, Case, ListQuery, RegexEngine, TextQuery
from ripwire.rg.selection import Selection

ROOT = Path("/anywhere")


def built(pattern="needle", selection=None, threads=3, **asked):
    return argv.text_search(TextQuery(pattern=pattern, root=ROOT, **asked), selection or Selection(), threads)


def pattern_of(arguments):
    return arguments[arguments.index("-e") + 1]


def test_what_is_always_there():
    assert built() == [
        "rg",
        "--no-config",
        "--no-ignore-messages",
        "--no-require-git",
        "--json",
        "--threads=3",
        "--crlf",
        "--case-sensitive",
        "--engine=auto",
        "-e",
        "needle",
        "--",
        ".",
    ]


@pytest.mark.parametrize(
    ("asked", "flags"),
    [
        ({"case": Case.INSENSITIVE}, {"--ignore-case"}),
        ({"case": Case.SMART}, {"--smart-case"}),
        ({"fixed_strings": True}, {"--fixed-strings"}),
        ({"word": True}, {"--word-regexp"}),
        ({"multiline": True}, {"--multiline", "--multiline-dotall"}),
        ({"engine": RegexEngine.PCRE2}, {"--engine=pcre2"}),
        ({"encoding": "gbk"}, {"--encoding=gbk"}),
        ({"binary": Binary.SEARCH}, {"--binary"}),
        ({"before": 2, "after": 3}, {"--before-context=2", "--after-context=3"}),
        ({"max_count": 1}, {"--max-count=1"}),
        ({"file": "a.txt"}, {"--binary", "--threads=1", "./a.txt"}),
    ],
)
def test_what_a_field_adds(asked, flags):
    assert flags <= set(built(**asked)) - set(built())


def test_the_default_engine_is_rgs_own():
    assert not [part for part in built(engine=RegexEngine.DEFAULT) if part.startswith("--engine")]


@pytest.mark.parametrize("pattern", ["--pre=/x.sh", "-f", "--", "-", "--files", "-e", "--search-zip", ""])
def test_f24_a_pattern_is_only_ever_the_value_of_e(pattern):
    arguments = built(pattern)
    assert arguments[-4:] == ["-e", pattern, "--", "."]
    assert arguments.count("-e") == 1 + (pattern == "-e")


@pytest.mark.parametrize("name", ["-", "--", "-d", "--pre=x"])
def test_f22_f23_a_file_name_never_reads_as_a_flag_or_as_stdin(name):
    assert built(file=name)[-2:] == ["--", f"./{name}"]
    assert built(files=(name.encode(), b"b"))[-2:] == [b"./" + name.encode(), b"./b"]


def test_the_file_names_are_bytes():
    assert built(files=(b"bad\xff",))[-1] == b"./bad\xff"


def test_few_files_need_one_thread():
    assert "--threads=1" in built(files=(b"a",) * argv.FEW_FILES)
    assert "--threads=3" in built(files=(b"a",) * (argv.FEW_FILES + 1))


def test_selection_stands_before_the_pattern_and_gives_the_paths():
    arguments = built(selection=Selection(args=("--glob=!x",), paths=("./a", "./b")))
    assert arguments[-6:] == ["--glob=!x", "-e", "needle", "--", "./a", "./b"]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (r"\u00e9", r"\x{00e9}"),
        (r"\u4E00-\u9FFF", r"\x{4E00}-\x{9FFF}"),
        (r"\\u00e9", r"\\u00e9"),  # an escaped backslash, then four letters
        (r"\\\u00e9", r"\\\x{00e9}"),
        (r"\u00e", r"\u00e"),  # three digits: for rg to refuse
        (r"\u{e9}", r"\u{e9}"),
        (r"\u00e90", r"\x{00e9}0"),
    ],
)
def test_f89_a_javascript_escape_becomes_ours(written, sent):
    assert pattern_of(built(written)) == sent


def test_f89_a_literal_keeps_its_escapes():
    assert pattern_of(built(r"\u00e9", fixed_strings=True)) == r"\u00e9"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("a\nb", r"a\r?\nb"),
        (r"a\nb", r"a\r?\nb"),
        (r"a\r\nb", r"a\r\nb"),
        ("a\r\nb", "a\r\nb"),
        (r"a\r?\nb", r"a\r?\nb"),
        (r"[^\n]*\n", r"[^\n]*\r?\n"),
        (r"[\]\n]\n", r"(?:\r\n|[\]\n])\r?\n"),
        (r"[]\n]\n", r"(?:\r\n|[]\n])\r?\n"),
        (r"[^]\n]\n", r"[^]\n]\r?\n"),
        (r"[[:alpha:]\n]\n", r"(?:\r\n|[[:alpha:]\n])\r?\n"),
        (r"\[\n", r"\[\r?\n"),
        (r"\n+", r"(?:\r?\n)+"),
        (r"\n\n", r"\r?\n\r?\n"),
        (r"\n{2}", r"(?:\r?\n){2}"),
        (r"a\n*b", r"a(?:\r?\n)*b"),
        (r"a?\nb", r"a?\r?\nb"),
        (r"(?:\n)?b", r"(?:\r?\n)?b"),
        (r"\\\n", r"\\\r?\n"),
        (r"[,\n]+x", r"(?:\r\n|[,\n])+x"),
        (r"[\n&&[^a]]", r"[\n&&[^a]]"),
        (r"(?<=a\n)b\n", r"(?<=a\n)b\r?\n"),
        (r"(?<!([\n)]))\n", r"(?<!([\n)]))\r?\n"),
        (r"(a\n)", r"(a\r?\n)"),
        (r"a\x0ab", r"a\r?\nb"),
        (r"a\u000Ab", r"a\r?\nb"),
        (r"a\x{a}b", r"a\r?\nb"),
        (r"a\x0db", r"a\x0db"),
        (r"[a\n", r"(?:\r\n|[a\n)"),  # never closed: for rg to refuse
    ],
)
def test_f83_f84_a_newline_means_multiline_and_either_line_end(written, sent):
    arguments = built(written)
    assert pattern_of(arguments) == sent
    assert {"--multiline", "--multiline-dotall"} <= set(arguments)


@pytest.mark.parametrize("written", [r"a\\nb", r"a\\\\nb", r"\\r", r"\N", r"\R", r"\x0b", "n"])
def test_f84_an_escaped_backslash_before_n_is_no_newline(written):
    arguments = built(written)
    assert "--multiline" not in arguments
    assert pattern_of(arguments) == written


def test_f84_a_literal_with_a_newline_is_sent_as_a_regex():
    arguments = built("f(x)\nb", fixed_strings=True)
    assert pattern_of(arguments) == r"f\(x\)\r?\nb"
    assert "--fixed-strings" not in arguments
    assert "--multiline" in arguments


def test_a_literal_with_the_letters_backslash_n_stays_one_line():
    arguments = built(r"a\nb", fixed_strings=True)
    assert pattern_of(arguments) == r"a\nb"
    assert "--multiline" not in arguments


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ({"pattern": "a\0b"}, Kind.INVALID_PARAMS),
        ({"file": "a\0b"}, Kind.INVALID_PARAMS),
        ({"files": (b"a\0b",)}, Kind.INVALID_PARAMS),
        ({"encoding": "a\0b"}, Kind.INVALID_PARAMS),
        ({"pattern": "a\ud83d"}, Kind.INVALID_PARAMS),
        ({"pattern": "a" * 200_000}, Kind.INVALID_PATTERN),
        ({"pattern": "é" * 70_000}, Kind.INVALID_PATTERN),
    ],
)
def test_f65_f115_what_no_process_can_be_given_is_the_callers_mistake(asked, kind):
    with pytest.raises(Failure) as failed:
        built(**asked)
    assert failed.value.kind is kind


def test_f84_a_pattern_that_grows_past_the_limit_is_refused():
    with pytest.raises(Failure) as failed:
        built("(\n" * 40_000, fixed_strings=True)
    assert failed.value.kind is Kind.INVALID_PATTERN


def test_f08_one_thread_changes_nothing_else_and_not_the_original():
    first = built("--threads=9", threads=4)
    before = list(first)
    again = argv.with_one_thread(first)
    assert first == before
    changed = [(a, b) for a, b in zip(first, again, strict=True) if a != b]
    assert changed == [("--threads=4", "--threads=1")]


def test_a_listing_ends_its_paths_with_nul():
    assert argv.listing(ListQuery(root=ROOT), Selection(args=("--hidden",)), 2) == [
        "rg",
        "--no-config",
        "--no-ignore-messages",
        "--no-require-git",
        "--files",
        "--null",
        "--threads=2",
        "--hidden",
        "--",
        ".",
    ]


def test_a_listing_of_some_folders():
    query = ListQuery(root=ROOT, folders=(b"-a", b"bad\xff"), max_depth=1)
    assert argv.listing(query, Selection(), 2)[-4:] == ["--max-depth=1", "--", b"./-a", b"./bad\xff"]


@pytest.mark.parametrize("literal", ["a.b", "f(x)[1]{2}", "a|b^c$", "x-y&&z~~", "#", "\\d+?*", "é😀"])
async def test_an_escaped_literal_matches_itself_only(rg, tmp_path, literal):
    (tmp_path / "a").write_text(f"{literal}\nabb\nfx1\n2024\nx\n")
    found = await rg.text(tmp_path, patterns.escaped(literal))
    assert found.lines == [f"a:1:{literal}\n"]
