"""URIs there and back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.protocol.errors import Refusal
from ripwire.protocol.from_wire import uris as from_wire
from ripwire.protocol.to_wire import uris as to_wire

WINDOWS = [
    ("file:///c%3A/a/b.txt", "c:/a/b.txt", "file:///c%3A/a/b.txt"),
    ("file:///C:/a/b.txt", "c:/a/b.txt", "file:///c%3A/a/b.txt"),
    ("file:///c%3a/", "c:/", "file:///c%3A/"),
    ("file://host/share/a%20b", "//host/share/a b", "file://host/share/a%20b"),
]


@pytest.mark.parametrize(("uri", "path", "again"), WINDOWS)
def test_f67_windows_uris_round_trip(uri: str, path: str, again: str) -> None:
    assert from_wire.parsed(uri) == path
    assert to_wire.of_windows(path.replace("/", "\\")) == again


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a%20b", "/a b"),
        ("file://localhost/a", "/a"),
        ("FILE:///a", "/a"),
        ("file:/a", "/a"),
        ("file:///%E2%82%AC", "/€"),
        ("file:///a#b?c", "/a#b?c"),
        ("file:a", None),
        ("untitled:Untitled-1", None),
        ("/a", None),
        ("", None),
        ("file:///a%00b", None),
    ],
)
def test_uris_of_files_and_of_others(uri: str, path: str | None) -> None:
    assert from_wire.parsed(uri) == path


def test_what_is_no_file_is_refused_with_its_place() -> None:
    with pytest.raises(Refusal, match="file: URI"):
        from_wire.to_path("untitled:x", "$.path")


@pytest.mark.skipif(os.name == "nt", reason="names are bytes on POSIX only")
@given(st.binary(min_size=1, max_size=20).filter(lambda name: not set(name) & {0, 0x2F}))
def test_f70_any_name_round_trips(name: bytes) -> None:
    path = Path("/folder") / os.fsdecode(name)
    uri = to_wire.of_path(path)
    assert uri.isascii()
    found = from_wire.parsed(uri)
    assert found is not None
    assert os.fsencode(found) == os.fsencode(path)


@given(st.text())
def test_displayed_text_can_always_be_sent(text: str) -> None:
    to_wire.display(text).encode()
    to_wire.display(os.fsdecode(text.encode("utf-8", "replace") + b"\xff")).encode()
