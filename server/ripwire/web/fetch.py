"""WebFetch: a URL in, its text as Markdown out, within bounds of time, size, place and politeness.

Redirects on the same host are followed, each checked like the first URL; one to another host is
given back to the caller, who may fetch it if that is meant.  What is no text is put aside as a file.
"""

from __future__ import annotations

import asyncio
import hashlib
import urllib.parse
from pathlib import Path

import attrs

from ripwire.errors import Failure, Kind
from ripwire.web import addresses, charset, content, convert, excerpt
from ripwire.web.addresses import Guard, Target
from ripwire.web.bounds import Cache, Pace
from ripwire.web.transport import Response, Transport

DEFAULT_S = 30.0
LONGEST_S = 120.0
MAX_BODY = 10 * 1024 * 1024
MAX_TEXT = 100_000
MAX_REDIRECTS = 10
MAX_URL = 2000
CACHED = 32
CACHED_S = 15 * 60
KEPT_FILES = 32
BURST, EVERY_S = 5, 1.0
ACCEPT = "text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.7, */*;q=0.5"
REDIRECTS = {301, 302, 303, 307, 308}


@attrs.frozen(kw_only=True)
class Page:
    url: str
    """Where it came from in the end."""
    status: int
    content_type: str
    text: str
    title: str | None = None
    truncated: bool = False
    redirect: str | None = None
    """Another host's URL that this one points to; it was not fetched."""
    saved: Path | None = None
    """Where a PDF or another binary was put."""
    notes: tuple[str, ...] = ()
    cached: bool = False


class Fetcher:
    """Serves all sessions: one cache, one pace.  `folder` takes what is no text."""

    def __init__(self, guard: Guard, transport: Transport, folder: Path) -> None:
        self._guard = guard
        self._transport = transport
        self._folder = folder
        self._cache: Cache[Page] = Cache(CACHED, CACHED_S)
        self._pace = Pace(BURST, EVERY_S)

    async def fetch(
        self, url: str, *, prompt: str | None = None, max_length: int = MAX_TEXT, timeout_s: float = DEFAULT_S
    ) -> Page:
        """The page.  With a prompt a page too long for `max_length` keeps the parts that speak of it."""
        if len(url) > MAX_URL:
            raise Failure(Kind.INVALID_PARAMS, f"A URL has at most {MAX_URL} characters")
        if not 1 <= max_length <= MAX_TEXT:
            raise Failure(Kind.INVALID_PARAMS, f"maxLength must be from 1 to {MAX_TEXT}")
        page = await self._page(addresses.target(url), min(timeout_s, LONGEST_S))
        return _cut(page, prompt, max_length)

    def forget(self) -> None:
        self._cache.clear()

    async def _page(self, wanted: Target, timeout_s: float) -> Page:
        known = self._cache.get(wanted.url)
        if known is not None and (known.saved is None or known.saved.exists()):
            return attrs.evolve(known, cached=True)
        try:
            async with asyncio.timeout(timeout_s):
                page = await self._load(wanted)
        except TimeoutError as exc:
            raise Failure(Kind.TIMEOUT, f"{wanted.host} gave no page in {timeout_s:g} s") from exc
        if page.status < 400 and page.redirect is None:  # noqa: PLR2004 - HTTP's own border of errors
            self._cache.put(wanted.url, page)
        return page

    async def _load(self, wanted: Target) -> Page:
        """Same-host redirects are followed here, where each hop passes the guard again."""
        at = wanted
        for _ in range(MAX_REDIRECTS + 1):
            at, response = await self._ask(at)
            onward = _onward(at, response)
            if onward is None:
                return await self._read(at, response)
            if _site(onward.host) != _site(at.host):
                await self._guard.addresses(onward.host, onward.port)  # not even told where it must not go
                text = f"{at.url} redirects to another host: {onward.url}\nFetch that URL if it is meant."
                return Page(
                    url=at.url, status=response.status, content_type="", text=text, redirect=onward.url
                )
            at = onward
        raise Failure(Kind.NETWORK, f"{wanted.host} redirects more than {MAX_REDIRECTS} times")

    async def _ask(self, at: Target) -> tuple[Target, Response]:
        """Public hosts are asked by https first; plain http is for those that have nothing else."""
        await self._pace.turn(at.host)
        if at.scheme == "http" and at.port == 80 and not self._guard.allows(at.host, at.port):  # noqa: PLR2004
            secure = attrs.evolve(at, scheme="https", port=443)
            try:
                return secure, await self._exchange(secure)
            except Failure as failure:
                if failure.kind is not Kind.NETWORK:
                    raise
        return at, await self._exchange(at)

    async def _exchange(self, at: Target) -> Response:
        return await self._transport.exchange(at, headers={"Accept": ACCEPT}, max_body=MAX_BODY)

    async def _read(self, at: Target, response: Response) -> Page:
        header = response.headers.get("content-type", "")
        found = content.sniff(response.body, header)
        notes = [f"The page was cut at {MAX_BODY // 1024 // 1024} MiB"] if response.cut else []
        page = Page(
            url=at.url, status=response.status, content_type=found.type, text="", truncated=response.cut
        )
        if found.sort is content.Sort.BINARY:
            saved = await asyncio.to_thread(self._put_aside, at, response.body, found.suffix)
            text = f"{found.type}, {len(response.body)} bytes, saved as {saved}"
            return attrs.evolve(page, text=text, saved=saved, notes=tuple(notes))
        # Decoding guesses and converting walks a tree: seconds for a large page, so off the loop.
        converted = await asyncio.to_thread(_text, response.body, header, found.sort)
        return attrs.evolve(
            page,
            text=converted.markdown,
            title=converted.title,
            notes=(*notes, *converted.notes),
            truncated=response.cut or bool(converted.notes),
        )

    def _put_aside(self, at: Target, body: bytes, suffix: str) -> Path:
        """Only the newest few are kept; the name says nothing that the URL could choose."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._folder / (hashlib.sha256(at.url.encode()).hexdigest()[:24] + suffix)
        file.write_bytes(body)
        kept = sorted(self._folder.iterdir(), key=lambda one: one.stat().st_mtime_ns, reverse=True)
        for old in kept[KEPT_FILES:]:
            old.unlink(missing_ok=True)
        return file


def _text(body: bytes, header: str, sort: content.Sort) -> convert.Converted:
    text, _ = charset.decode(body, header)
    if sort is content.Sort.HTML:
        return convert.to_markdown(text)
    return convert.Converted(text.replace("\r\n", "\n"), None)


def _cut(page: Page, prompt: str | None, max_length: int) -> Page:
    if len(page.text) <= max_length:
        return page
    text = excerpt.about(page.text, prompt, max_length)
    note = f"{len(text):,} of {len(page.text):,} characters are shown"
    return attrs.evolve(page, text=text, truncated=True, notes=(*page.notes, note))


def _onward(at: Target, response: Response) -> Target | None:
    location = response.headers.get("location")
    if response.status not in REDIRECTS or not location:
        return None
    return addresses.target(urllib.parse.urljoin(at.url, location))


def _site(host: str) -> str:
    """`www.` or not is the same place to everybody."""
    return host.removeprefix("www.")
