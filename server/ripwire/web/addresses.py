"""Where a fetch may go: every address is looked at when the connection is made, on each redirect too.

A name is resolved once, all its addresses are checked, and the connection goes to one of exactly
these: a DNS answer that changes between check and connect changes nothing.  Numbers in disguise
(`2130706433`, `0x7f.1`, `0177.0.0.1`) are resolved by the system as it would connect to them.
Knows no HTTP.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import urllib.parse
from collections.abc import Awaitable, Callable, Sequence

import attrs

from ripwire.errors import Failure, Kind

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

PORTS = {"http": 80, "https": 443}
NEVER = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",  # this host
        "100.64.0.0/10",  # carriers' inside; one cloud keeps its metadata at 100.100.100.200
        "168.63.129.16/32",  # a cloud's platform address, public in form only
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "240.0.0.0/4",
        "::/96",  # IPv4-compatible, unspecified, loopback
        "100::/64",
        "fec0::/10",
    )
)
"""Beside what `ipaddress` calls private, loopback, link-local (metadata is there), multicast or reserved."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


@attrs.frozen
class Target:
    """A URL taken apart: what is connected to, and what is asked there."""

    scheme: str
    host: str
    """Lower-case, as a name or a bare address."""
    port: int
    path: str
    """With the query; never empty."""

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"


def target(url: str) -> Target:
    """A URL that may be fetched as far as its spelling goes.  Fragments are dropped."""
    try:
        parts = urllib.parse.urlsplit(url.strip())
        port = parts.port
    except ValueError as exc:
        raise Failure(Kind.INVALID_PARAMS, f"Not a URL: {exc}") from exc
    if parts.scheme not in PORTS:
        raise Failure(
            Kind.INVALID_PARAMS, "Only http and https URLs are fetched", detail=f"scheme {parts.scheme!r}"
        )
    if parts.username is not None or parts.password is not None:
        raise Failure(Kind.INVALID_PARAMS, "URLs with a user name or password are not fetched")
    if not parts.hostname:
        raise Failure(Kind.INVALID_PARAMS, "The URL names no host")
    path = urllib.parse.quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]|")
    path += f"?{query}" if query else ""
    return Target(parts.scheme, _ascii(parts.hostname), port or PORTS[parts.scheme], path)


def _ascii(host: str) -> str:
    """The name as DNS knows it; a trailing dot is the same host."""
    host = host.rstrip(".").lower()
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError as exc:
        raise Failure(Kind.INVALID_PARAMS, "The URL's host is not a valid name") from exc


def refused(address: Address) -> str | None:
    """Why this address is not for us, or None."""
    inner = _embedded(address)
    if inner is not None:
        return refused(inner)
    if address.is_loopback:
        return "loopback"
    if address.is_link_local:
        return "link-local"
    if address.is_multicast:
        return "multicast"
    if address.is_unspecified or address.is_reserved or any(address in network for network in NEVER):
        return "reserved"
    return None if address.is_global else "private"


def _embedded(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for: mapped, 6to4, Teredo, NAT64."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


async def resolve(host: str, port: int) -> Sequence[str]:
    """The system's own answer, which reads `0x7f.1` as it would when connecting."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as exc:
        raise Failure(Kind.NETWORK, f"{host} was not found", detail=str(exc)) from exc
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Guard:
    """Says where a connection may go.  `allowed` names the user's own hosts, such as `127.0.0.1:8080`."""

    def __init__(self, allowed: Sequence[str] = (), resolver: Resolve = resolve) -> None:
        self._allowed = frozenset(name.lower().rstrip(".") for name in allowed)
        self._resolve = resolver

    def allows(self, host: str, port: int) -> bool:
        """The user named this host: it may be anywhere."""
        host = host.lower().rstrip(".")
        bracketed = f"[{host}]" if ":" in host else host
        return bool({host, bracketed, f"{bracketed}:{port}"} & self._allowed)

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """The addresses to connect to, in the resolver's order.  One bad one refuses the host."""
        found = await self._resolve(host, port)
        if not found:
            raise Failure(Kind.NETWORK, f"{host} has no address")
        if not self.allows(host, port):
            for text in found:
                self._check(host, text)
        return found

    def _check(self, host: str, text: str) -> None:
        why = refused(ipaddress.ip_address(text.partition("%")[0]))
        if why is not None:
            raise Failure(
                Kind.REFUSED_ADDRESS,
                f"{host} is not fetched: its address is {why}",
                detail="The setting web.allowHosts names hosts that are fetched all the same.",
            )
