"""What a body is, told by its first bytes before its header: HTML, text, or something to put aside."""

from __future__ import annotations

import enum

import attrs


class Sort(enum.StrEnum):
    HTML = "html"
    TEXT = "text"
    BINARY = "binary"


@attrs.frozen
class Content:
    sort: Sort
    type: str
    """The media type: what the bytes say where they say something, else what the header says."""
    suffix: str = ""
    """For a file that is put aside."""


MAGIC = (
    (b"%PDF-", "application/pdf", ".pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"),
    (b"GIF8", "image/gif", ".gif"),
    (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"PK\x03\x04", "application/zip", ".zip"),
    (b"\x1f\x8b", "application/gzip", ".gz"),
    (b"BZh", "application/x-bzip2", ".bz2"),
    (b"\xfd7zXZ\x00", "application/x-xz", ".xz"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed", ".7z"),
    (b"\x28\xb5\x2f\xfd", "application/zstd", ".zst"),
    (b"\x7fELF", "application/x-elf", ".bin"),
    (b"MZ", "application/x-msdownload", ".exe"),
    (b"OggS", "audio/ogg", ".ogg"),
    (b"ID3", "audio/mpeg", ".mp3"),
    (b"fLaC", "audio/flac", ".flac"),
    (b"wOF2", "font/woff2", ".woff2"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3", ".sqlite"),
    (b"\x00asm", "application/wasm", ".wasm"),
)
TEXTUAL = ("json", "xml", "javascript", "yaml", "toml", "markdown", "csv", "x-sh", "sql", "graphql")
LOOKED_AT = 1024


def sniff(body: bytes, header: str) -> Content:
    """`header` is the Content-Type as sent."""
    said = header.partition(";")[0].strip().lower()
    head = body[:LOOKED_AT]
    for magic, type_, suffix in MAGIC:
        if head.lstrip(b"\r\n\t ").startswith(magic) if magic == b"%PDF-" else head.startswith(magic):
            return Content(Sort.BINARY, type_, suffix)
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        return Content(Sort.BINARY, said or "application/octet-stream", ".bin")
    if b"\x00" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")) and "utf-16" not in header.lower():
        return Content(Sort.BINARY, said or "application/octet-stream", ".bin")
    if "html" in said or (not said and _looks_like_html(head)):
        return Content(Sort.HTML, said or "text/html")
    if not said or said.startswith("text/") or any(word in said for word in TEXTUAL):
        return Content(Sort.TEXT, said or "text/plain")
    return Content(Sort.BINARY, said, ".bin") if not _looks_like_html(head) else Content(Sort.HTML, said)


def _looks_like_html(head: bytes) -> bool:
    start = head.lstrip().lower()
    return start.startswith((b"<!doctype html", b"<html", b"<head", b"<body"))
