"""Tavily's search API, by key."""

from __future__ import annotations

import msgspec

from ripwire.web.providers.base import SearchHit, WebQuery, ask, hits
from ripwire.web.transport import Transport

URL = "https://api.tavily.com"
MOST = 20


class Tavily:
    name = "Tavily"

    def __init__(self, key: str, url: str = URL) -> None:
        self._key = key
        self._url = url

    async def search(self, transport: Transport, query: WebQuery) -> list[SearchHit]:
        body = {
            "query": query.text,
            "max_results": min(MOST, query.count),
            "include_domains": list(query.allowed),
            "exclude_domains": list(query.blocked),
        }
        answer = await ask(
            transport,
            self.name,
            f"{self._url}/search",
            method="POST",
            headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"},
            content=msgspec.json.encode(body),
        )
        found = answer.get("results") if isinstance(answer, dict) else None
        return hits(found, title="title", url="url", snippet="content", published="published_date")
