"""The text of a file as the caller sees it: what is unsaved first, else what is on the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ripwire.services.answers import Source
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.navigation.page import Page
from ripwire.services.symbols import reading


async def page_of(backend: Backend, caller: Caller, path: Path) -> Page | None:
    """None for what is no text, gone, or in no language that we know."""
    documents = backend.unsaved.open_documents(caller)
    document = next((one for one in documents if one.path == path), None)
    pages, opened = backend.symbols.pages, document is not None
    if document is not None and document.is_unsaved:
        return pages.get(path, document.text().replace("\r\n", "\n"), Source.BUFFER, opened=True)
    read = await asyncio.to_thread(reading.read, path)
    return None if read is None else pages.get(path, read[1], Source.DISK, opened=opened)
