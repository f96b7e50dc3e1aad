"""The words for what an answer lists and in which order.  Light: clients that only ask need no engine."""

from __future__ import annotations

import enum


class OutputMode(enum.StrEnum):
    CONTENT = "content"
    FILES = "filesWithMatches"
    COUNT = "count"


class Sort(enum.StrEnum):
    PATH = "path"
    MODIFIED = "modified"
