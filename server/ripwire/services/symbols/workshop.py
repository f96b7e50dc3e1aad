"""Has a table built by a worker process, and brings it in.  Knows what a job is, not when one is due."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import attrs
import msgspec
from msgspec import structs

from ripwire.errors import Failure, Kind
from ripwire.rg.priority import Priority
from ripwire.rg.process import Children
from ripwire.services.symbols import cache, rows
from ripwire.services.symbols.store import Store
from ripwire.services.symbols.worker import Job

_FROZEN = bool(getattr(sys, "frozen", False))
_AS_WORKER = ("--build-symbols",) if _FROZEN else ("-P", "-m", "ripwire", "--build-symbols")
"""`-P`: the cache folder, which is the working directory, is no place to import from."""

MOST_WORKERS = 4
SHARED_FROM = 2000
"""Files; with fewer a second process is not worth its start."""


@attrs.frozen(kw_only=True)
class Workshop:
    children: Children
    cache_setting: str
    wanted: frozenset[str]
    workers: int = attrs.field(factory=lambda: max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2)))
    """Half of the processors at most, at low priority."""

    async def stored(self, root: Path) -> Store | None:
        """The table of an earlier daemon; its files have to be compared with the disk."""
        where = cache.folder(self.cache_setting)
        if where is None:
            return None
        return await asyncio.to_thread(self._load, where, root)

    async def built(self, root: Path, listed: list[bytes]) -> Store:
        """A new table of these files; what did not change is taken from the stored one."""
        async with self._place() as where:
            table = cache.file_for(where, root)
            whole = Job(
                root=os.fsencode(root),
                paths=b"\0".join(listed),
                table=os.fsencode(table),
                fingerprint=rows.fingerprint(self.wanted),
                wanted=self.wanted,
            )
            if len(listed) >= SHARED_FROM and self.workers > 1:
                shares = [b"\0".join(listed[share :: self.workers]) for share in range(self.workers)]
                await self._all([structs.replace(whole, paths=paths, share=True) for paths in shares], where)
            await self._do(whole, where)
            store = await asyncio.to_thread(self._load, where, root)
        if store is None:
            raise Failure(Kind.EXIT, "the symbol worker left no usable table")
        return store

    async def _all(self, jobs: list[Job], where: Path) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for job in jobs:
                    group.create_task(self._do(job, where))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _do(self, job: Job, where: Path) -> None:
        with _job_file(job, where) as file:
            await self._work(file, where)

    def _load(self, where: Path, root: Path) -> Store | None:
        return cache.load(cache.file_for(where, root), root, rows.fingerprint(self.wanted))

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[Path]:
        """The cache folder, or one for this build only where nothing may be kept or written."""
        where = cache.folder(self.cache_setting)
        if where is not None and await asyncio.to_thread(_writable, where):
            yield where
            return
        with tempfile.TemporaryDirectory(prefix="ripwire-symbols-") as folder:
            yield Path(folder)

    async def _work(self, job: str, where: Path) -> None:
        """Run the worker: this program again, at low priority, ended when we are cancelled."""
        argv = [sys.executable, *_AS_WORKER, job]
        low = Priority(low=True)
        async with self.children.running(Path(sys.executable), argv, where, priority=low) as child:
            async for _ in child.chunks():
                pass
            status = await child.wait()
            complaint = bytes(child.stderr.kept).decode(errors="replace").strip()
        if status != 0:
            raise Failure(Kind.EXIT, f"the symbol worker ended with {status}", complaint[-500:] or None)


@contextmanager
def _job_file(job: Job, where: Path) -> Iterator[str]:
    """The job as a file of ours in `where`, for the length of the block."""
    handle, name = tempfile.mkstemp(prefix=".job-", dir=where)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(msgspec.msgpack.encode(job))
        yield name
    finally:
        Path(name).unlink(missing_ok=True)


def _writable(where: Path) -> bool:
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(where, os.W_OK)
