"""A SearXNG instance of the user's: its JSON search API."""

from __future__ import annotations

import urllib.parse

from ripwire.web.providers.base import SearchHit, WebQuery, ask, hits
from ripwire.web.transport import Transport


class SearXNG:
    name = "SearXNG"

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    async def search(self, transport: Transport, query: WebQuery) -> list[SearchHit]:
        asked = urllib.parse.urlencode({"q": query.with_sites, "format": "json"})
        answer = await ask(transport, self.name, f"{self._url}/search?{asked}")
        found = answer.get("results") if isinstance(answer, dict) else None
        return hits(found, title="title", url="url", snippet="content", published="publishedDate")
