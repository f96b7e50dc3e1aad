"""The `ddgs` library, where it is installed: no key, no promise of its engines."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from typing import Any

from ripwire.errors import Failure, Kind
from ripwire.web.providers.base import Busy, SearchHit, WebQuery, hits
from ripwire.web.transport import Transport

TIMEOUT_S = 20


def installed() -> bool:
    return importlib.util.find_spec("ddgs") is not None


class Ddgs:
    name = "ddgs"

    def __init__(self, library: Any = None) -> None:
        self._library = library

    async def search(self, transport: Transport, query: WebQuery) -> list[SearchHit]:
        """The library blocks and connects by itself, so it has a thread; `transport` is not used."""
        del transport
        found = await asyncio.to_thread(self._text, query)
        return hits(found, title="title", url="href", snippet="body")

    def _text(self, query: WebQuery) -> Any:
        # Imported when first used: the library loads a browser-like HTTP client of its own.
        library = self._library or importlib.import_module("ddgs")
        try:
            return library.DDGS(timeout=TIMEOUT_S).text(query.with_sites, max_results=query.count)
        except Exception as exc:  # the library's kinds differ from version to version
            if "ratelimit" in type(exc).__name__.lower():
                raise Busy from exc
            if "no results" in str(exc).lower():
                return []
            raise Failure(Kind.NETWORK, "ddgs could not search", detail=str(exc)[:300]) from exc
