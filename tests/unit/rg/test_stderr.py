"""Texts as rg 13.0, 14.1 and 15.2 print them, and what they mean to us."""

import pytest

from ripwire.errors import Kind
from ripwire.rg import stderr
from tests.support import fake_rg

REGEX_13 = "regex parse error:\n    (\n    ^\nerror: unclosed group\n"
REGEX = "rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n"
LOOK_AROUND = """rg: regex parse error:
    (?:(?=a))
       ^^^
error: look-around, including look-ahead and look-behind, is not supported

Consider enabling PCRE2 with the --pcre2 flag, which can handle backreferences
and look-around.
"""
BOTH = """rg: regex could not be compiled with either the default regex engine or with PCRE2.

default regex engine error:
~~~~~~~~
regex parse error:
    (?:(?=a)()
       ^^^
error: look-around, including look-ahead and look-behind, is not supported
~~~~~~~~

PCRE2 regex engine error:
{last}
"""
COMPILING = "PCRE2: error compiling pattern at offset 10: missing closing parenthesis"
NO_PCRE2 = "PCRE2 is not available in this build of ripgrep"
NEWLINE_13 = """the literal '"\\n"' is not allowed in a regex

Consider enabling multiline mode with the --multiline flag (or -U for short).
When multiline mode is enabled, new line characters can be matched.
"""
RULE = "rg: /w/.gitignore: line 4: error parsing glob 'a{b': unclosed alternate group; missing '}'\n"


@pytest.mark.parametrize(
    ("text", "kind", "argument", "reason"),
    [
        (REGEX_13, Kind.INVALID_PATTERN, "pattern", "unclosed group"),
        (REGEX, Kind.INVALID_PATTERN, "pattern", "unclosed group"),
        (LOOK_AROUND, Kind.INVALID_PATTERN, "pattern", "look-around, including"),
        (
            BOTH.format(last=COMPILING),
            Kind.INVALID_PATTERN,
            "pattern",
            "error compiling pattern at offset 10",
        ),
        ("rg: " + COMPILING, Kind.INVALID_PATTERN, "pattern", COMPILING),
        (BOTH.format(last=NO_PCRE2), Kind.INVALID_PATTERN, "pattern", NO_PCRE2),
        ("rg: " + NO_PCRE2, Kind.INVALID_PATTERN, "pattern", NO_PCRE2),
        (NEWLINE_13, Kind.INVALID_PATTERN, "pattern", "the literal"),
        ("rg: compiled regex exceeds size limit of 104857600", Kind.INVALID_PATTERN, "pattern", "compiled"),
        ("Compiled regex exceeds size limit of 10 bytes.", Kind.INVALID_PATTERN, "pattern", "Compiled"),
        ("error parsing glob '[a': unclosed", Kind.INVALID_GLOB, "glob", "error parsing glob '[a'"),
        ("rg: error parsing glob '[a': unclosed", Kind.INVALID_GLOB, "glob", "error parsing glob '[a'"),
        ("rg: unrecognized file type: nosuch", Kind.UNKNOWN_TYPE, "type", "unrecognized file type: nosuch"),
        ("grep config error: unknown encoding: x", Kind.UNKNOWN_ENCODING, "encoding", "grep config error"),
        (
            "rg: error parsing flag --encoding: grep config error: unknown encoding: nosuch",
            Kind.UNKNOWN_ENCODING,
            "encoding",
            "error parsing flag --encoding",
        ),
        ("rg: error parsing flag --max-filesize: invalid size", Kind.INVALID_PARAMS, "flag", "error parsing"),
        ("rg: unrecognized flag --x", Kind.INVALID_PARAMS, "flag", "unrecognized flag --x"),
    ],
)
def test_f02_a_callers_mistake_names_the_argument_and_the_reason(text, kind, argument, reason):
    found = stderr.mistake(text)
    assert found is not None
    assert (found.kind, found.argument) == (kind, argument)
    assert found.reason.startswith(reason)
    assert found.diagnostic


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rg: ./a: Permission denied (os error 13)",
        "rg: ./regex parse error: Permission denied (os error 13)",
        "rg: ./unrecognized file type: no.txt: Permission denied (os error 13)",
        "thread 'main' panicked at src/main.rs: boom",
        "memory allocation of 9 bytes failed",
    ],
)
def test_f04_what_is_not_known_is_no_mistake(text):
    assert stderr.mistake(text) is None


def test_f89_the_command_lines_advice_is_left_out():
    for text in (LOOK_AROUND, NEWLINE_13):
        found = stderr.mistake(text)
        assert "--" not in found.diagnostic
        assert "Consider" not in found.diagnostic


@pytest.mark.parametrize(
    ("text", "wants"), [(LOOK_AROUND, True), (BOTH.format(last=NO_PCRE2), True), (REGEX, False)]
)
def test_f90_a_pattern_that_needs_pcre2_is_known(text, wants):
    assert stderr.mistake(text).wants_pcre2 is wants


@pytest.mark.parametrize(
    "text",
    [
        fake_rg.EAGAIN,
        "thread 'main' panicked at src/thread/mod.rs:718:29:\nfailed to spawn thread: Os { code: 11 }",
        "failed to spawn thread: Os { code: 35, kind: WouldBlock }",
        "failed to spawn thread: something else",
        "rg: could not start worker: Resource temporarily unavailable (os error 35)",
        "cannot create threads: Resource temporarily unavailable",
        "rg: ./a: Permission denied (os error 13)\nthread creation failed: code: 35",
    ],
)
def test_f09_a_thread_that_could_not_start(text):
    assert stderr.thread_eagain(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rg: <stdin>: Resource temporarily unavailable (os error 11)",
        "rg: ./thread.c: Resource temporarily unavailable (os error 11)",
        "rg: .\\worker\\thread.c: Resource temporarily unavailable (os error 11)",
        "rg: ./failed to spawn thread: Permission denied (os error 13)",
        "worker thread panicked",
        "thread 'main' panicked\nResource temporarily unavailable (os error 11)",
        "rg: threads: code: 110",
        "thread: os error 112",
    ],
)
def test_f09_other_shortages_and_other_threads_are_not_that(text):
    assert not stderr.thread_eagain(text)


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        ("rg: ./a b: Permission denied (os error 13)", "a b", "Permission denied (os error 13)"),
        ("./a: No such file or directory (os error 2)", "a", "No such file or directory (os error 2)"),
        (
            "rg: ./a: IO error for operation on ./a: No such file or directory (os error 2)",
            "a",
            "No such file or directory (os error 2)",
        ),
        ("rg: .\\src\\a: Access is denied. (os error 5)", "src/a", "Access is denied. (os error 5)"),
        ("rg: .: Permission denied (os error 13)", ".", "Permission denied (os error 13)"),
        ("rg: ./: Permission denied (os error 13)", ".", "Permission denied (os error 13)"),
        ("rg: File system loop found: ./d/self points to an ancestor ./d", "d/self", "loop"),
    ],
)
def test_f03_paths_that_could_not_be_read(text, path, why):
    assert stderr.unreadable(text) == (stderr.Unreadable(path, why),)


def test_f03_each_path_once_and_not_too_many():
    lines = [f"rg: ./{number % 50}: Permission denied (os error 13)" for number in range(200)]
    found = stderr.unreadable("\n".join(lines))
    assert [one.path for one in found] == [str(number) for number in range(stderr.NOTES)]


def test_lines_of_ignore_files_are_told_apart():
    other = "rg: ./a: Permission denied (os error 13)\n"
    rest, rules = stderr.without_ignore_rules(RULE + other)
    assert rest == other
    assert rules == (RULE.removeprefix("rg: ").strip(),)
    assert stderr.without_ignore_rules("rg: error parsing glob '[a': unclosed\n")[1] == ()


def test_notes_are_lines_that_say_something():
    assert stderr.notes("a\n\n  \nb\n" + "c\n" * 100) == ("a", "b", *("c",) * (stderr.NOTES - 2))
