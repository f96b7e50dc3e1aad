"""The web on the wire."""

from __future__ import annotations

from ripwire.errors import Failure, Kind
from ripwire.protocol.messages.web import WebFetchParams, WebFetchResult, WebSearchParams, WebSearchResult
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import web as wire
from ripwire.web.late import LateWeb


async def fetch(session: Session, params: WebFetchParams) -> WebFetchResult:
    async with work_done(session, params.work_done_token, "Fetching"):
        web = await _web(session).get()
        page = await web.fetcher.fetch(
            params.url,
            prompt=params.prompt,
            max_length=params.max_length,
            timeout_s=params.timeout_ms / 1000,
        )
    return wire.page(page)


async def search(session: Session, params: WebSearchParams) -> WebSearchResult:
    async with work_done(session, params.work_done_token, "Searching the web"):
        web = await _web(session).get()
        found = await web.searcher.search(
            session.client,
            params.query,
            allowed=params.allowed_domains,
            blocked=params.blocked_domains,
            count=params.max_results,
        )
    return wire.results(found)


def _web(session: Session) -> LateWeb:
    if session.shared.web is None:
        raise Failure(Kind.NOT_CONFIGURED, "This server has no access to the web")
    return session.shared.web
