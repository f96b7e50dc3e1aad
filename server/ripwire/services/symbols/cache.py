"""Tables on disk, so that a daemon that starts again has its symbols in a fraction of a second.

One file for each root in the user's cache folder, written aside and moved into place, readable by
the user alone.  What is read is checked and never trusted: bytes that do not decode or do not fit
together are as good as no table, and the paths in it are only ever compared with what ripgrep lists.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import platformdirs

from ripwire.services.symbols.store import Buffers, Store

LARGEST = 2 << 30
KEPT = 24
"""Tables in the folder; the ones not used for longest go."""
PART = ".part"
"""Tables of an unfinished build."""
LEFT_S = 3 * 86400.0
"""After so long nobody goes on with a build."""
_SUFFIX = ".symbols"


class _Table(msgspec.Struct, array_like=True, frozen=True, tag="ripwire-symbols"):
    order: str
    """Of the bytes of a number: the file is read by the machine that wrote it, or not at all."""
    fingerprint: str
    root: bytes
    buffers: Buffers


def folder(setting: str) -> Path | None:
    """Where tables are kept; None when the setting is `off`."""
    if setting == "off":
        return None
    if setting:
        return Path(setting)
    return platformdirs.user_cache_path("ripwire", appauthor=False) / "symbols"


def file_for(where: Path, root: Path) -> Path:
    return where / (hashlib.sha256(os.fsencode(root)).hexdigest()[:40] + _SUFFIX)


def save(path: Path, root: Path, fingerprint: str, store: Store) -> None:
    """Whole or not at all.  OSError when the folder cannot be written."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    table = _Table(sys.byteorder, fingerprint, os.fsencode(root), store.buffers())
    handle, draft = tempfile.mkstemp(prefix=".draft-", dir=path.parent)  # 0600 from its birth
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.msgpack.encode(table))
        Path(draft).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(draft).unlink()
        raise
    prune(path.parent)


def load(path: Path, root: Path, fingerprint: str) -> Store | None:
    """The table of `root`, or None: none there, another's, of other rules, or damaged."""
    data = _own_bytes(path)
    if data is None:
        return None
    try:
        table = msgspec.msgpack.decode(data, type=_Table)
        if (table.order, table.fingerprint, table.root) != (sys.byteorder, fingerprint, os.fsencode(root)):
            return None
        return Store.over(table.buffers)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _own_bytes(path: Path) -> bytes | None:
    """The contents of a regular file of ours that nobody else can write; links are not followed."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST or not _ours(status):
                return None
            os.utime(path)
            return file.read()
    except OSError:
        return None


def _ours(status: os.stat_result) -> bool:
    if sys.platform == "win32":
        return True  # the cache folder's own access list decides there
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def prune(where: Path) -> None:
    """Keep the tables used last, and nothing for long of writers that died."""
    with contextlib.suppress(OSError):
        tables = sorted(where.glob("*" + _SUFFIX), key=lambda file: file.stat().st_mtime, reverse=True)
        left = [*where.glob("*" + PART), *where.glob(".draft-*"), *where.glob(".job-*")]
        for old in tables[KEPT:] + [file for file in left if time.time() - file.stat().st_mtime > LEFT_S]:
            old.unlink(missing_ok=True)
