"""What is known of one root: its table, and over it the files that changed since.

Changed files hide their old rows and answer by small stores of their own; when there are many, the
table is built anew.  Knows no disk and no time of its own: `upkeep.py` tells it what happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import attrs

from ripwire.services.symbols.files import Scanned
from ripwire.services.symbols.search import Layer, Origin
from ripwire.services.symbols.store import FileKey, Store

MERGE_ROWS = 5000
MERGE_SHARE = 0.05
"""Of the table's rows.  Above both, or above the first alone in a large table, a merge pays."""


@attrs.define(eq=False, repr=False)
class Tree:
    root: Path
    store: Store | None = None
    hidden: bytearray = attrs.field(factory=bytearray)
    """One byte for each file of the store: 1 when its rows are no longer true."""
    changed: dict[bytes, Scanned] = attrs.field(factory=dict)
    touched: set[bytes] = attrs.field(factory=set)
    """Files that were put here since somebody cleared this: a table made meanwhile may not know of them."""
    outdated: bool = False
    """Too many files changed: no answer may come from this before there is a new table."""

    @property
    def ready(self) -> bool:
        return self.store is not None and not self.outdated

    @property
    def rows(self) -> int:
        base = self.store.rows if self.store else 0
        return base + self._changed_rows

    @property
    def _changed_rows(self) -> int:
        return sum(one.store.rows for one in self.changed.values())

    @property
    def nbytes(self) -> int:
        base = self.store.nbytes if self.store else 0
        return base + sum(one.store.nbytes for one in self.changed.values())

    @property
    def wants_merge(self) -> bool:
        if self.store is None:
            return False
        rows = self._changed_rows
        return rows > MERGE_ROWS or (len(self.changed) > 100 and rows > MERGE_SHARE * self.store.rows)  # noqa: PLR2004 - a handful of files costs nothing

    def adopt(self, store: Store) -> None:
        """A new table, in place of all that was known."""
        self.store = store
        self.hidden = bytearray(store.files)
        self.changed.clear()
        self.outdated = False

    def put(self, path: bytes, scanned: Scanned | None) -> None:
        """The file as it is now; None: it is gone, or no text any more."""
        self.touched.add(path)
        self._hide(path)
        if scanned is None:
            self.changed.pop(path, None)
        else:
            self.changed[path] = scanned

    def key(self, path: bytes) -> FileKey | None:
        """Of the file as we know it; None when we know none."""
        if path in self.changed:
            return self.changed[path].key
        number = self._number(path)
        return None if number is None or self.store is None else self.store.key(number)

    def has_below(self, folder: bytes) -> bool:
        """Whether files in this folder have rows."""
        below = folder + b"/"
        at = self.store.first_path_not_below(below) if self.store else 0
        inside = self.store is not None and at < self.store.files and self.store.path(at).startswith(below)
        return inside or any(path.startswith(below) for path in self.changed)

    def known(self) -> Iterator[tuple[bytes, FileKey]]:
        """Every file we have rows of, with its key; the table's in their order, then the changed ones."""
        if self.store is not None:
            for number in range(self.store.files):
                if not self.hidden[number]:
                    yield self.store.path(number), self.store.key(number)
        for path, one in self.changed.items():
            yield path, one.key

    def layers(self, without: AbstractSet[bytes] = frozenset()) -> list[Layer]:
        """What a query looks through; `without` are files that something newer answers for."""
        changed = [Layer(self.root, one.store) for path, one in self.changed.items() if path not in without]
        if self.store is None:
            return changed
        hidden = self.hidden
        numbers = [number for number in map(self._number, without) if number is not None]
        if numbers:
            hidden = bytearray(hidden)
            for number in numbers:
                hidden[number] = 1
        return [*changed, Layer(self.root, self.store, hidden, Origin.TABLE)]

    def _hide(self, path: bytes) -> None:
        number = self._number(path)
        if number is not None:
            self.hidden[number] = 1

    def _number(self, path: bytes) -> int | None:
        """Of a file of the table that is not hidden yet."""
        number = self.store.number(path) if self.store else None
        return None if number is None or self.hidden[number] else number
