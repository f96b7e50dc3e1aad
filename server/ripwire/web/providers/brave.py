"""Brave's web search API, by key."""

from __future__ import annotations

import urllib.parse

from ripwire.web.providers.base import SearchHit, WebQuery, ask, hits
from ripwire.web.transport import Transport

URL = "https://api.search.brave.com"
MOST = 20


class Brave:
    name = "Brave"

    def __init__(self, key: str, url: str = URL) -> None:
        self._key = key
        self._url = url

    async def search(self, transport: Transport, query: WebQuery) -> list[SearchHit]:
        asked = urllib.parse.urlencode(
            {"q": query.with_sites, "count": min(MOST, query.count), "text_decorations": "false"}
        )
        url = f"{self._url}/res/v1/web/search?{asked}"
        answer = await ask(transport, self.name, url, headers={"X-Subscription-Token": self._key})
        web = answer.get("web") if isinstance(answer, dict) else None
        found = web.get("results") if isinstance(web, dict) else None
        return hits(found, title="title", url="url", snippet="description", published="page_age")
