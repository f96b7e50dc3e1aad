"""All symbols of a tree in a few flat buffers: about 80 bytes each, searched without making objects.

Names stand once, sorted by their lower case, in one buffer joined by newlines, beside a lowered
copy of the same length and one of initials.  Rows (places of a name) are parallel arrays.  A store
never changes: what changed since lies over it (`table.py`).  Knows no file system and no rules.
"""

from __future__ import annotations

import bisect
import sys
from array import array

import attrs
import msgspec

from ripwire.services.symbols import humps

DECLARATION, EXTRA, WIDE = 0x20, 0x40, 0x80
"""Bits beside a row's kind; see `Row`."""
KIND_BITS = 0x1F


class FileKey(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """When all four are equal the file is what it was; ctime catches a restored mtime."""

    inode: int
    mtime_ns: int
    ctime_ns: int
    size: int


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One symbol of one file, as the table keeps it."""

    name: str
    kind: str
    line: int
    """From 1."""
    column: int
    """In characters, from 0."""
    container: str = ""
    declaration: bool = False
    """Announced here, defined elsewhere."""
    extra: bool = False
    """Fields, enum members and the like: looked up by definitions, not shown by a workspace query."""
    wide: bool = False
    """The text in front of the name is not ASCII: doors that count otherwise must read the line."""


class Buffers(msgspec.Struct, array_like=True, frozen=True):
    """What is written to disk, byte for byte; numbers in the machine's own order."""

    kinds: tuple[str, ...]
    names: bytes
    lowered: bytes
    initials: bytes
    lengths: bytes
    name_at: bytes
    initial_at: bytes
    first_row: bytes
    file: bytes
    line: bytes
    column: bytes
    kind: bytes
    container: bytes
    containers: bytes
    container_at: bytes
    paths: bytes
    path_at: bytes
    keys: bytes
    aside: bytes


@attrs.frozen(eq=False, repr=False)
class Store:
    """What the queries read.  `names[i]` has the rows `first_row[i] .. first_row[i + 1]`."""

    kinds: tuple[str, ...]
    names: bytes
    lowered: bytes
    initials: bytes
    lengths: bytes
    """Of each name in bytes, at most 255."""
    name_at: array[int]
    initial_at: array[int]
    first_row: array[int]
    file: array[int]
    line: array[int]
    column: array[int]
    kind: bytes
    container: array[int]
    containers: bytes
    container_at: array[int]
    paths: bytes
    path_at: array[int]
    keys: array[int]
    aside: bytes

    @classmethod
    def over(cls, raw: Buffers) -> Store:
        """Raises ValueError when the buffers do not fit together: they may come from a bad file."""
        fields = {name: getattr(raw, name) for name in raw.__struct_fields__}
        numbers = {name: array(code, fields[name]) for name, code in _NUMBERS.items()}
        store = cls(**{**fields, **numbers})
        if not _whole(store):
            raise ValueError("the buffers of the symbol table do not fit together")
        return store

    def buffers(self) -> Buffers:
        fields = {name: getattr(self, name) for name in Buffers.__struct_fields__}
        return Buffers(**{**fields, **{name: fields[name].tobytes() for name in _NUMBERS}})

    @property
    def size(self) -> int:
        """How many different names."""
        return len(self.name_at) - 1

    @property
    def rows(self) -> int:
        return len(self.line)

    @property
    def files(self) -> int:
        return len(self.aside)

    @property
    def nbytes(self) -> int:
        """Bytes held, all buffers together."""
        return sum(sys.getsizeof(getattr(self, name)) for name in Buffers.__struct_fields__)

    def name(self, index: int) -> str:
        return self.names[self.name_at[index] : self.name_at[index + 1] - 1].decode("utf-8", "replace")

    def length(self, index: int) -> int:
        """Of the name, in bytes."""
        return self.name_at[index + 1] - self.name_at[index] - 1

    def at(self, position: int) -> int:
        """The name whose text covers a position of the joined buffers."""
        return bisect.bisect_right(self.name_at, position) - 1

    def with_initials_at(self, position: int) -> int:
        return bisect.bisect_right(self.initial_at, position) - 1

    def first_not_below(self, lowered: bytes) -> int:
        """The first name that does not sort in front of `lowered`."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high) // 2
            if self.lowered[self.name_at[middle] : self.name_at[middle + 1] - 1] < lowered:
                low = middle + 1
            else:
                high = middle
        return low

    def exactly(self, name: str) -> int | None:
        """The index of this very name, its case included."""
        wanted, low = name.encode("utf-8", "surrogatepass"), humps.lowered(name)
        index = self.first_not_below(low)
        while index < self.size and self.lowered.startswith(low + b"\n", self.name_at[index]):
            if self.names.startswith(wanted + b"\n", self.name_at[index]):
                return index
            index += 1
        return None

    def rows_of(self, index: int) -> range:
        return range(self.first_row[index], self.first_row[index + 1])

    def path(self, file: int) -> bytes:
        return self.paths[self.path_at[file] : self.path_at[file + 1] - 1]

    def number(self, path: bytes) -> int | None:
        """Of a file; None when it has none."""
        at = self.first_path_not_below(path)
        return at if at < self.files and self.path(at) == path else None

    def first_path_not_below(self, path: bytes) -> int:
        """Paths stand sorted."""
        low, high = 0, self.files
        while low < high:
            middle = (low + high) // 2
            if self.path(middle) < path:
                low = middle + 1
            else:
                high = middle
        return low

    def key(self, file: int) -> FileKey:
        return FileKey(*self.keys[4 * file : 4 * file + 4])

    def container_of(self, row: int) -> str:
        place = self.container[row]
        text = self.containers[self.container_at[place] : self.container_at[place + 1] - 1]
        return text.decode("utf-8", "replace")

    def kind_of(self, row: int) -> str:
        return self.kinds[self.kind[row] & KIND_BITS]

    def is_extra(self, row: int) -> bool:
        return bool(self.kind[row] & EXTRA)

    def row(self, index: int, row: int) -> Row:
        """The row as a value; `index` is the name it belongs to."""
        bits = self.kind[row]
        return Row(
            name=self.name(index),
            kind=self.kind_of(row),
            line=self.line[row],
            column=self.column[row],
            container=self.container_of(row),
            declaration=bool(bits & DECLARATION),
            extra=bool(bits & EXTRA),
            wide=bool(bits & WIDE),
        )


_NUMBERS = {
    "name_at": "I",
    "initial_at": "I",
    "first_row": "I",
    "file": "I",
    "line": "I",
    "column": "H",
    "container": "I",
    "container_at": "I",
    "path_at": "I",
    "keys": "q",
}
_SLICE = 1 << 15
"""Numbers checked at once: a C loop over more would hold the interpreter for milliseconds."""


def _whole(store: Store) -> bool:
    """Every offset and number leads to something that is there."""
    rows, files, names = len(store.line), len(store.aside), len(store.lengths)
    return (
        len(store.lowered) == len(store.names)
        and len(store.name_at) == len(store.initial_at) == len(store.first_row) == names + 1
        and len(store.file) == len(store.column) == len(store.kind) == len(store.container) == rows
        and len(store.path_at) == files + 1
        and len(store.keys) == 4 * files
        and len(store.kinds) <= KIND_BITS + 1
        and _rising(store.name_at, len(store.names))
        and _rising(store.initial_at, len(store.initials))
        and _rising(store.first_row, rows)
        and _rising(store.container_at, len(store.containers))
        and _rising(store.path_at, len(store.paths))
        and _below(store.file, files)
        and _below(store.container, len(store.container_at) - 1)
        and all((bits & KIND_BITS) < len(store.kinds) for bits in set(store.kind))
    )


def _below(numbers: array[int], limit: int) -> bool:
    return all(max(numbers[at : at + _SLICE]) < limit for at in range(0, len(numbers), _SLICE))


def _rising(numbers: array[int], end: int) -> bool:
    """From 0 to `end` without a step back, as offsets into a buffer must be."""
    if len(numbers) == 0 or numbers[0] != 0 or numbers[-1] != end:
        return False
    slices = (numbers[at : at + _SLICE + 1].tolist() for at in range(0, len(numbers), _SLICE))
    return all(part == sorted(part) for part in slices)
