from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.daemon import home
from tests.support.http import Reply, site

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "harbour.py").write_text(
        "import os\n\n\nclass Harbour:\n    def moor(self, ship):\n        return ship\n\n\n"
        "harbour = Harbour()\n"
    )
    (folder / "src" / "many.txt").write_text("".join(f"line {n} lamp\n" for n in range(2000)))
    (folder / "notes.md").write_text("# Harbour\nThe Harbour is full.\n")
    (folder / ".gitignore").write_text("ignored/\n")
    (folder / "ignored").mkdir()
    (folder / "ignored" / "x.py").write_text("anchor = 1\n")
    return folder


@pytest.fixture
async def place(tmp_path):
    """A home whose daemon knows an MCP server of the user's and a web of ours."""
    kit = {
        "command": sys.executable,
        "args": ["-m", "tests.support.mcp_kit"],
        "cwd": str(ROOT),
        "env": {"KIT_NOTES": str(tmp_path / "notes")},
    }
    async with site() as web:
        web.pages["/page"] = Reply(b"<title>T</title><h1>Hello</h1><p>Text.")
        web.pages["/file.pdf"] = Reply(b"%PDF-1.7 x", type="application/pdf")
        hit = {"title": "<b>One</b>", "url": "https://example.org/", "content": "first"}
        web.pages["/search?q=words&format=json"] = Reply(json.dumps({"results": [hit]}).encode())
        settings = {
            "RIPWIRE_TOOLS_SERVERS": json.dumps({"kit": kit}),
            "RIPWIRE_CACHE_FOLDER": str(tmp_path / "cache"),
            "RIPWIRE_WEB_ALLOW_HOSTS": "127.0.0.1",
            "RIPWIRE_WEB_SEARXNG_URL": web.url,
        }
        async with home(**settings) as place:
            place.web = web
            yield place
