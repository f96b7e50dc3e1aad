"""The build of a table: what was done is kept, whatever ends it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.symbols import cache, reading, worker, workshop
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.store import FileKey, Row
from ripwire.services.symbols.worker import Job

RULES = "rules"
FILES = 12


@pytest.fixture
def root(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(FILES):
        (tree / f"m{number:02}.py").write_text(f"class C{number}:\n    def m{number}(self): pass\n")
    return tree


@pytest.fixture
def job(root, tmp_path):
    table = tmp_path / "cache" / "x.symbols"
    paths = b"\0".join(b"m%02d.py" % number for number in range(FILES))
    job = Job(root=os.fsencode(root), paths=paths, table=os.fsencode(table), fingerprint=RULES)
    file = tmp_path / "job"

    def write(**more):
        file.write_bytes(msgspec.msgpack.encode(msgspec.structs.replace(job, **more)))
        return str(file)

    write.table = table
    return write


@pytest.fixture
def scans(monkeypatch):
    """How many files were read, and the number after which the process dies."""
    counted = {"read": 0, "dies_at": 1000}
    read = reading.read

    def counting(path):
        counted["read"] += 1
        if counted["read"] > counted["dies_at"]:
            raise KeyboardInterrupt
        return read(path)

    monkeypatch.setattr(reading, "read", counting)
    monkeypatch.setattr(worker, "PART_S", 0.0)
    return counted


def found(table: Path, root: Path) -> dict[str, str]:
    store = cache.load(table, root, RULES)
    rows = [store.row(index, row) for index in range(store.size) for row in store.rows_of(index)]
    return {row.name: row.container for row in rows}


WANTED = {f"C{n}": "" for n in range(FILES)} | {f"m{n}": f"C{n}" for n in range(FILES)}


def test_a_build_that_was_ended_goes_on_where_it_was(job, root, scans):
    scans["dies_at"] = 7
    with pytest.raises(KeyboardInterrupt):
        worker.run(job())
    assert not job.table.exists()
    scans.update(read=0, dies_at=1000)
    (root / "m02.py").write_text("class Other: pass\n")
    (root / "m03.py").unlink()
    assert worker.run(job()) == 0
    assert scans["read"] == 5 + 1
    gone = {"C2", "m2", "C3", "m3"}
    wanted = {name: container for name, container in WANTED.items() if name not in gone} | {"Other": ""}
    assert found(job.table, root) == wanted
    assert [entry.name for entry in job.table.parent.iterdir()] == [job.table.name]


def test_damaged_parts_cost_a_scan_and_nothing_else(job, root, scans):
    scans["dies_at"] = 7
    with pytest.raises(KeyboardInterrupt):
        worker.run(job())
    for part in job.table.parent.glob("*.part"):
        part.write_bytes(part.read_bytes()[:-9] + b"\xff" * 9)
    scans.update(read=0, dies_at=1000)
    assert worker.run(job()) == 0
    assert found(job.table, root) == WANTED


def test_shares_are_put_together(job, root, scans):
    paths = [b"m%02d.py" % number for number in range(FILES)]
    for share in (0, 1):
        assert worker.run(job(paths=b"\0".join(paths[share::2]), share=True)) == 0
        assert not job.table.exists()
    assert scans["read"] == FILES
    assert worker.run(job()) == 0
    assert scans["read"] == FILES
    assert found(job.table, root) == WANTED


def test_rows_that_are_taken_over_are_the_same():
    first, second = Builder(), Builder()
    rows = [
        Row("a", "function", 1, 2, "Outer", declaration=True),
        Row("A", "field", 3, 4, "", extra=True, wide=True),
        Row("ä", "class", 70000, 5, "Öuter.inner"),
    ]
    first.add(b"x.py", FileKey(1, 2, 3, 4), rows)
    first.add(b"y.py", FileKey(5, 6, 7, 8), rows)
    store = first.finish()
    second.add(b"a.py", FileKey(0, 0, 0, 0), [Row("z", "struct", 1, 1)])
    second.take(store, {0: second.file(b"x.py", store.key(0))})
    taken = second.finish()
    mine = [taken.row(i, row) for i in range(taken.size) for row in taken.rows_of(i) if taken.file[row] == 1]
    assert sorted(mine, key=lambda row: row.line) == rows
    assert taken.rows == 4


async def test_several_processes_make_one_table(root, tmp_path, monkeypatch):
    monkeypatch.setattr(workshop, "SHARED_FROM", 4)
    settings = Settings(symbols_cache=str(tmp_path / "kept"), index_enabled=False)
    backend = Backend.create(settings, long_lived=True)
    try:
        shop = workshop.Workshop(
            children=backend.children, cache_setting=str(tmp_path / "kept"), wanted=frozenset(), workers=3
        )
        store = await shop.built(root, [b"m%02d.py" % number for number in range(FILES)])
        assert store.files == FILES
        assert {store.name(index) for index in range(store.size)} == set(WANTED)
    finally:
        await backend.close()
    assert len(list((tmp_path / "kept").iterdir())) == 1
