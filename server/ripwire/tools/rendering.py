"""ToolSearch's answer as a model reads it: one JSON line for each tool inside a block of functions.

Everything that a tool's author wrote stands in JSON with `<`, `>` and `&` escaped: no description can
close the block or open another.
"""

from __future__ import annotations

from collections.abc import Iterator

from ripwire.tools.query import Found


def text(found: Found) -> str:
    return "\n".join(_lines(found))


def _lines(found: Found) -> Iterator[str]:
    if found.hits:
        yield "<functions>"
        for hit in found.hits:
            yield f"<function>{hit.definition}</function>"
        yield "</functions>"
    else:
        yield f"No tool fits, among {found.searched}."
    yield from found.notes
    if found.more:
        unnamed = found.more_count - len(found.more)
        more = f", and {unnamed} more" if unnamed else ""
        yield f"Also fitting, for select: {', '.join(found.more)}{more}"
    if found.saved_tokens:
        yield f"(about {found.saved_tokens:,} tokens less than all {found.searched} definitions)"
