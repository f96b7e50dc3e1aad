"""A client's settings: its options over what the user's own file and environment say."""

from __future__ import annotations

from ripwire import config
from ripwire.config import Loaded

SECTION = "ripwire"
_NOT_SETTINGS = frozenset({"roots"})
"""Initialization options that are read elsewhere."""


def load(options: object) -> Loaded:
    """Options may be our section or a tree that holds it; what is wrong is named, and its default stays."""
    tree = options.get(SECTION, options) if isinstance(options, dict) else options
    if isinstance(tree, dict):
        tree = {key: value for key, value in tree.items() if key not in _NOT_SETTINGS}
    return config.load(tree)
