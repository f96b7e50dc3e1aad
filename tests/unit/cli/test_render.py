"""Output that reads like ripgrep's."""

from __future__ import annotations

import io

import pytest

from ripwire.cli import render
from ripwire.cli.names import Names, path_of
from ripwire.cli.render import Printer
from ripwire.protocol.messages.common import WirePosition, WireRange
from ripwire.protocol.messages.grep import WireContextLine, WireCount, WireFile, WireMatch


def match(path, line, text, *spans, before=(), after=(), **more):
    ranges = [WireRange(WirePosition(line, start), WirePosition(line, end)) for start, end in spans]
    around = {
        "before": [WireContextLine(*pair) for pair in before],
        "after": [WireContextLine(*pair) for pair in after],
    }
    return WireMatch(f"file:///t/{path}", path, line, ranges, text, **around, **more)


def printed(*batches, **how):
    out = io.BytesIO()
    printer = Printer(names=Names(["/t"]), out=out, **how)
    for batch in batches:
        printer.matches(batch)
    return out.getvalue().decode().replace("/t/", "")


def test_in_a_pipe_the_name_stands_before_each_line():
    assert printed([match("a", 0, "x one", (0, 1)), match("b", 4, "x", (0, 1))]) == "a:x one\nb:x\n"


def test_numbers_and_columns_count_from_one():
    assert printed([match("a", 0, "a x", (2, 3))], numbers=True, column=True) == "a:1:3:a x\n"


def test_on_a_terminal_the_name_stands_once_above():
    text = printed(
        [match("a", 0, "x", (0, 1)), match("a", 2, "x", (0, 1))], [match("b", 0, "x", (0, 1))], heading=True
    )
    assert text == "a\nx\nx\n\nb\nx\n"


def test_context_is_printed_once_and_groups_that_do_not_touch_are_parted():
    found = [
        match("a", 1, "x1", (0, 1), before=[(0, "l0")], after=[(2, "l2")]),
        match("a", 3, "x3", (0, 1), before=[(2, "l2")], after=[(4, "l4")]),
        match("a", 9, "x9", (0, 1), before=[(8, "l8")], after=[]),
    ]
    assert printed(found, numbers=True, context=True) == (
        "a-1-l0\na:2:x1\na-3-l2\na:4:x3\na-5-l4\n--\na-9-l8\na:10:x9\n"
    )


def test_two_files_with_context_are_parted_too():
    found = [match("a", 0, "x", (0, 1)), match("b", 0, "x", (0, 1))]
    assert printed(found, context=True) == "a:x\n--\nb:x\n"


def test_only_the_parts_that_match():
    assert printed([match("a", 0, "x1 x2", (0, 2), (3, 5))], only_matching=True) == "a:x1\na:x2\n"


def test_only_matching_parts_of_the_wire_are_already_cut():
    part = match("a", 0, "x2", (3, 5), text_start=3)
    assert printed([part], only_matching=True, column=True) == "a:4:x2\n"


def test_the_colours_are_ripgreps():
    text = printed([match("a", 0, "a x", (2, 3))], numbers=True, colours=render.COLOURED)
    assert text.replace("\x1b[0m", "!") == "\x1b[35m/t/a!:\x1b[32m1!:a \x1b[1;31mx!\n".replace("/t/", "")


def test_a_match_over_several_lines_has_a_number_on_each():
    found = match("a", 4, "one\ntwo")
    found.ranges = [WireRange(WirePosition(4, 1), WirePosition(5, 2))]
    text = printed([found], numbers=True, colours=render.COLOURED)
    assert text.count("\x1b[1;31m") == 2
    assert printed([found], numbers=True) == "a:5:one\na:6:two\n"


def test_columns_of_utf8_are_bytes_and_colour_never_splits_a_character():
    text = printed([match("a", 0, "é x", (0, 2), (3, 4))], colours=render.Colours(match=(b"<", b">")))
    assert text == "a:<é> <x>\n"


def test_a_clipped_line_is_marked_where_its_match_is():
    found = match("a", 0, "…aax…", (102, 103), text_start=100, clipped=True)
    assert printed([found], colours=render.Colours(match=(b"<", b">"))) == "a:…aa<x>…\n"


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("filenames", [False, True])
def test_the_way_of_pipes_prints_what_the_other_prints(numbers, filenames):
    found = [match("a", 0, "one é"), match("a%FF", 3, "two"), match("a%FF", 7, "over\ntwo lines")]
    out = io.BytesIO()
    printer = Printer(names=Names(["/t"]), out=out, numbers=numbers, filenames=filenames)
    assert printer.bare
    printer.lines([render.BareLine(f.uri, f.line, f.text) for f in found])
    quick = out.getvalue()
    out.seek(0)
    out.truncate()
    printer.matches(found)
    assert quick == out.getvalue()


def test_files_and_counts():
    out = io.BytesIO()
    printer = Printer(names=Names(["/t"]), out=out)
    printer.files([WireFile("file:///t/a%FF", "a")])
    printer.counts([WireCount("file:///t/b", "b", 3, 4)])
    assert out.getvalue() == b"/t/a\xff\n/t/b:3\n"


@pytest.mark.parametrize(
    ("typed", "uri", "shown"),
    [
        (["/t/sub"], "file:///t/sub/a", b"/t/sub/a"),
        (["/t/sub/"], "file:///t/sub/a", b"/t/sub/a"),
        (["/t", "/t/sub/x.py"], "file:///t/sub/x.py", b"/t/sub/x.py"),
        (["/other"], "file:///t/a", b"/t/a"),
        (["/"], "file:///t/a", b"/t/a"),
    ],
)
def test_names_are_shown_as_they_were_typed(typed, uri, shown):
    assert Names(typed).of(uri) == shown


def test_without_a_path_names_are_relative(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Names([]).of((tmp_path / "a").as_uri()) == b"a"
    assert Names(["."]).of((tmp_path / "a").as_uri()) == b"./a"


def test_a_uri_is_the_file_systems_bytes():
    assert path_of("file:///a%20b/%FF") == b"/a b/\xff"


@pytest.mark.parametrize(
    ("wish", "environment", "coloured"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {}, False),
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"TERM": "dumb"}, False),
    ],
)
def test_who_decides_about_colour(wish, environment, coloured, monkeypatch):
    class Terminal(io.BytesIO):
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert (render.colours(wish, Terminal()) is render.COLOURED) is coloured
