"""A position in a document, in the services' words: line from 1, column in characters."""

from __future__ import annotations

import asyncio

from ripwire.protocol.documents import characters
from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.documents import Position, TextDocumentIdentifier
from ripwire.protocol.session import Session
from ripwire.services.navigation.definition import PlaceQuery
from ripwire.services.symbols import reading
from ripwire.services.symbols.switches import languages_off


async def place(
    session: Session, document: TextDocumentIdentifier, position: Position, feature: str
) -> PlaceQuery:
    """The column is counted in the document's text: as it is open, else as it is on the disk."""
    path = uris.to_path(document.uri, "$.textDocument.uri")
    column = position.character
    if session.encoding != "utf-32":
        opened = session.documents.get(document.uri)
        read = None if opened else await asyncio.to_thread(reading.read, path)
        text = opened.text.replace("\r\n", "\n") if opened else (read[1] if read else "")
        lines = text.split("\n")
        line = lines[position.line] if 0 <= position.line < len(lines) else ""
        column = characters(line, position.character, session.encoding)
    off = languages_off(session.settings.symbols_off, feature)
    return PlaceQuery(path=path, line=position.line + 1, column=column, languages_off=off)
