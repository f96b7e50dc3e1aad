"""Answers without a daemon: the same services in this process, in the wire's words, without lsprotocol."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import msgspec
from msgspec import Raw

from ripwire import config
from ripwire.cli.ask import Answering
from ripwire.cli.progress import REDRAW_S, Progress
from ripwire.services.answers import Entry, Packed, Sink
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.roots import collapsed

T = TypeVar("T")
Parts = Callable[[Raw], None]
"""Takes one batch, such as `{"matches": [...]}`."""


@attrs.frozen
class Desk:
    """What a local answer needs: the services, who asks, and where batches go."""

    backend: Backend
    caller: Caller
    parts: Parts | None

    def sink(self, key: str, encode: Callable[[Sequence[Any]], bytes]) -> Sink | None:
        """For the service to stream into; None when the answer is to hold everything."""
        parts = self.parts
        if parts is None:
            return None

        async def take(batch: Sequence[Packed]) -> None:
            parts(_part(key, encode(batch)))

        return take

    def rest(self, key: str, encode: Callable[[Sequence[Any]], bytes], entries: Sequence[Entry]) -> Raw:
        """The list in the answer: what was not streamed, or nothing because it goes out as a last batch."""
        if self.parts is None:
            return Raw(encode(entries))
        if entries:
            self.parts(_part(key, encode(entries)))
        return Raw(b"[]")


def answer(
    work: Answering, params: Mapping[str, Any], roots: Sequence[Path], parts: Parts | None, progress: Progress
) -> Raw:
    """The wire result, as JSON."""
    return Raw(msgspec.json.encode(asyncio.run(_answer(work, params, roots, parts, progress))))


def typed(kind: type[T], params: Mapping[str, Any]) -> T:
    """Params of the wire as the class that checks them.  Only our own code calls this."""
    made = msgspec.convert({_snake(name): value for name, value in params.items()}, kind)
    attrs.validate(made)  # type: ignore[arg-type]  # every params class is one of attrs
    return made


async def _answer(
    work: Answering, params: Mapping[str, Any], roots: Sequence[Path], parts: Parts | None, progress: Progress
) -> object:
    backend = Backend.create(config.load().settings)
    ticking = asyncio.create_task(_tick(progress))
    try:
        caller = Caller(client="command line", roots=collapsed(roots), anywhere=True)
        return await work(Desk(backend, caller, parts), params)
    finally:
        ticking.cancel()
        await backend.close()


async def _tick(progress: Progress) -> None:
    while True:
        await asyncio.sleep(REDRAW_S)
        progress.tick()


def _part(key: str, entries: bytes) -> Raw:
    return Raw(b'{"%b":%b}' % (key.encode(), entries))


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda match: "_" + match[0].lower(), name)
