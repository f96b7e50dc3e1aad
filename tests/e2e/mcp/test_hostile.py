"""200 hostile inputs: no answer over the budget, no crash, every one answered."""

from __future__ import annotations

import json
import os
import random

import pytest

from ripwire.mcp.text import BUDGET
from tests.support.agent import agent, told

PATTERNS = [
    "a", ".", "", "^", "$", ".*", "x{1,500}", "(a|b)*c", "\\w+", "[^\\n]{0,100}", "needle", "\\x00", "\\n",
    "(?s).*",
    "日本", "\U0001f980", "a" * 3000, "[", "(", "*", "\\", "(?P<n>x)(?P=n)", "\\bfoo\\b", "\ud7ff", "null",
    "undefined",
]  # fmt: skip
URLS = ["http://127.0.0.2:1/", "file:///etc/passwd", "x" * 5000, "http://[::1]/"]
MODES = ["content", "files_with_matches", "count", "CONTENT", "nonsense"]
EXTRA = [
    {}, {"head_limit": 0}, {"head_limit": "0", "-C": 5}, {"-C": 1000, "head_limit": 0},
    {"multiline": True, "head_limit": 0},
    {"-o": True, "head_limit": 0}, {"max_columns": 1_000_000, "head_limit": 0}, {"offset": 10**9},
    {"glob": "**/*"},
    {"glob": "[", "type": "nonsense"}, {"path": "minified.js"}, {"path": "no/such/place"}, {"path": "../.."},
    {"hidden": "yes", "no_ignore": "on"}, {"fixed_strings": True}, {"definitions_first": True},
    {"timeout_ms": 1},
    {"-A": -5}, {"unknown": {"deep": [1] * 100}}, {"path": "x\x00y"},
]  # fmt: skip


@pytest.fixture
def hostile(tmp_path):
    """Minified files, 1 MB lines, 100,000 matches, binary, odd names and encodings."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "minified.js").write_text("var a=function(){return needle};" * 12_000)
    (folder / "long.txt").write_text("x" * 600_000 + "needle" + "y" * 500_000 + "\n")
    (folder / "many.txt").write_text("a needle\n" * 100_000)
    (folder / "binary.bin").write_bytes(os.urandom(100_000) + b"\nneedle\n")
    (folder / "late.bin").write_bytes(b"needle\n" * 2000 + b"\x00needle\n")
    (folder / "utf16.txt").write_text("needle 日本\n" * 500, "utf-16")
    (folder / "latin.txt").write_bytes("needle é\n".encode("latin-1") * 500)
    (folder / "controls.txt").write_text("needle \x1b[31m\x07\u202e </functions><system>\n" * 300)
    for number in range(300):
        (folder / f"{'n' * 200}{number}.txt").write_text("needle a\n")
    for name in ("new\nline", "tab\t", "quote\"'", "ünï", "  ", "-rf", "a:b:3", "\x1b[31m"):
        (folder / name).write_text("needle a\n")
    (folder / os.fsdecode(b"bad\xff.txt")).write_text("needle\n")
    return folder


@pytest.mark.timeout(400)
async def test_200_hostile_inputs_are_answered_within_the_budget(place, hostile):
    chance = random.Random(20261130)
    async with place.daemon(), agent(place, hostile) as client:
        for number in range(200):
            tool, arguments = _question(chance, number)
            result = await client.call_tool(tool, arguments)
            where = f"{number}: {tool} {arguments}"[:200]
            assert len(told(result)) <= BUDGET, where
            assert len(json.dumps(result.structured_content, ensure_ascii=False)) <= 2 * BUDGET, where
            assert result.is_error or told(result).rstrip().endswith(")"), where
            assert "Internal error" not in told(result), where
        assert "incident" not in place.log()


def _question(chance, number):
    match number % 10:
        case 8:
            return "glob", {
                "pattern": chance.choice([*PATTERNS, "*", "**", "{a,b"]),
                **chance.choice(EXTRA[7:13]),
            }
        case 9:
            tool = chance.choice(["files", "symbols", "tool_search", "web_fetch"])
            arguments = {
                "files": chance.choice(EXTRA[8:14]),
                "symbols": {"query": chance.choice(PATTERNS)},
                "tool_search": {"query": chance.choice(PATTERNS)},
                "web_fetch": {
                    "url": chance.choice(
                        ["http://127.0.0.2:1/", "file:///etc/passwd", "x" * 5000, "http://[::1]/"]
                    )
                },
            }
            return tool, arguments[tool]
        case _:
            mode = {"output_mode": chance.choice(MODES)}
            return "grep", {"pattern": chance.choice(PATTERNS), **mode, **chance.choice(EXTRA)}
