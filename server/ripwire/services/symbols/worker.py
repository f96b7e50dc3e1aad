"""Builds a table in a process of its own: seconds of work that no event loop should carry.

The job is a file that the daemon wrote; the table is the answer.  Rows of files that did not change
come from the older table, the rest from a scan.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from ripwire.services.symbols import cache, reading, rows
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.store import Store


class Job(msgspec.Struct, frozen=True):
    root: bytes
    paths: bytes
    """Relative to the root, sorted, joined by NUL."""
    table: bytes
    """The table to write, and to take unchanged rows from."""
    fingerprint: str
    wanted: frozenset[str] = frozenset()
    """Kinds that tables usually leave out."""


def run(job_file: str) -> int:
    """Do the job and return the exit code."""
    job = msgspec.msgpack.decode(Path(job_file).read_bytes(), type=Job)
    root, table = Path(os.fsdecode(job.root)), Path(os.fsdecode(job.table))
    older = cache.load(table, root, job.fingerprint)
    cache.save(
        table,
        root,
        job.fingerprint,
        build(root, [path for path in job.paths.split(b"\0") if path], older, job.wanted),
    )
    return 0


def build(root: Path, paths: list[bytes], older: Store | None, wanted: frozenset[str]) -> Store:
    builder = Builder()
    known = _files(older) if older else {}
    moved: dict[int, int] = {}
    """From the older table's number of an unchanged file to its new one."""
    base = os.fsencode(root) + b"/"
    for path in paths:
        number = known.get(path)
        key = reading.key_at(base + path)
        if older is not None and number is not None and key == older.key(number):
            moved[number] = builder.file(path, older.key(number))
        elif key is not None:
            _scan(builder, base, path, wanted)
    if older is not None:
        for file, row in older.everything():
            if file in moved:
                builder.row(moved[file], row)
    return builder.finish()


def _files(store: Store) -> dict[bytes, int]:
    return {store.path(number): number for number in range(store.files)}


def _scan(builder: Builder, base: bytes, path: bytes, wanted: frozenset[str]) -> None:
    """Add a file's rows; one that cannot be read is listed with none, so that it is not asked again."""
    language = rows.language_of(path)
    found = reading.read(base + path)
    if found is None:
        key = reading.key_at(base + path)
        if key is not None:
            builder.file(path, key)
    elif language is not None:
        builder.add(path, found[0], rows.rows_of(found[1], language, wanted))
