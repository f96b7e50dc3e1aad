"""Frames, whatever the stream holds and however it is cut."""

from __future__ import annotations

import asyncio
import itertools

from hypothesis import given
from hypothesis import strategies as st

from ripwire.protocol.frames import FrameError, FrameReader

LIMIT = 1000
NAMES = st.sampled_from(["Content-Length", "content-length", "CONTENT-LENGTH"])
OTHERS = st.sampled_from(["", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"])
BODIES = st.lists(
    st.tuples(st.binary(max_size=200), NAMES, OTHERS, st.sampled_from([" ", "", "\t"])), max_size=5
)


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in itertools.pairwise(edges)]


async def read_all(data: bytes, cuts: list[int], first: int = 0) -> tuple[list[bytes], list[FrameError]]:
    """All bodies and all complaints of a stream that ends after `data`."""
    stream = asyncio.StreamReader()
    reader = FrameReader(stream, data[:first], max_body=LIMIT)
    for chunk in chunks(data[first:], cuts):
        stream.feed_data(chunk)
    stream.feed_eof()
    bodies, complaints = [], []
    while True:
        try:
            body = await reader.body()
        except FrameError as exc:
            complaints.append(exc)
            if exc.final:
                return bodies, complaints
            continue
        if body is None:
            return bodies, complaints
        bodies.append(body)


@given(BODIES, st.lists(st.integers(0, 10_000), max_size=10), st.integers(0, 50))
def test_bodies_come_out_as_they_went_in(messages: list[tuple[bytes, str, str, str]], cuts, first) -> None:
    data = b"".join(
        f"{other}{name}:{gap}{len(body)}\r\n\r\n".encode() + body for body, name, other, gap in messages
    )
    bodies, complaints = asyncio.run(read_all(data, cuts, min(first, len(data))))
    assert bodies == [body for body, *_ in messages]
    assert complaints == []


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=5))
def test_any_bytes_are_bodies_or_complaints(data: bytes, cuts: list[int]) -> None:
    bodies, complaints = asyncio.run(read_all(data, cuts))
    assert bodies or complaints or not data


@given(st.integers(LIMIT + 1, 5000), st.lists(st.integers(0, 6000), max_size=5))
def test_a_body_that_is_too_long_is_skipped_and_the_next_is_read(length: int, cuts: list[int]) -> None:
    data = b"Content-Length: %d\r\n\r\n" % length + b"x" * length + b"Content-Length: 2\r\n\r\n{}"
    bodies, complaints = asyncio.run(read_all(data, cuts))
    assert bodies == [b"{}"]
    assert [complaint.too_long for complaint in complaints] == [True]


def test_a_header_without_end_is_given_up_at_its_limit() -> None:
    bodies, complaints = asyncio.run(read_all(b"x" * 9000, []))
    assert bodies == []
    assert [complaint.final for complaint in complaints] == [True]
