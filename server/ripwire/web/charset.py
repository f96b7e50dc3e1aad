"""Bytes of a page into text: by its mark, its header, its own word, and only then by guessing."""

from __future__ import annotations

import codecs
import re

import charset_normalizer

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
META = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]+)""", re.IGNORECASE)
XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_:.-]+)""", re.IGNORECASE)
LOOKED_AT = 4096
"""Where HTML's own declaration must stand: within the first 1024 bytes, by the standard."""
GUESSED_FROM = 64 * 1024
AS_BROWSERS_READ = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
"""Pages say the left and mean the right; so do browsers."""


def decode(body: bytes, content_type: str) -> tuple[str, str]:
    """(text, the encoding that was used).  Bad bytes become U+FFFD."""
    for mark, name in MARKS:
        if body.startswith(mark):
            return body.decode(name, "replace"), name.removesuffix("-sig")
    name = _declared(body, content_type) or _guessed(body)
    return body.decode(name, "replace"), name


def _declared(body: bytes, content_type: str) -> str | None:
    header = re.search(r"charset\s*=\s*[\"']?([A-Za-z0-9_:.-]+)", content_type, re.IGNORECASE)
    head = body[:LOOKED_AT]
    meta = META.search(head) or XML.search(head)
    for name in (header and header[1], meta and meta[1].decode("ascii")):
        known = _known(name) if name else None
        if known is not None:
            return known
    return None


def _known(name: str) -> str | None:
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return AS_BROWSERS_READ.get(found, found)


def _guessed(body: bytes) -> str:
    """UTF-8 when it is: a statistical guess is for what cannot be UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(body)
    except UnicodeDecodeError:
        best = charset_normalizer.from_bytes(body[:GUESSED_FROM]).best()
        return (best and _known(best.encoding)) or "cp1252"
    return "utf-8"
