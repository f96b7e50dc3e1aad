"""What the backend owns for symbols: tables and their upkeep, scanned files, open buffers."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ripwire.rg.process import Children
from ripwire.services.file_lists import FileLists
from ripwire.services.navigation.page_cache import Pages
from ripwire.services.symbols.buffers import Buffers
from ripwire.services.symbols.syntax.door import Syntax
from ripwire.services.symbols.upkeep import Upkeep
from ripwire.services.symbols.workshop import Workshop


@attrs.define(eq=False, repr=False)
class Symbols:
    """One for each daemon or command; `close()` returns when nothing of it runs."""

    upkeep: Upkeep
    buffers: Buffers
    syntax: Syntax
    pages: Pages

    @classmethod
    def create(
        cls,
        lists: FileLists,
        children: Children,
        *,
        cache: str = "",
        extra_kinds: Iterable[str] = (),
        builds: bool = True,
        parser: bool = True,
    ) -> Symbols:
        """`cache`: where tables are kept (empty: the user's cache folder, `off`: nowhere).

        `parser`: open documents are read by their grammar, where that is installed.
        """
        wanted = frozenset(extra_kinds)
        workshop = Workshop(children=children, cache_setting=cache, wanted=wanted)
        syntax = Syntax(parser)
        return cls(Upkeep(lists, workshop, builds), Buffers(wanted, syntax), syntax, Pages(syntax))

    def clear(self) -> None:
        self.upkeep.clear()
        self.buffers.clear()
        self.pages.clear()
        self.syntax.clear()

    async def close(self) -> None:
        await self.upkeep.close()
