"""What the user leaves to other language servers: one setting, read for one feature."""

from __future__ import annotations

from collections.abc import Iterable

from ripwire.services.symbols import languages


def languages_off(entries: Iterable[str], feature: str) -> frozenset[str]:
    """`python`, `python:hover`, `*:hover`, `*` → the languages that `feature` says nothing about."""
    off: set[str] = set()
    for entry in entries:
        language, _, one = entry.strip().partition(":")
        if not one or one.lower() == feature.lower():
            off |= set(languages.BY_NAME) if language == "*" else {language.lower()}
    return frozenset(off)
