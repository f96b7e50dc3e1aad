"""WebSearch: one query to the provider that the user configured, filtered, counted, patient.

Knows no service's format: that is in `providers/`.
"""

from __future__ import annotations

import asyncio
import re
import urllib.parse
from collections import OrderedDict
from collections.abc import Sequence

import attrs

from ripwire.errors import Failure, Kind
from ripwire.web.providers.base import Busy, Provider, SearchHit, WebQuery
from ripwire.web.transport import Transport

TIMEOUT_S = 25.0
DEFAULT_COUNT = 8
MAX_COUNT = 20
PER_SESSION = 200
SESSIONS = 1000
MAX_QUERY = 400
MAX_DOMAINS = 20
BACK_OFF_S = (1.0, 2.0, 4.0)
HOW = (
    "Set web.searxngUrl to a SearXNG instance, or web.braveKey or web.tavilyKey "
    "(environment: RIPWIRE_WEB_BRAVE_KEY, RIPWIRE_WEB_TAVILY_KEY), or install ddgs."
)
DOMAIN = re.compile(r"(?:[\w-]+\.)*[\w-]+")


@attrs.frozen(kw_only=True)
class Results:
    hits: tuple[SearchHit, ...]
    provider: str
    left: int
    """Searches that this session may still make."""
    notes: tuple[str, ...] = ()


class WebSearch:
    """Serves all sessions; `provider` is None when none is configured."""

    def __init__(
        self, provider: Provider | None, transport: Transport, per_session: int = PER_SESSION
    ) -> None:
        self._provider = provider
        self._transport = transport
        self._per_session = per_session
        self._used: OrderedDict[str, int] = OrderedDict()

    async def search(
        self,
        owner: str,
        text: str,
        *,
        allowed: Sequence[str] = (),
        blocked: Sequence[str] = (),
        count: int = DEFAULT_COUNT,
    ) -> Results:
        """What the provider found, at most `count`, each on an allowed and no blocked domain."""
        query = _query(text, allowed, blocked, count)
        if self._provider is None:
            raise Failure(Kind.NOT_CONFIGURED, "No web search provider is configured", detail=HOW)
        left = self._count(owner)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                found = await self._patiently(self._provider, query)
        except TimeoutError as exc:
            raise Failure(Kind.TIMEOUT, f"{self._provider.name} gave no answer in {TIMEOUT_S:g} s") from exc
        fitting = [hit for hit in found if _fits(hit, query)]
        unique = {hit.url: hit for hit in reversed(fitting)}
        first = [hit for hit in fitting if unique[hit.url] is hit]
        return Results(hits=tuple(first[: query.count]), provider=self._provider.name, left=left)

    def leave(self, owner: str) -> None:
        """A session ended: its count goes with it."""
        self._used.pop(owner, None)

    def _count(self, owner: str) -> int:
        used = self._used.pop(owner, 0) + 1
        self._used[owner] = min(used, self._per_session)
        if len(self._used) > SESSIONS:
            self._used.popitem(last=False)
        if used > self._per_session:
            raise Failure(Kind.OVER_LIMIT, f"A session may search the web {self._per_session} times")
        return self._per_session - used

    async def _patiently(self, provider: Provider, query: WebQuery) -> list[SearchHit]:
        for pause in BACK_OFF_S:
            try:
                return await provider.search(self._transport, query)
            except Busy as busy:
                await asyncio.sleep(pause if busy.after_s is None else busy.after_s)
        try:
            return await provider.search(self._transport, query)
        except Busy as exc:
            raise Failure(Kind.OVER_LIMIT, f"{provider.name} asks to search less often") from exc


def _query(text: str, allowed: Sequence[str], blocked: Sequence[str], count: int) -> WebQuery:
    if not text.strip() or len(text) > MAX_QUERY:
        raise Failure(Kind.INVALID_PARAMS, f"A web query has 1 to {MAX_QUERY} characters")
    if allowed and blocked:
        raise Failure(Kind.INVALID_PARAMS, "allowedDomains and blockedDomains exclude each other")
    if not 1 <= count <= MAX_COUNT:
        raise Failure(Kind.INVALID_PARAMS, f"maxResults must be from 1 to {MAX_COUNT}")
    return WebQuery(text=text.strip(), allowed=_domains(allowed), blocked=_domains(blocked), count=count)


def _domains(names: Sequence[str]) -> tuple[str, ...]:
    if len(names) > MAX_DOMAINS:
        raise Failure(Kind.INVALID_PARAMS, f"At most {MAX_DOMAINS} domains")
    cleaned = [name.strip().lower().removeprefix("www.").rstrip("./") for name in names]
    for name in cleaned:
        if not DOMAIN.fullmatch(name):
            raise Failure(Kind.INVALID_PARAMS, f"Not a domain: {name[:80]!r}", detail="Write example.com.")
    return tuple(cleaned)


def _fits(hit: SearchHit, query: WebQuery) -> bool:
    host = (urllib.parse.urlsplit(hit.url).hostname or "").lower()
    inside = [name for name in (*query.allowed, *query.blocked) if host == name or host.endswith("." + name)]
    return bool(inside) if query.allowed else not inside
