"""WebSearch: each provider against a local server that speaks its documented format."""

from __future__ import annotations

import json
import types

import pytest

from ripwire.config import Settings
from ripwire.errors import Failure, Kind
from ripwire.web import search
from ripwire.web.providers.brave import Brave
from ripwire.web.providers.ddgs import Ddgs
from ripwire.web.providers.searxng import SearXNG
from ripwire.web.providers.tavily import Tavily
from ripwire.web.search import WebSearch
from ripwire.web.web import provider
from tests.support.http import Reply

ONE, TWO = "https://docs.example.org/a", "https://other.example.net/b"
DAY = "2026-01-02T00:00:00"
SEARXNG = {
    "query": "q",
    "results": [
        {
            "title": "One",
            "url": ONE,
            "content": "first",
            "publishedDate": DAY,
            "engine": "x",
        },
        {"title": "Two", "url": TWO, "content": "second", "publishedDate": None},
        {"title": "Odd", "url": "javascript:alert(1)", "content": ""},
        {"title": "One again", "url": ONE, "content": "twice"},
    ],
}
BRAVE = {
    "type": "search",
    "web": {
        "results": [
            {"title": "One", "url": ONE, "description": "first", "page_age": DAY},
            {"title": "Two", "url": TWO, "description": "second"},
        ]
    },
}
TAVILY = {
    "results": [
        {
            "title": "One",
            "url": ONE,
            "content": "first",
            "score": 0.9,
            "published_date": DAY,
        },
        {"title": "Two", "url": TWO, "content": "second", "score": 0.5},
    ]
}


def as_json(value: object) -> Reply:
    return Reply(json.dumps(value).encode(), type="application/json")


@pytest.fixture
def providers(web, transports):
    def answer(value):
        def reply(asked):
            return as_json(value)

        return reply

    def made(name: str) -> WebSearch:
        kinds = {
            "searxng": (SearXNG(web.url + "/"), SEARXNG),
            "brave": (Brave("key", web.url), BRAVE),
            "tavily": (Tavily("key", web.url), TAVILY),
        }
        service, value = kinds[name]

        class Any(dict):
            def get(self, path, default=None):
                return answer(value)

        web.pages = Any()
        return WebSearch(service, transports(web.host))

    return made


@pytest.mark.parametrize("name", ["searxng", "brave", "tavily"])
async def test_each_provider_speaks_its_format(name, providers, web):
    results = await providers(name).search("me", "how do lighthouses work")
    assert [(hit.title, hit.url, hit.snippet) for hit in results.hits] == [
        ("One", ONE, "first"),
        ("Two", TWO, "second"),
    ]
    assert results.hits[0].published == DAY
    assert results.hits[1].published is None
    assert results.left == 199
    (asked,) = web.asked
    if name == "searxng":
        assert asked.path == "/search?q=how+do+lighthouses+work&format=json"
    elif name == "brave":
        assert asked.path.startswith("/res/v1/web/search?q=how+do")
        assert asked.headers["x-subscription-token"] == "key"
    else:
        assert json.loads(asked.body)["query"] == "how do lighthouses work"
        assert asked.headers["authorization"] == "Bearer key"


@pytest.mark.parametrize("name", ["searxng", "brave", "tavily"])
async def test_domains_are_asked_for_and_filtered(name, providers, web):
    searcher = providers(name)
    allowed = await searcher.search("me", "x", allowed=["www.Example.org"])
    assert [hit.url for hit in allowed.hits] == [ONE]
    blocked = await searcher.search("me", "x", blocked=["example.org"])
    assert [hit.url for hit in blocked.hits] == [TWO]
    if name == "tavily":
        assert json.loads(web.asked[0].body)["include_domains"] == ["example.org"]
    else:
        assert "site%3Aexample.org" in web.asked[0].path
        assert "-site%3Aexample.org" in web.asked[1].path


async def test_ddgs_is_used_where_it_is_installed(transports):
    class DDGS:
        def __init__(self, timeout):
            pass

        def text(self, query, max_results):
            return [{"title": "One", "href": ONE, "body": query}]

    results = await WebSearch(Ddgs(types.SimpleNamespace(DDGS=DDGS)), transports()).search("me", "x")
    assert results.hits[0].snippet == "x"


async def test_none_configured_says_how(transports):
    with pytest.raises(Failure) as failure:
        await WebSearch(None, transports()).search("me", "x")
    assert failure.value.kind is Kind.NOT_CONFIGURED
    assert "web.searxngUrl" in failure.value.detail


def test_provider_is_the_first_that_is_configured():
    assert isinstance(provider(Settings(web_searxng_url="http://x", web_brave_key="k")), SearXNG)
    assert isinstance(provider(Settings(web_brave_key="k", web_tavily_key="k")), Brave)
    assert isinstance(provider(Settings(web_tavily_key="k")), Tavily)


@pytest.mark.parametrize(
    "wish",
    [
        {"text": " "},
        {"text": "x" * 401},
        {"text": "x", "allowed": ["a.org"], "blocked": ["b.org"]},
        {"text": "x", "allowed": ["http://a.org/x"]},
        {"text": "x", "count": 0},
        {"text": "x", "count": 21},
        {"text": "x", "blocked": ["a.org"] * 21},
    ],
)
async def test_wrong_wishes_are_refused_and_not_counted(wish, providers, web):
    searcher = providers("brave")
    with pytest.raises(Failure) as failure:
        await searcher.search("me", **wish)
    assert failure.value.kind is Kind.INVALID_PARAMS
    assert (await searcher.search("me", "x")).left == 199


async def test_a_session_may_search_so_often_and_no_more(web, transports):
    web.pages["/search?q=x&format=json"] = as_json(SEARXNG)
    searcher = WebSearch(SearXNG(web.url), transports(web.host), per_session=2)
    assert [(await searcher.search("me", "x")).left for _ in range(2)] == [1, 0]
    with pytest.raises(Failure) as failure:
        await searcher.search("me", "x")
    assert failure.value.kind is Kind.OVER_LIMIT
    assert (await searcher.search("you", "x")).left == 1
    searcher.leave("me")
    assert (await searcher.search("me", "x")).left == 1


@pytest.mark.parametrize("status", [429, 529])
async def test_busy_service_is_asked_again_after_a_while(status, web, transports, monkeypatch):
    monkeypatch.setattr(search, "BACK_OFF_S", (0.01, 0.01, 0.01))
    replies = [Reply(status=status), Reply(status=status, headers={"Retry-After": "0"}), as_json(SEARXNG)]
    web.pages["/search?q=x&format=json"] = lambda asked: replies.pop(0)
    assert (await WebSearch(SearXNG(web.url), transports(web.host)).search("me", "x")).hits
    web.pages["/search?q=x&format=json"] = Reply(status=status)
    with pytest.raises(Failure) as failure:
        await WebSearch(SearXNG(web.url), transports(web.host)).search("me", "x")
    assert failure.value.kind is Kind.OVER_LIMIT


@pytest.mark.parametrize(
    "reply", [Reply(b"<html>", type="text/html"), Reply(b"no key", 401), Reply(b"[]"), Reply(hang_up=True)]
)
async def test_service_in_trouble_is_told_or_finds_nothing(reply, web, transports):
    web.pages["/search?q=x&format=json"] = reply
    searcher = WebSearch(SearXNG(web.url), transports(web.host))
    if reply.body == b"[]":
        assert (await searcher.search("me", "x")).hits == ()
        return
    with pytest.raises(Failure) as failure:
        await searcher.search("me", "x")
    assert failure.value.kind is Kind.NETWORK
