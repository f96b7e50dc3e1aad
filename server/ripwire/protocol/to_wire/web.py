"""Pages and search results, in the client's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripwire.protocol.messages.web import WebFetchResult, WebSearchResult, WireWebHit
from ripwire.protocol.to_wire import uris

if TYPE_CHECKING:  # the web's modules need an extra
    from ripwire.web.fetch import Page
    from ripwire.web.search import Results


def page(found: Page) -> WebFetchResult:
    return WebFetchResult(
        url=found.url,
        status=found.status,
        content_type=found.content_type,
        title=found.title,
        markdown=found.text,
        truncated=found.truncated,
        redirect=found.redirect,
        saved=uris.of_path(found.saved) if found.saved is not None else None,
        cached=found.cached,
        notes=list(found.notes),
    )


def results(found: Results) -> WebSearchResult:
    return WebSearchResult(
        results=[
            WireWebHit(title=hit.title, url=hit.url, snippet=hit.snippet, published=hit.published)
            for hit in found.hits
        ],
        provider=found.provider,
        left=found.left,
        notes=list(found.notes),
    )
