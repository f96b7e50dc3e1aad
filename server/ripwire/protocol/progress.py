"""Progress for people: begin, now and then a report, end; the client's cancel ends the request.

With the client's token it begins at once.  Without one, work of over a second asks the client for
room to show it, where the client can; that never delays the work.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import attrs
from lsprotocol import types as lsp

from ripwire.protocol.request import CURRENT, Request
from ripwire.protocol.session import Session

LONG_S = 1.0
"""Work longer than this is worth a progress bar that nobody asked for."""
REPORT_S = 0.2
"""Between two reports: what a person can read."""

Token = int | str


@attrs.define(eq=False)
class Progress:
    """The progress of one request; silent where nobody looks."""

    session: Session
    title: str
    token: Token | None = None
    _begun: bool = False
    _ended: bool = False
    _reported: float = 0.0

    def begin(self, token: Token, request: Request) -> None:
        """Show it under `token`, and let the client cancel by that token."""
        if self._ended:
            return
        self.token, self._begun = token, True
        self.session.cancellable[token] = request.id
        self._send(lsp.WorkDoneProgressBegin(title=self.title, cancellable=True))

    def report(self, message: str) -> None:
        """Numbers a person can read; more than five a second are passed over."""
        now = time.monotonic()
        if self._begun and not self._ended and now - self._reported >= REPORT_S:
            self._reported = now
            self._send(lsp.WorkDoneProgressReport(message=message))

    def end(self) -> None:
        """Once, and before the answer: nothing is sent after that."""
        if self._ended:
            return
        self._ended = True
        if self._begun and self.token is not None:
            self.session.cancellable.pop(self.token, None)
            self._send(lsp.WorkDoneProgressEnd())

    def _send(self, value: object) -> None:
        assert self.token is not None
        self.session.protocol.notify(lsp.PROGRESS, lsp.ProgressParams(token=self.token, value=value))


@contextlib.asynccontextmanager
async def work_done(session: Session, token: Token | None, title: str) -> AsyncIterator[Progress]:
    """Progress while the block runs, under the client's token or, for long work, one of ours."""
    request, progress = CURRENT.get(), Progress(session, title)
    later = None
    if request is None:
        yield progress
        return
    request.before_answer.append(progress.end)
    if token is not None:
        progress.begin(token, request)
    elif session.who.has("window.workDoneProgress"):
        later = asyncio.get_running_loop().call_later(LONG_S, _offer, session, progress, request)
    try:
        yield progress
    finally:
        if later is not None:
            later.cancel()
        progress.end()


def _offer(session: Session, progress: Progress, request: Request) -> None:
    session.protocol.tasks.spawn(_created(session, progress, request))


async def _created(session: Session, progress: Progress, request: Request) -> None:
    """Ask for a token of ours.  A client that refuses simply sees no progress."""
    token = f"ripwire-progress-{request.id}"
    params = lsp.WorkDoneProgressCreateParams(token=token)
    reply = await session.protocol.ask(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE, params)
    if reply.ok and not request.answered:
        progress.begin(token, request)
