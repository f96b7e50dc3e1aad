"""Builds a table in a process of its own: seconds of work that no event loop should carry.

The job is a file that the daemon wrote; the table is the answer.  Rows of files that did not change come
from the older table, the rest from a scan.  What is scanned is put aside every few seconds in parts, small
tables beside the one to come, so that a build that is ended goes on where it was.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import attrs
import msgspec

from ripwire.services.symbols import cache, reading, rows
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.store import Row, Store

PART_S = 15.0
"""So much work is lost at most."""


class Job(msgspec.Struct, frozen=True):
    root: bytes
    paths: bytes
    """Relative to the root, sorted, joined by NUL."""
    table: bytes
    """The table to write, and to take unchanged rows from."""
    fingerprint: str
    wanted: frozenset[str] = frozenset()
    """Kinds that tables usually leave out."""
    share: bool = False
    """The paths are a share of them all: leave parts, and the table to another."""


def run(job_file: str) -> int:
    """Do the job and return the exit code."""
    job = msgspec.msgpack.decode(Path(job_file).read_bytes(), type=Job)
    parts = Parts(Path(os.fsdecode(job.root)), Path(os.fsdecode(job.table)), job.fingerprint)
    table = build(parts, [path for path in job.paths.split(b"\0") if path], job.wanted)
    if job.share:
        parts.put_aside()
    else:
        cache.save(parts.table, parts.root, job.fingerprint, table.finish())
        parts.remove()
    return 0


def build(parts: Parts, paths: Sequence[bytes], wanted: frozenset[str]) -> Builder:
    """All rows of the paths, ready to be finished."""
    builder = Builder()
    older = parts.older()
    known = {
        store.path(number): (at, number) for at, store in enumerate(older) for number in range(store.files)
    }
    moved: list[dict[int, int]] = [{} for _ in older]
    """From each older table's number of an unchanged file to its new one."""
    base = os.fsencode(parts.root) + b"/"
    for path in paths:
        key = reading.key_at(base + path)
        at, number = known.get(path, (0, -1))
        if key is None:
            continue
        if number >= 0 and key == older[at].key(number):
            moved[at][number] = builder.file(path, key)
        else:
            _scan(builder, parts, path, wanted)
    for store, numbers in zip(older, moved, strict=True):
        builder.take(store, numbers)
    return builder


def _scan(builder: Builder, parts: Parts, path: bytes, wanted: frozenset[str]) -> None:
    """Add a file's rows; one that cannot be read is listed with none, so that it is not asked again."""
    place = os.fsencode(parts.root) + b"/" + path
    language, found, made = rows.language_of(path), reading.read(place), list[Row]()
    key = found[0] if found else reading.key_at(place)
    if key is None or language is None:
        return
    if found is not None:
        made = rows.rows_of(found[1], language, wanted)
    for one in (builder, parts.fresh):
        one.add(path, key, made)
    parts.now_and_then()


@attrs.define(eq=False)
class Parts:
    """What this and earlier builds of one table have scanned so far."""

    root: Path
    table: Path
    fingerprint: str
    fresh: Builder = attrs.field(factory=Builder)
    """Not put aside yet."""
    _begun: float = attrs.field(factory=time.monotonic)

    def older(self) -> list[Store]:
        """The table and what parts there are; damaged ones, and those of other rules, are passed over."""
        loaded = (cache.load(path, self.root, self.fingerprint) for path in [self.table, *self._files()])
        return [store for store in loaded if store is not None]

    def now_and_then(self) -> None:
        if time.monotonic() - self._begun >= PART_S:
            self.put_aside()

    def put_aside(self) -> None:
        part = self.table.with_suffix(f".{secrets.token_hex(6)}{cache.PART}")
        cache.save(part, self.root, self.fingerprint, self.fresh.finish())
        self.fresh, self._begun = Builder(), time.monotonic()

    def remove(self) -> None:
        for part in self._files():
            part.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(self.table.parent.glob(f"{self.table.stem}.*{cache.PART}"))
