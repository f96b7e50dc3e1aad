"""A tree with what is going on around it.  Does nothing by itself."""

from __future__ import annotations

import asyncio

import attrs

from ripwire.services.symbols.marks import Marks
from ripwire.services.symbols.present import Present
from ripwire.services.symbols.tree import Tree


@attrs.define(eq=False, repr=False)
class Kept:
    tree: Tree
    present: Present
    marks: Marks
    behind: bool = True
    """What was told was not looked at to the end: only a look at every file helps."""
    loaded: bool = False
    """The cache was asked for a table."""
    checked_at: float = float("-inf")
    not_before: float = float("-inf")
    task: asyncio.Task[None] | None = None
    build: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def building(self) -> bool:
        return self.build is not None and not self.build.done()
