"""The humps of a name: `getPackageName`, `get_package_name` and `GET_PACKAGE_NAME` have three.

People type the beginnings of humps (`gpn`, `gepana`).  Knows nothing but strings.
"""

from __future__ import annotations

import re

_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_LONGEST = 128
"""Characters of a name that are looked at: matching is quadratic, and names come from anywhere."""


def initials(name: str) -> str:
    """`HTTPServer_new` → `hsn`."""
    return "".join(hump[0] for hump in _HUMP.findall(name[:_LONGEST])).lower()


def starts(name: str) -> list[int]:
    return [hump.start() for hump in _HUMP.finditer(name[:_LONGEST])]


def in_chunks(query: str, name: str) -> bool:
    """The query is made of beginnings of humps, in order, the first hump among them.

    `query` is in lower case.  A set of places is carried from letter to letter, so that the cost
    is bounded by query times name and no name can make it explode.
    """
    begins = starts(name)
    if not begins or not query:
        return False
    low = name[:_LONGEST].lower()
    if len(low) != len(name[:_LONGEST]) or low[begins[0]] != query[0]:  # `İ` grows when lowered
        return False
    places = {begins[0]}
    for char in query[1:]:
        reached = {at + 1 for at in places if low.startswith(char, at + 1)}
        lowest = min(places)
        reached |= {at for at in begins if at > lowest and low[at] == char}
        if not reached:
            return False
        places = reached
    return True


def lowered(name: str) -> bytes:
    """Lower case in UTF-8, as long as the name itself, so that both share their offsets."""
    if name.isascii():
        return name.lower().encode()
    return "".join(_lower(char) for char in name).encode("utf-8", "surrogatepass")


def _lower(char: str) -> str:
    low = char.lower()
    same = len(low.encode("utf-8", "surrogatepass")) == len(char.encode("utf-8", "surrogatepass"))
    return low if same else char
