"""The tools `tool_search`, `tool_call`, `web_fetch` and `web_search`."""

from __future__ import annotations

from typing import Any

import msgspec

from ripwire.errors import Failure, Kind
from ripwire.mcp import text
from ripwire.mcp.guest import Guest, Progress, Reply
from ripwire.tools import rendering
from ripwire.tools.query import escaped
from ripwire.tools.toolbox import Toolbox
from ripwire.web.late import LateWeb

MOST_STRUCTURED = 20_000


async def tool_search(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "searching tools")
    found = await _toolbox(guest).search(guest.client, given["query"], max_results=given["max_results"])
    names = [{"name": hit.tool.name, "server": hit.tool.server} for hit in found.hits]
    data = {"tools": names, "missing": list(found.missing), "savedTokens": found.saved_tokens}
    last = f"(complete: {len(found.hits)} of {found.searched} tools; run one with tool_call)"
    return Reply(text=text.bounded(rendering.text(found), last), structured=data)


async def tool_call(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    """The other tool's own answer, its texts within the budget."""
    timeout_s = given["timeout_ms"] / 1000 if given["timeout_ms"] else None
    result = await _toolbox(guest).call(
        guest.client, given["name"], given["arguments"] or {}, timeout_s=timeout_s, progress=progress
    )
    room = text.BUDGET
    blocks = []
    for block in result.content:
        kept = dict(block)
        if kept.get("type") == "text":
            kept["text"] = _cut(str(kept.get("text", "")), room)
            room = max(0, room - len(kept["text"]))
        blocks.append(kept)
    data = result.structured if isinstance(result.structured, dict) else {}
    small = len(msgspec.json.encode(data)) <= MOST_STRUCTURED
    return Reply(text="", structured=data if small else {}, blocks=tuple(blocks), is_error=result.is_error)


async def web_fetch(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "fetching")
    web = await _web(guest).get()
    page = await web.fetcher.fetch(
        given["url"], prompt=given["prompt"], max_length=min(given["max_length"], text.BUDGET - 2000)
    )
    head = [f"# {escaped(page.title)}"] if page.title and not page.text.startswith("# ") else []
    told = [f"{page.url} ({page.status}, {page.content_type or 'redirect'})", *head, page.text, *page.notes]
    state = "truncated: ask with a prompt for the parts about it" if page.truncated else "complete"
    data = {
        "url": page.url,
        "status": page.status,
        "contentType": page.content_type,
        "title": page.title,
        "truncated": page.truncated,
        "redirect": page.redirect,
    }
    links = (page.saved,) if page.saved is not None else ()
    return Reply(text=text.bounded("\n\n".join(told), f"({state})"), structured=data, links=links)


async def web_search(guest: Guest, given: dict[str, Any], progress: Progress) -> Reply:
    await progress(0, None, "searching the web")
    web = await _web(guest).get()
    found = await web.searcher.search(
        guest.client,
        given["query"],
        allowed=given["allowed_domains"] or (),
        blocked=given["blocked_domains"] or (),
        count=given["max_results"],
    )
    shown = [
        "\n".join(escaped(part)[:1000] for part in (hit.title, hit.url, hit.published, hit.snippet) if part)
        for hit in found.hits
    ]
    last = f"(complete: {len(shown)} results of {found.provider}; {found.left} searches left)"
    results = [{"title": hit.title[:300], "url": hit.url[:1000]} for hit in found.hits]
    data = {"results": results, "provider": found.provider, "left": found.left}
    return Reply(text=text.bounded("\n\n".join(shown), last), structured=data)


def _toolbox(guest: Guest) -> Toolbox:
    if guest.shared.tools is None:
        raise Failure(Kind.NOT_CONFIGURED, "this server has no tools")
    return guest.shared.tools


def _web(guest: Guest) -> LateWeb:
    if guest.shared.web is None:
        raise Failure(Kind.NOT_CONFIGURED, "this server has no access to the web")
    return guest.shared.web


def _cut(words: str, room: int) -> str:
    if len(words) <= room:
        return words
    return f"{words[: max(0, room - 60)]}\n[truncated: {len(words):,} characters]"
