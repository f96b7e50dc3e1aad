"""Answers against rg's own: same paths, lines, byte ranges and texts, for patterns hard on a client."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.corpora import corpus
from tests.bench.driver import RG, Driver, daemon
from tests.bench.options import Options
from tests.bench.rows import Row

PART = "answers"
PATTERNS = (
    ("a literal", "def main|import os", {}),
    ("a common word", "return", {}),
    ("several in a line", r"\bself\b", {}),
    ("letters beyond ASCII", r"[^\x00-\x7f]+", {}),
    ("any case", "ERROR", {"caseMode": "insensitive"}),
    ("whole words", "is", {"word": True}),
    ("line ends", r"[,;:)]$", {}),
    ("nothing", "zq_no_such_name", {}),
)
"""(what, pattern, further params); each is also put to rg with the flags that mean the same."""
FLAGS = {"caseMode": ["--ignore-case"], "word": ["--word-regexp"]}
Found = tuple[str, int, str, tuple[tuple[int, int], ...]]


async def run(options: Options) -> list[Row]:
    root = corpus(options.corpus)
    async with daemon(root, RIPWIRE_INDEX_ENABLED="false") as (driver, _):
        return [_row(driver, root, what, pattern, params) for what, pattern, params in PATTERNS]


def _row(driver: Driver, root: Path, what: str, pattern: str, params: dict[str, Any]) -> Row:
    theirs, ours = set(_theirs(root, pattern, params)), set(_ours(driver, pattern, params))
    return Row(
        part=PART,
        what=f"differ from rg's: {what}",
        figure=len(ours ^ theirs),
        unit="matches",
        reach=0,
        floor=f"{len(theirs):,} compared",
        proof=True,
    )


def _ours(driver: Driver, pattern: str, params: dict[str, Any]) -> Iterator[Found]:
    asked = {"pattern": pattern, "headLimit": 0, "maxLineLength": 0} | params
    for found in driver.collected("ripwire/grep", asked, "matches"):
        wide = found["text"].encode("utf-16-le")
        ranges = () if found.get("lossy") else tuple(_bytes(wide, at) for at in found["ranges"])
        yield found["path"], found["line"] + 1, found["text"], ranges


def _bytes(wide: bytes, at: dict[str, Any]) -> tuple[int, int]:
    """A range in UTF-16 units, as bytes of the line."""
    start, end = (
        len(wide[: at[edge]["character"] * 2].decode("utf-16-le").encode()) for edge in ("start", "end")
    )
    return start, end


def _theirs(root: Path, pattern: str, params: dict[str, Any]) -> Iterator[Found]:
    """Lines that are not UTF-8 have no ranges here: a client is shown other letters in their place."""
    flags = [flag for name in params for flag in FLAGS[name]]
    argv = [RG, "--no-config", "--json", "--no-require-git", "--crlf", *flags, "-e", pattern, "--", "."]
    out = subprocess.run(argv, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout
    for record in msgspec.json.Decoder().decode_lines(out):
        if record["type"] == "match":
            data = record["data"]
            raw, lossy = _raw(data["lines"])
            line = raw.removesuffix(b"\n").removesuffix(b"\r")
            spans = tuple(
                (min(sub["start"], len(line)), min(sub["end"], len(line))) for sub in data["submatches"]
            )
            shown = line.decode("utf-8", "replace")
            yield (
                _raw(data["path"])[0].decode("utf-8", "replace").removeprefix("./"),
                data["line_number"],
                shown,
                () if lossy else spans,
            )


def _raw(told: dict[str, str]) -> tuple[bytes, bool]:
    """rg's `text`, or its `bytes` in base64 where that is not UTF-8; whether it was the latter."""
    if "bytes" in told:
        return base64.b64decode(told["bytes"]), True
    return told["text"].encode(), False
