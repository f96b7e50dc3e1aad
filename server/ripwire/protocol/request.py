"""One request of a client: who waits, for how long, and that it is answered exactly once."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable

import attrs

CURRENT: contextvars.ContextVar[Request | None] = contextvars.ContextVar("request", default=None)
"""The request that the running task works for.  Logs, results and progress look here."""


@attrs.define(eq=False, kw_only=True)
class Request:
    id: int | str
    method: str
    task: asyncio.Task[object] | None = None
    started: float = attrs.field(factory=time.monotonic)
    answered: bool = False
    """From here on nothing may be sent for it: no part, no progress, no second answer."""
    overdue: asyncio.TimerHandle | None = None
    """Answers a cancelled request whose work has not ended in time."""

    @property
    def ms(self) -> float:
        return (time.monotonic() - self.started) * 1000

    before_answer: list[Callable[[], None]] = attrs.field(factory=list)
    """What must be said before the answer, such as the end of a progress."""

    def settle(self) -> bool:
        """True once: whoever gets it sends the answer."""
        if self.answered:
            return False
        for last_word in self.before_answer:
            last_word()
        if self.overdue is not None:
            self.overdue.cancel()
        self.answered = True
        return True


def may_send() -> bool:
    """False once the running task's request has been answered."""
    request = CURRENT.get()
    return request is None or not request.answered
