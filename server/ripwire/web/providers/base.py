"""What a search provider is: a name, and an answer to one query in its own service's format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import attrs
import msgspec

from ripwire.errors import Failure, Kind
from ripwire.web import addresses
from ripwire.web.transport import Response, Transport

MAX_BODY = 4 * 1024 * 1024
BUSY = {429, 529}


@attrs.frozen(kw_only=True)
class SearchHit:
    title: str
    url: str
    snippet: str
    published: str | None = None


@attrs.frozen(kw_only=True)
class WebQuery:
    text: str
    allowed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    count: int = 8

    @property
    def with_sites(self) -> str:
        """The text with `site:` operators, for services that have no other way to say it."""
        sites = " OR ".join(f"site:{domain}" for domain in self.allowed)
        without = " ".join(f"-site:{domain}" for domain in self.blocked)
        more = f"({sites})" if len(self.allowed) > 1 else sites
        return " ".join(part for part in (self.text, more, without) if part)


class Provider(Protocol):
    name: str

    async def search(self, transport: Transport, query: WebQuery) -> list[SearchHit]:
        """What the service found, in its order.  Raises `Busy` when it asks to wait."""


@attrs.define(eq=False)
class Busy(Exception):  # noqa: N818 - it is an answer
    """The service says: later.  `after_s` is its own word, if it gave one."""

    after_s: float | None = None


async def ask(
    transport: Transport,
    name: str,
    url: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
) -> Any:
    """The decoded JSON of a service's answer.  Its error is told with its own words, shortened."""
    response = await transport.exchange(
        addresses.target(url),
        method=method,
        headers={"Accept": "application/json", **(headers or {})},
        content=content,
        max_body=MAX_BODY,
    )
    if response.status in BUSY:
        raise Busy(_seconds(response))
    if response.status != 200:  # noqa: PLR2004 - HTTP's own word for success
        detail = f"status {response.status}: {response.body[:300].decode('utf-8', 'replace')}"
        raise Failure(Kind.NETWORK, f"{name} refused the search", detail=detail)
    try:
        return msgspec.json.decode(response.body)
    except msgspec.DecodeError as exc:
        raise Failure(Kind.NETWORK, f"{name} did not answer in JSON", detail=str(exc)) from exc


def hits(found: object, **names: str) -> list[SearchHit]:
    """A service's list of objects as hits; `names` says what it calls our fields.  Odd ones are left out."""
    taken = []
    for entry in found if isinstance(found, list) else ():
        values = {field: entry.get(name) for field, name in names.items()} if isinstance(entry, dict) else {}
        if str(values.get("url")).startswith(("http://", "https://")):
            texts = {field: str(value) for field, value in values.items() if value}
            taken.append(SearchHit(**({"title": "", "snippet": ""} | texts)))
    return taken


def _seconds(response: Response) -> float | None:
    try:
        return max(0.0, float(response.headers.get("retry-after", "")))
    except ValueError:
        return None
