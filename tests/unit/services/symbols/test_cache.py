"""Tables on disk: whole, private, and never trusted."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import msgspec
import pytest

from ripwire.services.symbols import cache
from ripwire.services.symbols.builder import Builder
from ripwire.services.symbols.store import Buffers, FileKey, Row, Store


def table() -> Store:
    builder = Builder()
    for number in range(20):
        rows = [Row(f"name_{number}_{i}", "function", i, 3, "Outer") for i in range(5)]
        builder.add(b"src/%02d.py" % number, FileKey(number, 2, 3, 4), rows)
    return builder.finish()


def test_what_was_saved_is_loaded(tmp_path):
    root, file = Path("/a/root"), cache.file_for(tmp_path / "deep" / "er", Path("/a/root"))
    cache.save(file, root, "rules", table())
    loaded = cache.load(file, root, "rules")
    assert loaded is not None
    assert loaded.buffers() == table().buffers()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]


def test_other_rules_or_another_root_make_it_useless(tmp_path):
    file = tmp_path / "x.symbols"
    cache.save(file, Path("/a"), "rules", table())
    assert cache.load(file, Path("/a"), "newer rules") is None
    assert cache.load(file, Path("/b"), "rules") is None
    assert cache.load(tmp_path / "missing", Path("/a"), "rules") is None


def test_no_bytes_hurt(tmp_path):
    """Cut, flipped and foreign files are as good as none."""
    random.seed(3)
    file = tmp_path / "x.symbols"
    cache.save(file, Path("/a"), "rules", table())
    good = file.read_bytes()
    for _ in range(300):
        bad = bytearray(good)
        for _ in range(random.randint(1, 8)):
            bad[random.randrange(len(bad))] = random.randrange(256)
        file.write_bytes(bytes(bad[: random.choice([len(bad), random.randrange(len(bad))])]))
        loaded = cache.load(file, Path("/a"), "rules")
        if loaded is not None:
            again = Builder()
            again.take(
                loaded, {number: again.file(b"x", loaded.key(number)) for number in range(loaded.files)}
            )
            assert again.finish().rows <= loaded.rows


def test_buffers_that_lead_nowhere_are_refused():
    good = table().buffers()
    for field in ("first_row", "file", "container", "name_at", "path_at"):
        bad = msgspec.structs.replace(good, **{field: b"\xff" * len(getattr(good, field))})
        with pytest.raises(ValueError, match="fit together"):
            Store.over(bad)
    assert isinstance(good, Buffers)


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_files_that_others_can_write_and_links_are_not_read(tmp_path):
    file, link = tmp_path / "x.symbols", tmp_path / "y.symbols"
    cache.save(file, Path("/a"), "rules", table())
    link.symlink_to(file)
    assert cache.load(link, Path("/a"), "rules") is None
    file.chmod(0o666)
    assert cache.load(file, Path("/a"), "rules") is None


def test_only_the_tables_used_last_are_kept(tmp_path):
    for number in range(cache.KEPT + 5):
        cache.save(cache.file_for(tmp_path, Path(f"/{number}")), Path("/"), "rules", table())
    assert len(list(tmp_path.iterdir())) == cache.KEPT


def test_what_writers_that_died_have_left_goes_after_days(tmp_path):
    file = cache.file_for(tmp_path, Path("/a"))
    left = [tmp_path / ".draft-x", tmp_path / ".job-x", file.with_suffix(".1-1" + cache.PART)]
    for one in left:
        one.write_bytes(b"")
    cache.save(file, Path("/a"), "rules", table())
    assert all(one.exists() for one in left)
    for one in left:
        os.utime(one, (1, 1))
    cache.save(file, Path("/a"), "rules", table())
    assert not any(one.exists() for one in left)
