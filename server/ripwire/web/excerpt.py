"""A long text made short: its beginning, or with a question the parts that have the question's words."""

from __future__ import annotations

import re

GAP = "\n\n[…]\n\n"
SHORTEST_WORD = 3


def about(text: str, question: str | None, limit: int) -> str:
    """At most `limit` characters.  Parts keep their order, and a gap is shown as […]."""
    words = {word for word in re.findall(r"\w+", (question or "").lower()) if len(word) > SHORTEST_WORD}
    parts = _parts(text)
    scores = [sum(word in part.lower() for word in words) for part in parts]
    if not any(scores):
        return text[:limit]
    chosen: set[int] = set()
    room = limit
    for at in sorted(range(len(parts)), key=lambda at: (-scores[at], at)):
        cost = len(parts[at]) + len(GAP)
        if scores[at] and cost <= room:
            chosen.add(at)
            room -= cost
    return _joined(parts, chosen)[:limit] or text[:limit]


def _parts(text: str) -> list[str]:
    """Sections by heading where there are any, else paragraphs."""
    sections = re.split(r"\n\n(?=#{1,6} )", text)
    return sections if len(sections) > 2 else text.split("\n\n")  # noqa: PLR2004 - one heading is no structure


def _joined(parts: list[str], chosen: set[int]) -> str:
    pieces: list[str] = []
    for at, part in enumerate(parts):
        if at in chosen:
            pieces.append((GAP if at and at - 1 not in chosen else "\n\n" if pieces else "") + part)
    return "".join(pieces).lstrip("\n")
