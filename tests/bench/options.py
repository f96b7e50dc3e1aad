"""What a run is asked for."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Options:
    corpus: str = "default"
    rounds: int = 9
    """Of each pair; the medians are told."""
    long: bool = False
    """Also what takes minutes: millions of paths, thousands of edits."""
