"""Our requests to the client: bounded in time, and no answer or an error means "not supported".

pygls keeps these in one table with the client's own requests, leaves a future behind for each that
is not answered, and raises when an answer comes late; so they are kept here.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Any

import attrs
from msgspec import UnsetType

from ripwire.protocol import envelope
from ripwire.protocol.errors import Refusal

ASK_S = 5.0
"""How long a client may take to answer us.  Several never do."""

log = logging.getLogger(__name__)


@attrs.frozen
class Reply:
    """A client's answer to us.  Not `ok`: it refused, was silent, or is gone."""

    ok: bool
    value: Any = None


REFUSED = Reply(ok=False)


@attrs.define
class Asking:
    """The questions of one session that wait for their answers."""

    send: Callable[..., None]
    """Takes the parts of a body."""
    _waiting: dict[str, asyncio.Future[Reply]] = attrs.field(factory=dict)
    _numbers: itertools.count[int] = attrs.field(factory=lambda: itertools.count(1))

    async def ask(self, method: str, params: bytes, within_s: float = ASK_S) -> Reply:
        """The client's reply.  Never raises for what the client does or does not do."""
        msg_id = f"ripwire-{next(self._numbers)}"
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[msg_id] = future
        head = f'{{"jsonrpc":"2.0","id":"{msg_id}","method":"{method}","params":'
        self.send(head.encode(), params, b"}")
        try:
            async with asyncio.timeout(within_s):
                return await future
        except TimeoutError:
            log.info("no answer to %s within %.0f s", method, within_s)
            self._cancel(msg_id)
            return REFUSED
        except asyncio.CancelledError:
            self._cancel(msg_id)
            raise
        finally:
            del self._waiting[msg_id]

    def _cancel(self, msg_id: str) -> None:
        """Nobody waits any more; the client need not go on."""
        self.send(f'{{"jsonrpc":"2.0","method":"$/cancelRequest","params":{{"id":"{msg_id}"}}}}'.encode())

    def replied(self, message: envelope.Envelope) -> None:
        """Give an answer to whoever waits for it; late and unknown ones are passed over."""
        future = self._waiting.get(str(message.id))
        if future is not None and not future.done():
            future.set_result(_reply(message))


def _reply(message: envelope.Envelope) -> Reply:
    if not isinstance(message.error, UnsetType) or isinstance(message.result, UnsetType):
        return REFUSED
    try:
        return Reply(ok=True, value=envelope.value(message.result))
    except Refusal:
        return REFUSED
