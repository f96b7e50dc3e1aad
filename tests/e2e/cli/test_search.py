"""`ripwire grep|glob|files` as a person or a script uses them."""

from __future__ import annotations

import json
import os
import sys

import pytest


async def ask(place, tree, *arguments):
    return await place.run(*arguments, cwd=tree)


def lines(done):
    return sorted(done.out.splitlines())


async def test_found_is_zero_and_reads_like_ripgrep(place, tree):
    done = await ask(place, tree, "grep", "needle")
    assert done.code == 0, done
    assert lines(done) == ["a.txt:Needle two needle", "a.txt:one needle", "sub/b.py:# needle"]
    assert done.err == ""


async def test_none_is_one_and_silent(place, tree):
    done = await ask(place, tree, "grep", "nowhere at all")
    assert (done.code, done.out, done.err) == (1, "", "")


async def test_f02_a_bad_pattern_is_two_and_says_what_to_do(place, tree):
    done = await ask(place, tree, "grep", "(")
    assert done.code == 2
    assert "unclosed group" in done.err
    assert "-F" in done.err
    assert done.out == ""


async def test_a_missing_path_is_two_and_names_the_nearest(place, tree):
    done = await ask(place, tree, "grep", "needle", "sbu")
    assert done.code == 2
    assert "sub" in done.err


async def test_f24_a_pattern_like_a_flag_is_searched_literally(place, tree):
    (tree / "flags").write_text("--pre=x here\n")
    done = await ask(place, tree, "grep", "-F", "-e", "--pre=x", "flags")
    assert (done.code, done.out) == (0, "--pre=x here\n"), done


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["-i", "NEEDLE TWO"], ["a.txt:Needle two needle"]),
        (["-S", "needle two"], ["a.txt:Needle two needle"]),
        (["-S", "NEEDLE TWO"], []),
        (["-w", "need"], []),
        (["-F", "need.*"], []),
        (["-n", "one"], ["a.txt:1:one needle"]),
        (["-c", "needle"], ["a.txt:2", "sub/b.py:1"]),
        (["-l", "needle"], ["a.txt", "sub/b.py"]),
        (["-o", "two|one"], ["a.txt:one", "a.txt:two"]),
        (["-t", "py", "needle"], ["sub/b.py:# needle"]),
        (["-T", "python", "needle"], ["a.txt:Needle two needle", "a.txt:one needle"]),
        (["-g", "*.py", "needle"], ["sub/b.py:# needle"]),
        (["-g", "!*.txt", "needle"], ["sub/b.py:# needle"]),
        (["--hidden=true", "-l", "needle"], [".hidden", "a.txt", "sub/b.py"]),
        (["--no_ignore", "-l", "needle"], ["a.txt", "ignored.txt", "sub/b.py"]),
        (["-A1", "-n", "one"], ["a.txt-2-nothing", "a.txt:1:one needle"]),
        (["-U", r"needle\nnothing"], ["a.txt:nothing", "a.txt:one needle"]),
        (["--max-filesize", "10", "needle"], ["sub/b.py:# needle"]),
        (["--sort", "path", "--limit=1", "needle"], ["a.txt:one needle"]),
        (["-P", "needle(?!$)"], []),
        (["-I", "two"], ["Needle two needle"]),
    ],
)
@pytest.mark.parametrize("place", ["standalone"], indirect=True)
async def test_familiar_options(place, tree, options, expected):
    done = await ask(place, tree, "grep", *options)
    assert lines(done) == sorted(expected), done
    assert done.code == (0 if expected else 1)


async def test_one_named_file_needs_no_name_before_its_lines(place, tree):
    done = await ask(place, tree, "grep", "one", "a.txt")
    assert done.out == "one needle\n"
    done = await ask(place, tree, "grep", "-H", "one", str(tree / "a.txt"))
    assert done.out == f"{tree / 'a.txt'}:one needle\n"


async def test_quiet_has_only_an_exit_code(place, tree):
    assert (await ask(place, tree, "grep", "-q", "needle")).code == 0
    assert (await ask(place, tree, "grep", "-q", "nowhere at all")).code == 1


async def test_json_is_the_wire_result(place, tree):
    done = await ask(place, tree, "grep", "--json", "two")
    found = json.loads(done.out)
    (match,) = found["matches"]
    assert match["uri"] == (tree / "a.txt").as_uri()
    assert match["ranges"] == [{"start": {"line": 2, "character": 7}, "end": {"line": 2, "character": 10}}]
    assert found["outcome"]["complete"] is True
    assert found["total"] == 1
    assert found["coverage"]["engine"] == "rg"


async def test_both_ways_give_the_same_json(place, tree):
    done = await ask(place, tree, "grep", "--json", "--sort", "path", "needle")
    alone = await ask(place, tree, "grep", "--json", "--sort", "path", "--standalone", "needle")
    assert json.loads(done.out)["matches"] == json.loads(alone.out)["matches"]


async def test_colour_only_where_it_is_wanted(place, tree):
    assert "\x1b" not in (await ask(place, tree, "grep", "needle")).out
    assert "\x1b[1;31mneedle\x1b[0m" in (await ask(place, tree, "grep", "--color=always", "needle")).out


async def test_glob_is_newest_first(place, tree):
    for age, name in enumerate(["old.c", "new.c"]):
        (tree / name).write_text("")
        os.utime(tree / name, (1000 + age, 1000 + age))
    done = await ask(place, tree, "glob", "*.c")
    assert (done.code, done.out) == (0, "new.c\nold.c\n"), done
    assert (await ask(place, tree, "glob", "*.zig")).code == 1


async def test_files_lists_what_a_search_would_read(place, tree):
    done = await ask(place, tree, "files")
    assert (done.code, lines(done)) == (0, ["a.txt", "sub/b.py"]), done
    done = await ask(place, tree, "files", "sub", ".")
    assert lines(done) == ["./a.txt", "sub/b.py"], done
    assert (await ask(place, tree, "files", "sub", "nowhere")).code == 2


async def test_fuzzy_names_best_first(place, tree):
    (tree / "sub" / "needle_finder.py").write_text("")
    (tree / "nothing_else_fits.txt").write_text("")
    done = await ask(place, tree, "files", "--fuzzy", "nfinder")
    assert (done.code, done.out) == (0, "sub/needle_finder.py\n"), done
    assert (await ask(place, tree, "files", "--fuzzy", "zzzz")).code == 1
    found = json.loads((await ask(place, tree, "files", "--fuzzy", "nfinder", "--json")).out)
    assert found["files"][0]["path"] == "sub/needle_finder.py"


async def test_a_closed_pipe_is_no_error(place, tree):
    (tree / "many.txt").write_text("needle\n" * 200_000)
    process = await place.start("grep", "needle", cwd=tree)
    await process.stdout.readline()
    process.stdout._transport.close()
    _, err = await process.communicate()
    assert err == b""
    assert process.returncode == 0


async def test_f03_incomplete_is_two_and_shows_what_there_is(place, tree):
    (tree / "broken").symlink_to(tree / "gone")  # a link, because nothing is closed to root
    done = await ask(place, tree, "grep", "-L", "needle")
    assert done.code == 2
    assert "a.txt:one needle" in done.out
    assert "not complete" in done.err


async def test_unknown_words_are_answered_with_the_nearest(place, tree):
    done = await ask(place, tree, "grpe", "x")
    assert done.code == 2
    assert "ripwire grep" in done.err
    assert (await ask(place, tree, "grep")).code == 2
    assert "usage" in (await ask(place, tree, "--help")).out
    assert (await ask(place, tree, "--version")).out.startswith("ripwire ")


async def test_a_line_search_loads_no_lsprotocol(tree):
    import subprocess

    code = (
        "import sys; from ripwire.cli.main import command_line\n"
        "command_line(['grep', '--standalone', 'needle'])\n"
        "print(sorted({'pygls', 'lsprotocol', 'cattrs'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
