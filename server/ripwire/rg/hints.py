"""What a caller can do about a refusal: near names of types, and the engine that a pattern needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ripwire.rg import types
from ripwire.rg.binary import Resolution


def unknown_type(asked: Iterable[str], known: Collection[str]) -> str:
    """`known` is empty when rg could not be asked."""
    unknown = [name for name in asked if types.known_name(name) not in known]
    near = dict.fromkeys(other for name in unknown for other in types.near_names(name, known))
    told = f"unknown file type {', '.join(map(repr, unknown))}"
    return f"{told}; near names: {', '.join(near)}" if near else told


def pcre2(resolution: Resolution) -> str:
    """For a pattern with look-around or back-references that did not run."""
    if resolution.pcre2:
        return "look-around and back-references need the engine `pcre2` or `auto`"
    return (
        f"look-around and back-references need PCRE2, and this build of ripgrep has none: "
        f"{resolution.version} at {resolution.path}"
    )
