"""`ripwire/web/…`: a page as Markdown, and a web search."""

from __future__ import annotations

import attrs
import msgspec

from ripwire.protocol.messages.common import at_least, not_empty


@attrs.frozen(kw_only=True)
class WebFetchParams:
    """A page's text.  Only http and https, and no address inside, except hosts in `web.allowHosts`."""

    url: str = attrs.field(validator=not_empty)
    prompt: str | None = None
    """Of a page that must be cut, the parts that speak of this are kept."""
    max_length: int = attrs.field(default=100_000, validator=at_least(1))
    """Characters of text."""
    timeout_ms: int = attrs.field(default=30_000, validator=at_least(1))
    """At most 120,000."""
    work_done_token: int | str | None = None


class WebFetchResult(msgspec.Struct, rename="camel", kw_only=True):
    url: str
    """After redirects on the same host."""
    status: int
    content_type: str
    title: str | None
    markdown: str
    truncated: bool
    redirect: str | None
    """Another host that the page points to; it was not followed."""
    saved: str | None
    """URI of the file where a PDF or another binary was put."""
    cached: bool
    notes: list[str]


@attrs.frozen(kw_only=True)
class WebSearchParams:
    """A search by the provider that the user configured."""

    query: str = attrs.field(validator=not_empty)
    allowed_domains: tuple[str, ...] = ()
    blocked_domains: tuple[str, ...] = ()
    """Not together with `allowedDomains`."""
    max_results: int = attrs.field(default=8, validator=at_least(1))
    """At most 20."""
    work_done_token: int | str | None = None


class WireWebHit(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    title: str
    url: str
    snippet: str
    published: str | None = None


class WebSearchResult(msgspec.Struct, rename="camel", kw_only=True):
    results: list[WireWebHit]
    provider: str
    left: int
    """Searches that this session may still make."""
    notes: list[str]


STRICT = (WebFetchParams, WebSearchParams)
