"""The fuzzy matcher's own copy of each file list, made anew when the list has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import attrs

from ripwire.services.fuzzy import Names


@attrs.define(eq=False)
class NamesOfLists:
    """The matcher's own copy of each list, made anew when the list has changed."""

    _made: dict[Path, tuple[int, Names]] = attrs.field(factory=dict)

    async def of(self, root: Path, generation: int, paths: list[bytes]) -> Names:
        made = self._made.get(root)
        if made is None or made[0] != generation:
            made = (generation, await asyncio.to_thread(_names, paths))
            self._made[root] = made
        return made[1]

    def clear(self) -> None:
        self._made.clear()


def _names(paths: list[bytes]) -> Names:
    """Names that are not UTF-8 are matched with replacement characters."""
    return Names([path.decode("utf-8", "replace") for path in paths])
