"""Fetch a page as Markdown, or search the web.

ripwire web fetch https://example.org/page
ripwire web search --allow example.org how lighthouses work
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ripwire import config
from ripwire.cli import options
from ripwire.cli.ask import ask
from ripwire.cli.local import Desk, typed
from ripwire.protocol import methods
from ripwire.protocol.messages import web as msg
from ripwire.protocol.to_wire import web as wire
from ripwire.web.late import LateWeb

if TYPE_CHECKING:
    from ripwire.web.web import Web


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("fetch", "search"))
    parser.add_argument("words", nargs="+", metavar="WORD", help="the URL, or the words of the query")
    parser.add_argument("--max-length", type=int, metavar="N", help="characters of a page; default: 100,000")
    parser.add_argument("--prompt", help="of a page that is cut, keep what speaks of this")
    parser.add_argument("--max-results", type=int, metavar="N", help="of a search; default: 8")
    parser.add_argument("--allow", action="append", default=[], metavar="DOMAIN", help="only these domains")
    parser.add_argument("--block", action="append", default=[], metavar="DOMAIN", help="not these domains")
    parser.add_argument("--json", action="store_true", help="the answer as it is on the wire")
    parser.add_argument("--standalone", action="store_true", help="in this process, even when a daemon runs")


def run(args: argparse.Namespace) -> int:
    """0 a page or results, 1 nothing found or an error page, 2 failed."""
    if args.action == "fetch":
        given = options.given(maxLength=args.max_length, prompt=args.prompt)
        found = _asked(args, methods.WEB_FETCH, {"url": " ".join(args.words), **given}, _fetch)
        shown, code = found["markdown"], 0 if found["status"] < 400 else 1  # noqa: PLR2004 - HTTP's errors
    else:
        given = options.given(
            maxResults=args.max_results, allowedDomains=args.allow, blockedDomains=args.block
        )
        found = _asked(args, methods.WEB_SEARCH, {"query": " ".join(args.words), **given}, _search)
        shown, code = "\n\n".join(_hits(found)), 0 if found["results"] else 1
    sys.stdout.write((msgspec.json.encode(found).decode() if args.json else shown) + "\n")
    for note in found["notes"]:
        sys.stderr.write(f"ripwire: {note}\n")
    return code


def _hits(found: Mapping[str, Any]) -> Iterator[str]:
    for hit in found["results"]:
        yield "\n".join(filter(None, (hit["title"], hit["url"], hit["snippet"])))


def _asked(args: argparse.Namespace, method: str, params: Mapping[str, Any], work: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(ask(args, method, params, lambda: work, roots=[]))
    return found


@contextlib.asynccontextmanager
async def _web() -> AsyncIterator[Web]:
    settings = config.load().settings
    late = LateWeb(settings, config.cache_folder(settings))
    try:
        yield await late.get()
    finally:
        await late.aclose()


async def _fetch(desk: Desk, params: Mapping[str, Any]) -> msg.WebFetchResult:
    del desk
    asked = typed(msg.WebFetchParams, params)
    async with _web() as web:
        page = await web.fetcher.fetch(asked.url, prompt=asked.prompt, max_length=asked.max_length)
    return wire.page(page)


async def _search(desk: Desk, params: Mapping[str, Any]) -> msg.WebSearchResult:
    asked = typed(msg.WebSearchParams, params)
    async with _web() as web:
        found = await web.searcher.search(
            desk.caller.client,
            asked.query,
            allowed=asked.allowed_domains,
            blocked=asked.blocked_domains,
            count=asked.max_results,
        )
    return wire.results(found)
