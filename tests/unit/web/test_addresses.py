"""Every address inside is refused, however it is written and whenever it turns up."""

from __future__ import annotations

import ipaddress

import pytest

from ripwire.errors import Failure, Kind
from ripwire.web import addresses
from ripwire.web.addresses import Guard, refused, target
from ripwire.web.fetch import Fetcher
from tests.support.http import Reply

INSIDE = [
    "127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.5.4", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "168.63.129.16", "0.0.0.0", "0.1.2.3", "192.0.0.192", "198.18.0.1",
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.2.1", "203.0.113.7",
    "::1", "::", "::127.0.0.1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:c0a8:101::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]  # fmt: skip
OUTSIDE = [
    "93.184.215.14",
    "8.8.8.8",
    "172.32.0.1",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "64:ff9b::808:808",
]


@pytest.mark.parametrize("text", INSIDE)
def test_inside_addresses_are_refused(text):
    assert refused(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", OUTSIDE)
def test_public_addresses_are_not(text):
    assert refused(ipaddress.ip_address(text)) is None


SPELLINGS = [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001",
    "0", "localhost", "LOCALHOST.", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]",
    "①②⑦.⓪.⓪.①",
]  # fmt: skip


@pytest.mark.parametrize("host", SPELLINGS)
async def test_loopback_is_refused_in_every_spelling_on_a_real_server(host, web, transports, tmp_path):
    web.pages["/"] = Reply(b"secret")
    fetcher = Fetcher(Guard(), transports(), tmp_path)
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(f"http://{host}:{web.port}/")
    assert failure.value.kind in {Kind.REFUSED_ADDRESS, Kind.NETWORK, Kind.INVALID_PARAMS}
    assert web.connections == 0


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "localhost", "[::1]"]
)
async def test_redirect_inside_is_refused(host, web, transports, tmp_path):
    """The first host is allowed by name; where it points to is not."""
    goal = f"http://{host}:{web.port + 1 if host == '127.0.0.1' else web.port}/secret"
    web.pages["/"] = Reply(status=302, headers={"Location": goal})
    web.pages["/secret"] = Reply(b"secret")
    allowed = f"allowed.test:{web.port}"

    async def resolver(name: str, port: int):
        return ["127.0.0.1"] if name == "allowed.test" else await addresses.resolve(name, port)

    fetcher = Fetcher(Guard([allowed], resolver), transports(allowed, resolver=resolver), tmp_path)
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(f"http://{allowed}/")
    assert failure.value.kind is Kind.REFUSED_ADDRESS
    assert [asked.path for asked in web.asked] == ["/"]


async def test_dns_that_changes_between_check_and_connect_reaches_nothing_inside(web, transports, tmp_path):
    """A rebinding name: public when first asked, loopback ever after."""
    answers = iter(["93.184.215.14"])
    asked = []

    async def rebinding(name: str, port: int):
        asked.append(name)
        return [next(answers, "127.0.0.1")]

    guard = Guard((), rebinding)
    await guard.addresses("rebind.test", web.port)
    fetcher = Fetcher(guard, transports(resolver=rebinding), tmp_path)
    with pytest.raises(Failure) as failure:
        await fetcher.fetch(f"http://rebind.test:{web.port}/")
    assert failure.value.kind is Kind.REFUSED_ADDRESS
    assert web.connections == 0
    assert asked == ["rebind.test", "rebind.test"]


async def test_redirect_on_the_same_host_is_checked_again(web, transports, tmp_path):
    """The name was allowed outside when first asked; the redirect to itself resolves inside."""
    web.pages["/"] = Reply(status=302, headers={"Location": "/two", "Connection": "close"})
    web.pages["/two"] = Reply(b"secret")
    answers = iter(["203.0.114.1", "127.0.0.1"])

    async def resolver(name: str, port: int):
        return [next(answers)]

    transport = transports(resolver=resolver)
    inner = transport._pool._network_backend._inner
    connected = []

    class Rerouted:
        async def connect_tcp(self, host, port, *rest):
            connected.append(host)
            return await inner.connect_tcp("127.0.0.1", web.port, *rest)

    transport._pool._network_backend._inner = Rerouted()
    with pytest.raises(Failure) as failure:
        await Fetcher(Guard((), resolver), transport, tmp_path).fetch("http://rebind.test:8080/")
    assert failure.value.kind is Kind.REFUSED_ADDRESS
    assert connected == ["203.0.114.1"]
    assert [one.path for one in web.asked] == ["/"]


async def test_one_bad_address_refuses_the_host():
    async def both(name: str, port: int):
        return ["93.184.215.14", "10.0.0.1"]

    with pytest.raises(Failure):
        await Guard((), both).addresses("mixed.test", 80)
    assert await Guard(["mixed.test"], both).addresses("mixed.test", 80)


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/", "file:///etc/passwd", "gopher://x/", "javascript:1", "http://", "http:///x", "x",
     "", "http://user:pass@example.org/", "http://a:b:c/", "http://[::1", "http://exa mple.org:99999/"],
)  # fmt: skip
def test_other_urls_are_refused_by_their_spelling(url):
    with pytest.raises(Failure) as failure:
        target(url)
    assert failure.value.kind is Kind.INVALID_PARAMS


def test_urls_are_written_as_servers_read_them():
    assert (
        target("HTTP://Bücher.example:80/ä b?q=ü#frag").url
        == "http://xn--bcher-kva.example/%C3%A4%20b?q=%C3%BC"
    )
    assert target("https://[2606:2800::1]:8443").url == "https://[2606:2800::1]:8443/"
    assert target("http://h/a%20b?x=%2F").url == "http://h/a%20b?x=%2F"


def test_crlf_in_a_url_is_no_header(web):
    assert "\n" not in target("http://h/a\r\nHost: evil").url
