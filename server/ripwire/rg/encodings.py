"""Encodings: editors' names for them, in the words that rg (the WHATWG list) knows."""

from __future__ import annotations

EDITORS_NAMES = {
    # VS Code's identifiers that differ from the WHATWG labels
    "utf8": "utf-8",
    "utf8bom": "utf-8",
    "utf16le": "utf-16le",
    "utf16be": "utf-16be",
    "iso88591": "iso-8859-1",
    "iso88592": "iso-8859-2",
    "iso88593": "iso-8859-3",
    "iso88594": "iso-8859-4",
    "iso88595": "iso-8859-5",
    "iso88596": "iso-8859-6",
    "iso88597": "iso-8859-7",
    "iso88598": "iso-8859-8",
    "iso88599": "iso-8859-9",
    "iso885910": "iso-8859-10",
    "iso885913": "iso-8859-13",
    "iso885914": "iso-8859-14",
    "iso885915": "iso-8859-15",
    "iso885916": "iso-8859-16",
    **{f"windows{page}": f"windows-{page}" for page in (874, *range(1250, 1259))},
    "macroman": "macintosh",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "cp866": "ibm866",
    "cp936": "gbk",
    "cp949": "euc-kr",
    "cp950": "big5",
    "cp1252": "windows-1252",
    "big5hkscs": "big5-hkscs",
    "eucjp": "euc-jp",
    "euckr": "euc-kr",
    "shiftjis": "shift_jis",
    "sjis": "shift_jis",
}


def known_name(name: str) -> str:
    """The label rg knows; an unknown one stays as it is, and rg refuses it."""
    plain = name.strip().lower()
    return EDITORS_NAMES.get(plain.replace("-", "").replace("_", ""), plain)
