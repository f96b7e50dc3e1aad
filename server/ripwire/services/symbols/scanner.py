"""The symbols of one file: a text and its language in, its definitions in the order of the text out."""

from __future__ import annotations

from ripwire.services.symbols import braces, indentation
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.layout import Layout


def scan(text: str, language: Language) -> list[Symbol]:
    """Everything the text defines.  Broken or hostile text neither fails nor costs more than linear time."""
    if language.own_scan is not None:
        found = language.own_scan(text, language)
    elif language.layout is Layout.BRACES:
        found = braces.scan(text, language)
    else:
        found = indentation.scan(text, language)
    return language.finish(found, text) if language.finish else found
