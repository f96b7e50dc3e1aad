"""The engine with the real rg on small trees: write files, search, see what came out."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import attrs

from ripwire.rg.attempt import Deadline
from ripwire.rg.binary import Resolver
from ripwire.rg.engine import Engine, Report
from ripwire.rg.events import End, Match, Record
from ripwire.rg.gate import file_path
from ripwire.rg.process import Children
from ripwire.rg.query import Filter, ListQuery, TextQuery

RG = os.environ.get("RIPWIRE_TEST_RG", "builtin")
"""An absolute path runs these tests with another rg, such as an old one."""
PATIENCE_S = 60.0
"""Of one search in a test; it only ends a test that would hang."""


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    """The files with their folders; a name that ends in `/` is a folder."""
    for name, content in files.items():
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


@attrs.define
class Found:
    """What one search gave."""

    report: Report
    records: list[Record] = attrs.field(factory=list)
    paths: list[bytes] = attrs.field(factory=list)

    @property
    def matches(self) -> list[Match]:
        return [record for record in self.records if isinstance(record, Match)]

    @property
    def ends(self) -> list[End]:
        return [record for record in self.records if isinstance(record, End)]

    @property
    def files(self) -> list[str]:
        """Sorted, each once, whether searched or listed."""
        names = self.paths or [file_path(record.data.path) for record in self.matches]
        return sorted({os.fsdecode(name) for name in names})

    @property
    def lines(self) -> list[str]:
        """`file:line:text` of every match, sorted."""
        shown = []
        for record in self.matches:
            text = record.data.lines.raw().decode(errors="replace")
            shown.append(f"{os.fsdecode(file_path(record.data.path))}:{record.data.line_number}:{text}")
        return sorted(shown)


@attrs.define(eq=False)
class Searching:
    """`text` and `listed` on any root; keyword arguments are those of the query or of its filter."""

    engine: Engine

    async def text(self, root: Path, pattern: str, **asked: Any) -> Found:
        found = Found(Report())

        async def take(records: list[Record]) -> None:
            found.records += records

        query = TextQuery(pattern=pattern, root=root, **_filtered(asked))
        found.report = await self.engine.search(query, take, Deadline.after(PATIENCE_S))
        return found

    async def listed(self, root: Path, **asked: Any) -> Found:
        found = Found(Report())

        async def take(paths: list[bytes]) -> None:
            found.paths += paths

        query = ListQuery(root=root, **_filtered(asked))
        found.report = await self.engine.list_files(query, take, Deadline.after(PATIENCE_S))
        return found


def _filtered(asked: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in attrs.fields(Filter)}
    chosen = {name: asked.pop(name) for name in names & set(asked)}
    return asked | {"filter": Filter(**chosen)}


@contextlib.asynccontextmanager
async def searching(source: str = RG, *, threads: int = 2) -> AsyncIterator[Searching]:
    """An engine of its own; leaving the block proves that no child is left."""
    children = Children()
    try:
        yield Searching(Engine(children, Resolver(source, children), threads))
    finally:
        await children.close()
        assert not children.living
