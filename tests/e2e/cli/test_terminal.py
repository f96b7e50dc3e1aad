"""On a terminal: colour, headings, line numbers, and a sign of life for a long search."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys

import pytest

from tests.support.daemon import COMMAND, home
from tests.support.fake_rg import FakeRg, hangs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")


class Terminal:
    """Both output streams of a command, as a person sees them."""

    def __init__(self, place, cwd, *arguments):
        self._reader, writer = os.openpty()
        environment = {**place.environment, "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=writer,
        )
        os.close(writer)
        self.text = b""

    def read(self):
        """Some more; False at the end, which Linux tells by EIO."""
        try:
            chunk = os.read(self._reader, 65536)
        except OSError:
            chunk = b""
        self.text += chunk
        return bool(chunk)

    def finish(self):
        while self.read():
            pass
        os.close(self._reader)
        return self.process.wait(30), self.text.replace(b"\r\n", b"\n").decode()


async def shown(place, tree, *arguments):
    """Exit code and what is left to see; a loaded machine may have shown progress in between."""
    terminal = Terminal(place, tree, *arguments)
    code, text = await asyncio.to_thread(terminal.finish)
    return code, re.sub(r"\r\x1b\[K(searching[^\r]*)?", "", text)


async def test_names_stand_above_numbered_lines_in_ripgreps_colours(place, tree):
    code, text = await shown(place, tree, "grep", "--sort", "path", "needle")
    assert code == 0
    assert text.replace("\x1b[0m", "!") == (
        "\x1b[35ma.txt!\n\x1b[32m1!:one \x1b[1;31mneedle!\n\x1b[32m3!:Needle two \x1b[1;31mneedle!\n"
        "\n\x1b[35msub/b.py!\n\x1b[32m1!:# \x1b[1;31mneedle!\n"
    )


async def test_no_color_and_never_are_respected(place, tree):
    assert "\x1b" not in (await shown(place, tree, "grep", "--color", "never", "needle"))[1]
    place.environment["NO_COLOR"] = "1"
    code, text = await shown(place, tree, "grep", "--sort", "path", "one")
    assert (code, text) == (0, "a.txt\n1:one needle\n")


async def test_nothing_found_is_said_with_what_was_searched(place, tree):
    code, text = await shown(place, tree, "grep", "nowhere at all")
    assert code == 1
    assert "no matches in 2 files" in text
    code, text = await shown(place, tree, "grep", "-g", "*.nothing", "x")
    assert code == 1
    assert "no file passed the filters" in text


async def test_a_long_search_shows_that_it_lives_and_ctrl_c_ends_it(tmp_path):
    fake = FakeRg(tmp_path / "fake", [hangs()])
    async with home(RIPWIRE_RG_SOURCE=str(fake.path)) as place:
        terminal = Terminal(place, tmp_path, "grep", "--standalone", "x")
        while b"searching for" not in terminal.text:
            assert await asyncio.to_thread(terminal.read), terminal.text
        terminal.process.send_signal(signal.SIGINT)
        code, text = await asyncio.to_thread(terminal.finish)
    assert code == 130
    assert "Traceback" not in text
    assert fake.processes() == []
