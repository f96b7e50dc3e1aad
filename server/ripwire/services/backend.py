"""What all sessions of one daemon (or one command) share, put together once."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ripwire.config import Settings
from ripwire.rg import gitignore
from ripwire.rg.binary import Resolver
from ripwire.rg.engine import Engine, SearchEngine
from ripwire.rg.process import Children
from ripwire.rg.wsl import default_timeout_s
from ripwire.services import fuzzy
from ripwire.services.cursors import Cursors
from ripwire.services.file_lists import FileLists
from ripwire.services.file_names import NamesOfLists
from ripwire.services.filtered_lists import FilteredLists
from ripwire.services.index.door import IndexDoor
from ripwire.services.scheduler import Scheduler
from ripwire.services.times import FileTimes
from ripwire.services.unsaved import UnsavedText
from ripwire.telemetry import Telemetry

if TYPE_CHECKING:
    from ripwire.services.symbols.owner import Symbols

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
    times: FileTimes
    folders: set[Path]
    """Every open workspace folder: an rg that lies inside of one is never run."""
    long_lived: bool = False
    """More searches will come, so what is built in the background will be of use."""
    telemetry: Telemetry = attrs.field(factory=Telemetry)
    """Sessions and the composition root attach their sinks; without any nothing is sent."""
    on_files_changed: list[Callable[[Sequence[Path]], None]] = attrs.field(factory=list)
    """Caches that want to know which files a client saw change."""
    started: float = attrs.field(factory=time.time)
    _symbols: Symbols | None = None

    @classmethod
    def create(cls, settings: Settings, *, long_lived: bool = False) -> Backend:
        """`long_lived`: as the field."""
        children, folders = Children(), set[Path]()
        resolver = Resolver(settings.rg_source, children, workspace_folders=lambda: tuple(folders))
        slots = max(LEAST_SLOTS, (os.cpu_count() or 1) // settings.rg_threads)
        engine = Engine(children, resolver, settings.rg_threads, _standby(children, settings, folders))
        lists, filtered = FileLists(engine), FilteredLists(engine)
        return cls(
            settings=settings,
            children=children,
            resolver=resolver,
            engine=engine,
            file_lists=lists,
            index=IndexDoor(
                settings, children, lists, filtered, enabled=long_lived and settings.index_enabled
            ),
            times=FileTimes(lists, filtered, enabled=long_lived),
            names=NamesOfLists(),
            scheduler=Scheduler(slots, settings.queue_limit),
            unsaved=UnsavedText(),
            cursors=Cursors(),
            folders=folders,
            long_lived=long_lived,
        )

    @property
    def symbols(self) -> Symbols:
        """Made when first asked for: its rules for forty languages are a quarter of a command's start."""
        if self._symbols is None:
            from ripwire.services.symbols.owner import Symbols

            settings = self.settings
            self._symbols = Symbols.create(
                self.file_lists,
                self.children,
                cache=settings.symbols_cache,
                extra_kinds=settings.symbols_extra_kinds,
                builds=self.long_lived and settings.symbols_tables,
                parser=settings.symbols_parser,
            )
            self.on_files_changed.append(self._symbols.upkeep.changed)
        return self._symbols

    def warm(self) -> None:
        """Load now what the first request of its kind would wait for, and hold the event loop with."""
        gitignore.load()
        fuzzy.matcher()
        _ = self.symbols

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
        if self._symbols is not None:
            self._symbols.clear()
        self.times.clear()
        self.file_lists.clear()
        self.names.clear()

    async def close(self) -> None:
        """Return when no child is left."""
        await self.index.close()
        if self._symbols is not None:
            await self._symbols.close()
        await self.times.close()
        self.file_lists.clear()
        await self.children.close()


def _standby(children: Children, settings: Settings, folders: set[Path]) -> Callable[[], SearchEngine]:
    """What searches without rg: hardly any machine needs it, so it is loaded when one does."""

    @functools.cache
    def make() -> SearchEngine:
        from ripwire.rg.fallback.engine import Standby

        return Standby(children, settings.rg_threads, lambda: tuple(folders))

    return make
