"""One HTTP exchange, bounded: connection through the guard, body capped, never redirected by itself.

httpcore is used directly: the guard sits where a connection is made, and nothing between follows
redirects, reads proxies from the environment or keeps cookies.
"""

from __future__ import annotations

import contextlib
import ssl
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs
import httpcore

from ripwire import __version__
from ripwire.errors import Failure, Kind
from ripwire.web.addresses import Guard, Target

USER_AGENT = f"ripwire/{__version__} (search daemon for editors and agents)"
CONNECT_S = 10.0
MAX_CONNECTIONS = 16
IDLE_CONNECTION_S = 5.0
TRIES = 4
"""Addresses of one host that are tried."""


@attrs.frozen
class Response:
    status: int
    headers: Mapping[str, str]
    """Lower-case names; of several with one name the last."""
    body: bytes
    cut: bool
    """The body went on beyond the cap."""


class _Backend(httpcore.AsyncNetworkBackend):
    """Connects to addresses that the guard has just seen, and to no others."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._guard.addresses(host, port)
        trouble: Exception | None = None
        for address in addresses[:TRIES]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as exc:
                trouble = exc
        raise httpcore.ConnectError(f"no connection to {host}:{port}") from trouble

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("Unix sockets are not fetched from")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class Transport:
    """A small pool of guarded connections."""

    def __init__(self, guard: Guard, *, trust: ssl.SSLContext | None = None) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust or ssl.create_default_context(),
            max_connections=MAX_CONNECTIONS,
            keepalive_expiry=IDLE_CONNECTION_S,
            network_backend=_Backend(guard),
        )

    async def aclose(self) -> None:
        await self._pool.aclose()

    async def exchange(
        self,
        to: Target,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        max_body: int,
    ) -> Response:
        """The answer of exactly this URL.  Time is the caller's to bound, by cancelling."""
        sent = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip, deflate", **(headers or {})}
        timeouts = {"connect": CONNECT_S, "pool": CONNECT_S}
        with _told(to):
            async with self._pool.stream(
                method, to.url, headers=list(sent.items()), content=content, extensions={"timeout": timeouts}
            ) as answer:
                received = {
                    key.decode("latin-1").lower(): value.decode("latin-1") for key, value in answer.headers
                }
                body, cut = await _body(answer, received.get("content-encoding", ""), max_body)
                return Response(answer.status, received, body, cut)


async def _body(answer: httpcore.Response, encoding: str, max_body: int) -> tuple[bytes, bool]:
    """Decoded bytes up to the cap.  Decoding is bounded as well: a small body may unpack to gigabytes."""
    unpack = zlib.decompressobj(47) if encoding.strip().lower() in {"gzip", "x-gzip", "deflate"} else None
    body = bytearray()
    async for chunk in answer.aiter_stream():
        room = max_body + 1 - len(body)
        body += unpack.decompress(chunk, room) if unpack is not None else chunk[:room]
        if len(body) > max_body:
            return bytes(body[:max_body]), True
    return bytes(body), False


@contextlib.contextmanager
def _told(to: Target) -> Iterator[None]:
    """The network's many troubles, as one kind with the host's name."""
    try:
        yield
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, ssl.SSLError) as exc:
        what = str(exc) or type(exc).__name__
        raise Failure(Kind.NETWORK, f"{to.host} could not be reached", detail=what) from exc
    except zlib.error as exc:
        raise Failure(
            Kind.NETWORK, f"{to.host} sent a body that cannot be unpacked", detail=str(exc)
        ) from exc
