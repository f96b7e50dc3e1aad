"""The index of one root in memory: which files may hold a literal, kept right file by file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import attrs
import numpy as np

from ripwire.services.index import grams
from ripwire.services.index.grams import Bits
from ripwire.services.index.literals import Branches
from ripwire.services.index.scan import UNREADABLE, Scanned, identity, scan
from ripwire.services.index.store import ALWAYS, APART, PLAIN, Tables


@attrs.define(eq=False)
class Table:
    """Slots hold files; a file's slot is its bit in every column.  Free slots have no bit set."""

    root: Path
    columns: Bits
    paths: list[bytes | None]
    flags: Bits
    slots: dict[bytes, int]
    free: list[int]
    always: Bits
    """The flag ALWAYS as a column of its own."""

    @classmethod
    def of(cls, root: Path, tables: Tables) -> Table:
        capacity, count = tables.columns.shape[1] * 8, len(tables.paths)
        flags = np.zeros(capacity, np.uint8)
        flags[:count] = tables.flags
        always = np.packbits(flags == ALWAYS, bitorder="little")
        return cls(
            root=root,
            columns=tables.columns,
            paths=[*tables.paths, *([None] * (capacity - count))],
            flags=flags,
            slots={path: slot for slot, path in enumerate(tables.paths)},
            free=list(range(capacity - 1, count - 1, -1)),
            always=always,
        )

    @property
    def memory(self) -> int:
        return int(self.columns.nbytes) + 200 * len(self.paths)

    def candidates(
        self, branches: Branches | None, narrowed: set[bytes] | None, *, folded: bool, most: int
    ) -> list[int] | None:
        """Slots of the files that may match; None when they are more than `most`.

        `narrowed`: no others than these, and those of which no event tells.
        """
        chosen = None if branches is None else self._chosen(branches, folded=folded)
        if narrowed is not None:
            within = self._bits(narrowed)
            chosen = within if chosen is None else chosen & within
        if chosen is None:
            return None
        found = np.flatnonzero(np.unpackbits(chosen | self.always, bitorder="little"))
        return found.tolist() if len(found) <= most else None

    def _chosen(self, branches: Branches, *, folded: bool) -> Bits | None:
        """By their literals; None where one branch has none that proves anything."""
        chosen = np.zeros_like(self.always)
        for literals in branches:
            rows = grams.grams(literals, folded=folded)
            if not rows:
                return None
            chosen |= np.bitwise_and.reduce(self.columns[rows], axis=0)
        return chosen

    def _bits(self, paths: set[bytes]) -> Bits:
        bits = np.zeros(len(self.paths), np.bool_)
        bits[[self.slots[path] for path in paths if path in self.slots]] = True
        return np.packbits(bits, bitorder="little")

    def refresh(self, paths: Iterable[bytes]) -> bool:
        """Read these files again; False when there is no room left for a new one.  Blocking."""
        folder = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        linked: set[int] = set()
        try:
            for path in paths:
                found = scan(path, folder)
                if not self._put(path, found):
                    return False
                if found is not None and found.inode is not None:
                    linked.add(found.inode)
            if linked:
                self._mark_siblings(linked, folder)
        finally:
            os.close(folder)
        return True

    def remove(self, paths: Iterable[bytes]) -> None:
        for path in paths:
            slot = self.slots.pop(path, None)
            if slot is not None:
                self._set(slot, None)
                self.paths[slot] = None
                self.free.append(slot)

    def changed_since(self, tables: Tables) -> list[bytes]:
        """The files that are not what the stored identities say.  Blocking: 3 µs a file."""
        changed = []
        folder, stat = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY), os.stat
        try:
            for path, known in zip(tables.paths, tables.identities.tolist(), strict=True):
                try:
                    same = identity(stat(path, dir_fd=folder, follow_symlinks=False)) == known
                except OSError:
                    same = False
                if not same:
                    changed.append(path)
        finally:
            os.close(folder)
        return changed

    def _put(self, path: bytes, found: Scanned | None) -> bool:
        if found is None:
            self.remove([path])
            return True
        slot = self.slots.get(path)
        if slot is None:
            if not self.free:
                return False
            slot = self.free.pop()
            self.slots[path], self.paths[slot] = slot, path
        self._set(slot, found)
        return True

    def _mark_siblings(self, inodes: set[int], folder: int) -> None:
        """A file that has got a second name: what is written through one raises no event at the other."""
        for path, slot in self.slots.items():
            if self.flags[slot] != ALWAYS:
                try:
                    inode = os.stat(path, dir_fd=folder, follow_symlinks=False).st_ino
                except OSError:
                    continue
                if inode in inodes:
                    self._set(slot, UNREADABLE)

    def _set(self, slot: int, found: Scanned | None) -> None:
        byte, bit = slot >> 3, np.uint8(1 << (slot & 7))
        column = self.columns[:, byte]
        column &= ~bit
        self.always[byte] &= ~bit
        self.flags[slot] = PLAIN
        if found is None:
            return
        self.flags[slot] = found.flag
        if found.data is None:
            self.always[byte] |= bit
        else:
            column |= grams.signature(found.data).view(np.uint8) << np.uint8(slot & 7)

    def is_apart(self, slot: int) -> bool:
        return bool(self.flags[slot] in (APART, ALWAYS))
