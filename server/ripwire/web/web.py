"""The web's two services put together from the settings: one guard, one pool, one provider."""

from __future__ import annotations

import contextlib
import urllib.parse
from collections.abc import AsyncIterator
from pathlib import Path

import attrs

from ripwire.config import Settings
from ripwire.web.addresses import Guard
from ripwire.web.fetch import Fetcher
from ripwire.web.providers import ddgs
from ripwire.web.providers.base import Provider
from ripwire.web.providers.brave import Brave
from ripwire.web.providers.searxng import SearXNG
from ripwire.web.providers.tavily import Tavily
from ripwire.web.search import WebSearch
from ripwire.web.transport import Transport


@attrs.frozen
class Web:
    fetcher: Fetcher
    searcher: WebSearch


@contextlib.asynccontextmanager
async def opened(settings: Settings, cache: Path) -> AsyncIterator[Web]:
    """Both services; leaving the block closes their connections."""
    guard = Guard(settings.web_allow_hosts)
    transport = Transport(guard)
    # The user's own SearXNG may stand anywhere; what it finds may not be fetched from everywhere.
    engine = Transport(Guard((*settings.web_allow_hosts, *_host(settings.web_searxng_url))))
    try:
        yield Web(Fetcher(guard, transport, cache / "web"), WebSearch(provider(settings), engine))
    finally:
        await transport.aclose()
        await engine.aclose()


def provider(settings: Settings) -> Provider | None:
    """The first that is configured: a SearXNG, Brave, Tavily, the library ddgs."""
    if settings.web_searxng_url:
        return SearXNG(settings.web_searxng_url)
    if settings.web_brave_key:
        return Brave(settings.web_brave_key)
    if settings.web_tavily_key:
        return Tavily(settings.web_tavily_key)
    return ddgs.Ddgs() if ddgs.installed() else None


def _host(url: str) -> tuple[str, ...]:
    host = urllib.parse.urlsplit(url).hostname
    return (host,) if host else ()
