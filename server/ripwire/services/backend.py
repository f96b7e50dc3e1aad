"""What all sessions of one daemon (or one command) share, put together once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from ripwire.config import Settings
from ripwire.rg.binary import Resolver
from ripwire.rg.engine import Engine
from ripwire.rg.fallback.engine import Standby
from ripwire.rg.process import Children
from ripwire.rg.wsl import default_timeout_s
from ripwire.services.cursors import Cursors
from ripwire.services.file_lists import FileLists
from ripwire.services.file_names import NamesOfLists
from ripwire.services.index.door import IndexDoor
from ripwire.services.scheduler import Scheduler
from ripwire.services.symbols.owner import Symbols
from ripwire.services.unsaved import UnsavedText
from ripwire.telemetry import Telemetry

LEAST_SLOTS = 2


@attrs.define(eq=False)
class Backend:
    settings: Settings
    children: Children
    resolver: Resolver
    engine: Engine
    scheduler: Scheduler
    unsaved: UnsavedText
    cursors: Cursors
    file_lists: FileLists
    names: NamesOfLists
    index: IndexDoor
    symbols: Symbols
    folders: set[Path]
    """Every open workspace folder: an rg that lies inside of one is never run."""
    telemetry: Telemetry = attrs.field(factory=Telemetry)
    """Sessions and the composition root attach their sinks; without any nothing is sent."""
    on_files_changed: list[Callable[[Sequence[Path]], None]] = attrs.field(factory=list)
    """Caches that want to know which files a client saw change."""
    started: float = attrs.field(factory=time.time)

    @classmethod
    def create(cls, settings: Settings, *, long_lived: bool = False) -> Backend:
        """`long_lived`: more searches will come, so what is built in the background will be of use."""
        children, folders = Children(), set[Path]()
        resolver = Resolver(settings.rg_source, children, workspace_folders=lambda: tuple(folders))
        standby = Standby(children, settings.rg_threads, lambda: tuple(folders))
        slots = max(LEAST_SLOTS, (os.cpu_count() or 1) // settings.rg_threads)
        engine = Engine(children, resolver, settings.rg_threads, standby)
        lists = FileLists(engine)
        symbols = Symbols.create(
            lists,
            children,
            cache=settings.symbols_cache,
            extra_kinds=settings.symbols_extra_kinds,
            builds=long_lived and settings.symbols_tables,
            parser=settings.symbols_parser,
        )
        return cls(
            settings=settings,
            children=children,
            resolver=resolver,
            engine=engine,
            file_lists=lists,
            index=IndexDoor(settings, children, engine, lists, enabled=long_lived and settings.index_enabled),
            names=NamesOfLists(),
            scheduler=Scheduler(slots, settings.queue_limit),
            unsaved=UnsavedText(),
            cursors=Cursors(),
            symbols=symbols,
            folders=folders,
            on_files_changed=[symbols.upkeep.changed],
        )

    def timeout_s(self, asked_ms: int | None) -> float:
        """Of one request: what it asks for, else the setting, else 20 s (60 s on WSL)."""
        milliseconds = asked_ms or self.settings.timeout_ms
        return milliseconds / 1000 if milliseconds else default_timeout_s()

    def files_changed(self, paths: Sequence[Path]) -> None:
        for tell in self.on_files_changed:
            tell(paths)

    def clear_caches(self) -> None:
        self.cursors.clear()
        self.resolver.invalidate()
        self.index.clear()
        self.symbols.clear()
        self.file_lists.clear()
        self.names.clear()

    async def close(self) -> None:
        """Return when no child is left."""
        await self.index.close()
        await self.symbols.close()
        self.file_lists.clear()
        await self.children.close()
