"""The table of subcommands: each row leads to a module that keeps the promise, and none is heavy."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys

import pytest

from ripwire.cli import main, spelling
from ripwire.cli.commands import COMMANDS, PUMPS

HEAVY = {"lsprotocol", "pygls", "cattrs", "mcp", "numpy"}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_row_is_a_command(name):
    module = importlib.import_module(COMMANDS[name][0])
    parser = argparse.ArgumentParser(prog=name, allow_abbrev=False)
    module.add_arguments(parser)
    assert callable(module.run)
    assert module.__doc__
    assert name in main.overview()
    assert spelling.spelled(["--json=true", "x"], parser)


def test_no_command_imports_the_language_server():
    """Asked of a fresh interpreter, for all of them at once."""
    modules = ", ".join(module for name, (module, _) in COMMANDS.items() if name != "serve")
    code = f"import sys, {modules}; print(sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_overview_names_the_pumps_too(capsys):
    assert main.command_line(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in PUMPS)


@pytest.mark.parametrize("typed", ["grpe", "stauts", "--sdtio", "xyzzy"])
def test_an_unknown_word_is_answered_with_what_was_probably_meant(typed, capsys):
    assert main.command_line([typed]) == 2
    assert "ripwire" in capsys.readouterr().err


def test_stdio_among_the_words_of_a_search_is_a_word():
    """Only an option in front makes it the pump."""
    with pytest.raises(SystemExit):
        main.command_line(["grep", "--stdio"])
