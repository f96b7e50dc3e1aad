"""WebFetch against a real local server: redirects, caps, charsets, binaries, cache, pace."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

from ripwire.errors import Failure, Kind
from ripwire.web import bounds, fetch
from ripwire.web.addresses import Guard
from ripwire.web.fetch import Fetcher
from tests.support.http import Reply, site


async def test_page_becomes_markdown_with_title_and_final_url(web, fetcher):
    web.pages["/"] = Reply(status=301, headers={"Location": "/home?x=1"})
    web.pages["/home?x=1"] = Reply(b"<title>Home</title><h1>Hi</h1><script>no()</script>")
    page = await fetcher.fetch(web.url)
    assert (page.url, page.title, page.text, page.status) == (f"{web.url}/home?x=1", "Home", "# Hi", 200)
    assert not page.truncated
    assert web.asked[0].headers["user-agent"].startswith("ripwire/")


async def test_error_page_is_an_answer_and_is_not_cached(web, fetcher):
    assert (await fetcher.fetch(web.url + "/nope")).status == 404
    assert not (await fetcher.fetch(web.url + "/nope")).cached


async def test_redirect_to_another_host_is_given_back(web, fetcher):
    web.pages["/"] = Reply(status=302, headers={"Location": "http://93.184.215.14/else"})
    page = await fetcher.fetch(web.url)
    assert page.redirect == "http://93.184.215.14/else"
    assert len(web.asked) == 1


async def test_redirects_in_a_circle_end(web, fetcher):
    fetcher._pace = bounds.Pace(100, 0.0)
    web.pages["/"] = Reply(status=302, headers={"Location": "/"})
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(web.url)
    assert "more than 10" in failure.value.message
    assert len(web.asked) == 11


async def test_huge_body_is_cut_and_said(web, fetcher, monkeypatch):
    monkeypatch.setattr(fetch, "MAX_BODY", 1000)
    web.pages["/"] = Reply(b"x" * 5000, type="text/plain")
    page = await fetcher.fetch(web.url)
    assert page.truncated
    assert len(page.text) == 1000


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_small_body_that_unpacks_to_gigabytes_is_cut(web, fetcher, monkeypatch, encoding):
    monkeypatch.setattr(fetch, "MAX_BODY", 100_000)
    packed = (gzip if encoding == "gzip" else zlib).compress(b"a" * 50_000_000)
    web.pages["/"] = Reply(packed, type="text/plain", headers={"Content-Encoding": encoding})
    page = await fetcher.fetch(web.url)
    assert page.truncated
    assert len(page.text) == 100_000


async def test_broken_packing_is_a_failure_with_words(web, fetcher):
    web.pages["/"] = Reply(b"not gzip", headers={"Content-Encoding": "gzip"})
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(web.url)
    assert failure.value.kind is Kind.NETWORK


async def test_text_is_cut_after_conversion_and_a_prompt_chooses_what_stays(web, fetcher):
    sections = "".join(f"<h2>Part {n}</h2><p>{'filler ' * 40} topic{n}</p>" for n in range(20))
    web.pages["/"] = Reply(sections.encode())
    page = await fetcher.fetch(web.url, max_length=700)
    assert page.truncated
    assert "characters are shown" in page.notes[-1]
    assert page.text.startswith("## Part 0")
    about = await fetcher.fetch(web.url, max_length=700, prompt="What about topic17?")
    assert about.cached
    assert "topic17" in about.text
    assert about.text.startswith("[…]")
    assert len(about.text) <= 700


@pytest.mark.parametrize(
    ("body", "type_", "suffix"),
    [
        (b"%PDF-1.7 ...", "text/html", ".pdf"),
        (b"\x89PNG\r\n\x1a\n....", "image/png", ".png"),
        (b"PK\x03\x04....", "", ".zip"),
        (b"a\x00b", "text/plain", ".bin"),
    ],
)
async def test_binaries_are_told_by_their_bytes_and_put_aside(web, fetcher, body, type_, suffix):
    web.pages["/"] = Reply(body, type=type_)
    page = await fetcher.fetch(web.url)
    assert page.saved is not None
    assert page.saved.suffix == suffix
    assert page.saved.read_bytes() == body
    assert str(page.saved) in page.text


async def test_only_the_newest_files_are_kept(web, fetcher, monkeypatch, tmp_path):
    fetcher._pace = bounds.Pace(100, 0.0)
    monkeypatch.setattr(fetch, "KEPT_FILES", 3)
    for n in range(6):
        web.pages[f"/{n}"] = Reply(b"%PDF-" + bytes([n]))
        await fetcher.fetch(f"{web.url}/{n}")
    assert len(list((tmp_path / "web").iterdir())) == 3


async def test_json_and_text_come_as_they_are(web, fetcher):
    web.pages["/a.json"] = Reply(b'{"a": "<b>"}', type="application/json")
    web.pages["/b"] = Reply(b"<!doctype html><p>told by its first bytes", type="")
    assert (await fetcher.fetch(web.url + "/a.json")).text == '{"a": "<b>"}'
    assert (await fetcher.fetch(web.url + "/b")).text == "told by its first bytes"


async def test_second_fetch_comes_from_the_cache_until_it_is_old(web, fetcher):
    web.pages["/"] = Reply(b"<p>one")
    now = [0.0]
    fetcher._cache = bounds.Cache(2, 900, clock=lambda: now[0])
    assert not (await fetcher.fetch(web.url)).cached
    assert (await fetcher.fetch(web.url + "#part")).cached
    now[0] = 901.0
    assert not (await fetcher.fetch(web.url)).cached
    fetcher.forget()
    assert not (await fetcher.fetch(web.url)).cached


def test_cache_and_pace_are_bounded():
    cache = bounds.Cache(2, 10)
    for n in range(5):
        cache.put(n, n)
    assert [cache.get(n) for n in range(5)] == [None, None, None, 3, 4]
    now = [100.0]
    pace = bounds.Pace(burst=2, every_s=1.0, hosts=2, clock=lambda: now[0])
    assert [pace.due("a") for _ in range(4)] == [0.0, 0.0, 1.0, 2.0]
    assert pace.due("b") == 0.0
    now[0] = 110.0
    assert pace.due("a") == 0.0


async def test_slow_server_is_a_timeout_and_a_silent_one_a_network_failure(web, fetcher):
    web.pages["/slow"] = Reply(b"xx", wait_s=5)
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(web.url + "/slow", timeout_s=0.3)
    assert failure.value.kind is Kind.TIMEOUT
    web.pages["/gone"] = Reply(hang_up=True)
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(web.url + "/gone")
    assert failure.value.kind is Kind.NETWORK


async def test_public_host_is_asked_by_https_first_and_by_http_after(web, transports, tmp_path):
    """The name stands for a public host: its connections are led to the local site."""
    web.pages["/"] = Reply(b"<p>plain")

    async def public(name: str, port: int):
        return ["93.184.215.14"]

    transport = transports(resolver=public)
    inner, ports = transport._pool._network_backend._inner, []

    class Rerouted:
        async def connect_tcp(self, host, port, *rest):
            ports.append(port)
            return await inner.connect_tcp("127.0.0.1", web.port if port == 80 else 1, *rest)

    transport._pool._network_backend._inner = Rerouted()
    page = await Fetcher(Guard((), public), transport, tmp_path).fetch("http://example.test/")
    assert (page.url, page.text) == ("http://example.test/", "plain")
    assert ports == [443, 80]


async def test_wrong_wishes_are_refused(fetcher):
    for url, length in [("http://x/" + "a" * 3000, 10), ("http://x/", 0), ("http://x/", 10**9)]:
        with pytest.raises(Failure) as failure:
            await fetcher.fetch(url, max_length=length)
        assert failure.value.kind is Kind.INVALID_PARAMS


async def test_ipv6_host_is_fetched_when_named(transports, tmp_path):
    async with site("::1") as six:
        six.pages["/"] = Reply(b"<p>six")
        allowed = f"[::1]:{six.port}"
        fetcher = Fetcher(Guard([allowed]), transports(allowed), Path(tmp_path))
        assert (await fetcher.fetch(f"http://{allowed}/")).text == "six"
