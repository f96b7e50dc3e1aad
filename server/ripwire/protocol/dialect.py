"""pygls's protocol object, corrected for a daemon with many clients.  `docs/pygls.md` has the reasons.

1. A message is read once, at its top; params become typed values of the method's own class.
2. Every request gets exactly one answer: bad JSON, bad or missing params, unknown methods, ids in
   use, before `initialize`, after `shutdown`, when cancelled, when a handler raises.
3. `exit` ends the session, not the process.
4. Nothing is cached per protocol object, and no future outlives its message.
5. Our requests to the client are bounded in time; an error or no answer means "not supported".
6. Clients see no popup and no traceback; the log has the incident.
"""

from __future__ import annotations

import asyncio
import contextvars
import enum
import functools
import inspect
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import cattrs
from lsprotocol import types as lsp
from msgspec import Raw, UnsetType
from pygls.protocol import LanguageServerProtocol

from ripwire.errors import Failure
from ripwire.protocol import envelope, errors
from ripwire.protocol.asking import ASK_S, Asking, Reply
from ripwire.protocol.converter import structure
from ripwire.protocol.errors import Refusal, WireError
from ripwire.protocol.frames import FrameWriter
from ripwire.protocol.request import CURRENT, Request
from ripwire.protocol.tasks import Tasks

if TYPE_CHECKING:
    from ripwire.protocol.features import Feature
    from ripwire.protocol.session import Session

CANCEL_ANSWER_S = 0.2
"""A cancelled request is answered by now, whether its work has ended or not (the bar is 250 ms)."""

log = logging.getLogger(__name__)


class Life(enum.Enum):
    NEW = "before initialize"
    READY = "initialized"
    SHUT = "after shutdown"
    GONE = "after exit"


class Dialect(LanguageServerProtocol):
    def __init__(self, server: Session, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        self.life = Life.NEW
        self.orderly = False
        """The client left by `shutdown` and `exit`."""
        self.requests: dict[int | str, Request] = {}
        self.tasks = Tasks()
        self._asking = Asking(server.frames.send)

    @property
    def session(self) -> Session:
        return self._server  # type: ignore[return-value]  # pygls knows it as a LanguageServer

    @property
    def converter(self) -> cattrs.Converter:
        return self._converter

    @property
    def frames(self) -> FrameWriter:
        return self.session.frames

    @property
    def gone(self) -> bool:
        return self.life is Life.GONE

    def _register_builtin_features(self) -> None:
        """Nothing: `features.py` is the whole table, and pygls would build one for each client."""

    # pygls wraps these two in lru_cache, which would keep every closed session.
    def get_message_type(self, method: str) -> Any:  # type: ignore[override]
        return lsp.METHOD_TO_TYPES.get(method, (None,))[0]

    def get_result_type(self, method: str) -> Any:  # type: ignore[override]
        return lsp.METHOD_TO_TYPES.get(method, (None, None))[1]

    def receive(self, body: bytes) -> None:
        """Take one message.  Whatever it holds, this returns at once and raises nothing."""
        try:
            message = envelope.envelope(body)
        except Refusal as refusal:
            self._send_answer(envelope.salvaged_id(body), refusal.error)
            return
        match message:
            case envelope.Envelope(id=int() | str(), method=str()):
                self._requested(message)
            case envelope.Envelope(id=None, method=str()):
                self._send_answer(None, errors.invalid_request("the id of a request is null").error)
            case envelope.Envelope(method=str()):
                self._notified(message)
            case envelope.Envelope(id=str()):
                self._asking.replied(message)
            case envelope.Envelope(result=UnsetType(), error=UnsetType()):
                self._send_answer(None, errors.invalid_request("a message without method and result").error)

    def greeted(self, body: bytes) -> None:
        """Take `initialize`, which the client has its answer to."""
        feature = self.session.features[lsp.INITIALIZE]
        feature.handler(self.session, self._params(feature, envelope.envelope(body).params))

    def refuse_frame(self, refusal: Refusal) -> None:
        """Answer bytes that were no message; nobody knows whose they were."""
        self._send_answer(None, refusal.error)

    # Requests from the client.

    def _requested(self, message: envelope.Envelope) -> None:
        request = Request(id=message.id, method=message.method)  # type: ignore[arg-type]  # by receive
        try:
            feature = self._admitted(request, message)
            params = self._params(feature, message.params)
        except Refusal as refusal:
            request.settle()
            self._send_answer(request.id, refusal.error)
            self._logged(request, refusal.error)
            return
        self.requests[request.id] = request
        if feature.quick:
            self._run_now(request, feature, params)
        else:
            self._start(request, feature.handler(self.session, params))

    def _admitted(self, request: Request, message: envelope.Envelope) -> Feature:
        if message.jsonrpc != self.VERSION:
            raise errors.invalid_request('expected "jsonrpc": "2.0"')
        if request.id in self.requests:
            raise errors.invalid_request(f"the id {request.id!r} is in use by a request not answered yet")
        self._alive(request.method)
        if len(self.requests) >= self.session.limits.in_flight and request.method != lsp.SHUTDOWN:
            raise errors.over_limit(f"{len(self.requests)} requests of this client are not answered yet")
        feature = self.session.features.get(request.method)
        if feature is None or feature.notification:
            raise errors.method_not_found(request.method)
        return feature

    def _alive(self, method: str) -> None:
        match self.life:
            case Life.NEW if method != lsp.INITIALIZE:
                raise errors.not_initialized()
            case Life.READY if method == lsp.INITIALIZE:
                raise errors.invalid_request("initialize is sent once")
            case Life.SHUT | Life.GONE:
                raise errors.after_shutdown()

    def _params(self, feature: Feature, raw: Raw) -> Any:
        """Typed params.  Left out or null stand for an object with nothing in it."""
        if feature.params is None:
            return None
        value = envelope.value(raw)
        return structure(self._converter, {} if value is None else value, feature.params)

    def _run_now(self, request: Request, feature: Feature, params: Any) -> None:
        try:
            found = feature.handler(self.session, params)
        except Exception as exc:  # noqa: BLE001 - every request is answered
            self._fail(request, exc)
            return
        if inspect.iscoroutine(found):
            self._start(request, found)
        else:
            self._answer(request, found)

    def _start(self, request: Request, work: Coroutine[Any, Any, Any]) -> None:
        context = contextvars.copy_context()
        context.run(CURRENT.set, request)
        request.task = self.tasks.start(work, context)
        request.task.add_done_callback(functools.partial(self._ended, request))

    def _ended(self, request: Request, task: asyncio.Task[object]) -> None:
        if task.cancelled():
            self._fail(request, asyncio.CancelledError())
        elif (exc := task.exception()) is not None:
            self._fail(request, exc)
        else:
            self._answer(request, task.result())

    def _answer(self, request: Request, result: object) -> None:
        try:
            body = envelope.parts(result, self._converter)
        except Exception as exc:  # noqa: BLE001 - a result that cannot be written is a bug to be answered
            self._fail(request, exc)
            return
        if request.settle():
            self.requests.pop(request.id, None)
            self.frames.send(_ANSWER, envelope.encoded(request.id, self._converter), _RESULT, *body, b"}")
            self._logged(request, None)

    def _fail(self, request: Request, exc: BaseException) -> None:
        error = errors.of(exc)
        if request.settle():
            self.requests.pop(request.id, None)
            self._send_answer(request.id, error)
            self._logged(request, error)

    def _send_answer(self, msg_id: int | str | None, error: WireError) -> None:
        """An error.  `id` is written even when it is null: JSON-RPC asks for it, pygls leaves it out."""
        body = envelope.encoded(error, self._converter)
        self.frames.send(_ANSWER, envelope.encoded(msg_id, self._converter), b',"error":', body, b"}")

    def _logged(self, request: Request, error: WireError | None) -> None:
        outcome = "answered" if error is None else error.data.kind
        log.info("%s %s %s %.1f ms %s", self.session.client, request.id, request.method, request.ms, outcome)

    # Notifications from the client.

    def _notified(self, message: envelope.Envelope) -> None:
        feature = self.session.features.get(str(message.method))
        if feature is None or not feature.notification or not self._listens(str(message.method)):
            return
        try:
            params = self._params(feature, message.params)
            found = feature.handler(self.session, params)
        except Refusal as refusal:
            log.warning("%s %s: %s", self.session.client, message.method, refusal)
        except Exception:
            log.exception("%s %s", self.session.client, message.method)
        else:
            if inspect.iscoroutine(found):
                self.tasks.spawn(found)

    def _listens(self, method: str) -> bool:
        return self.life is Life.READY or method == lsp.EXIT

    def cancel(self, msg_id: int | str) -> None:
        """The client no longer wants an answer; it gets one all the same, soon."""
        request = self.requests.get(msg_id)
        if request is None or request.task is None:
            return
        request.task.cancel()
        if request.overdue is None:
            loop = asyncio.get_running_loop()
            late = functools.partial(self._fail, request, asyncio.CancelledError())
            request.overdue = loop.call_later(CANCEL_ANSWER_S, late)

    def dismiss(self, failure: Failure) -> None:
        """Answer every request with `failure`: we are leaving, and its work is about to be cancelled."""
        for request in list(self.requests.values()):
            self._fail(request, failure)

    # From us to the client.

    def notify(self, method: str, params: Any = None) -> None:
        self.notify_raw(method, envelope.encoded(params, self._converter))

    def notify_raw(self, method: str, params: bytes) -> None:
        """A notification whose params are JSON already."""
        self.frames.send(b'{"jsonrpc":"2.0","method":"', method.encode(), b'","params":', params, b"}")

    async def ask(self, method: str, params: Any, within_s: float = ASK_S) -> Reply:
        """Ask the client; its answer, or that there is none."""
        return await self._asking.ask(method, envelope.encoded(params, self._converter), within_s)

    def _send_data(self, data: Any) -> None:
        """Pygls's own helpers end here: encode once, log nothing."""
        if data is not None:
            self.frames.send(envelope.encoded(data, self._converter))


_ANSWER = b'{"jsonrpc":"2.0","id":'
_RESULT = b',"result":'
