"""Files and their symbols in, a `Store` out.  Runs in the worker: a million rows take seconds."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from ripwire.services.symbols import humps
from ripwire.services.symbols.aside import aside
from ripwire.services.symbols.store import DECLARATION, EXTRA, KIND_BITS, WIDE, Buffers, FileKey, Row, Store

_COLUMN_MAX = 0xFFFF


class Builder:
    """Takes files one after the other and keeps numbers only, no object for each symbol."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._containers: dict[str, int] = {"": 0}
        self._kinds: dict[str, int] = {}
        self._paths: list[bytes] = []
        self._keys = array("q")
        self._aside = bytearray()
        self._name = array("I")
        self._file = array("I")
        self._line = array("I")
        self._column = array("H")
        self._kind = array("B")
        self._container = array("I")

    def add(self, path: bytes, key: FileKey, rows: Iterable[Row]) -> None:
        file = self.file(path, key)
        for row in rows:
            self.row(file, row)

    def file(self, path: bytes, key: FileKey) -> int:
        """The number under which its rows are added."""
        self._paths.append(path)
        self._keys.extend((key.inode, key.mtime_ns, key.ctime_ns, key.size))
        self._aside.append(aside(path))
        return len(self._paths) - 1

    def row(self, file: int, row: Row) -> None:
        if not row.name or "\n" in row.name:
            return
        kind = self._number_of(row.kind)
        self._name.append(self._names.setdefault(row.name, len(self._names)))
        self._file.append(file)
        self._line.append(row.line)
        self._column.append(min(row.column, _COLUMN_MAX))
        self._kind.append(kind | DECLARATION * row.declaration | EXTRA * row.extra | WIDE * row.wide)
        container = row.container.replace("\n", " ")
        self._container.append(self._containers.setdefault(container, len(self._containers)))

    def take(self, store: Store, moved: Mapping[int, int]) -> None:
        """The rows of another table's files; `moved`: their numbers there and here.  No object for a row."""
        bits: dict[int, int] = {}
        containers: dict[int, int] = {}
        for index in range(store.size):
            mine = [row for row in store.rows_of(index) if store.file[row] in moved]
            name = self._names.setdefault(store.name(index), len(self._names)) if mine else 0
            for row in mine:
                place, byte = store.container[row], store.kind[row]
                if byte not in bits:
                    bits[byte] = byte & ~KIND_BITS | self._number_of(store.kind_of(row))
                if place not in containers:
                    text = store.container_of(row)
                    containers[place] = self._containers.setdefault(text, len(self._containers))
                self._name.append(name)
                self._file.append(moved[store.file[row]])
                self._line.append(store.line[row])
                self._column.append(store.column[row])
                self._kind.append(bits[byte])
                self._container.append(containers[place])

    def _number_of(self, kind: str) -> int:
        number = self._kinds.setdefault(kind, len(self._kinds))
        if number > KIND_BITS:
            raise ValueError("more kinds of symbols than a row can hold")
        return number

    def finish(self) -> Store:
        ordered = sorted(((humps.lowered(name), name, number) for name, number in self._names.items()))
        order, first_row = self._row_order([number for _, _, number in ordered])
        names, name_at = _joined([_bytes(name) for _, name, _ in ordered], b"\n")
        lowered, _ = _joined([low for low, _, _ in ordered], b"\n")
        initials, initial_at = _joined([_bytes(humps.initials(name)) for _, name, _ in ordered], b"\n")
        containers, container_at = _joined([_bytes(name) for name in self._containers], b"\n")
        paths, path_at = _joined(self._paths, b"\0")
        raw = Buffers(
            kinds=tuple(self._kinds),
            names=names,
            lowered=lowered,
            initials=initials,
            lengths=bytes(min(len(low), 255) for low, _, _ in ordered),
            name_at=name_at,
            initial_at=initial_at,
            first_row=first_row,
            file=_permuted(self._file, order),
            line=_permuted(self._line, order),
            column=_permuted(self._column, order),
            kind=_permuted(self._kind, order),
            container=_permuted(self._container, order),
            containers=containers,
            container_at=container_at,
            paths=paths,
            path_at=path_at,
            keys=self._keys.tobytes(),
            aside=bytes(self._aside),
        )
        return Store.over(raw)

    def _row_order(self, names: list[int]) -> tuple[array[int], bytes]:
        """Rows by the order of their names, files in the order they came; and where each name begins."""
        count = array("I", bytes(4 * len(names)))
        for name in self._name:
            count[name] += 1
        place = array("I", bytes(4 * len(names)))
        first = array("I")
        total = 0
        for name in names:
            first.append(total)
            place[name] = total
            total += count[name]
        first.append(total)
        order = array("I", bytes(4 * total))
        for row, name in enumerate(self._name):
            order[place[name]] = row
            place[name] += 1
        return order, first.tobytes()


def _permuted(column: array[int], order: array[int]) -> bytes:
    return array(column.typecode, map(column.__getitem__, order)).tobytes()


def _joined(parts: list[bytes], separator: bytes) -> tuple[bytes, bytes]:
    """Each part followed by the separator, and the offsets of all with the end as the last."""
    at = array("I", [0])
    total = 0
    for part in parts:
        total += len(part) + 1
        at.append(total)
    return separator.join([*parts, b""]) if parts else b"", at.tobytes()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
