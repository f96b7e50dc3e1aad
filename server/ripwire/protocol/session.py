"""A session: one client, one connection, one protocol object.  All state of one client is here."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import cattrs
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ripwire import __version__
from ripwire.config import Settings
from ripwire.protocol import envelope
from ripwire.protocol.client import Client
from ripwire.protocol.dialect import Dialect
from ripwire.protocol.documents import Documents
from ripwire.protocol.frames import FrameWriter
from ripwire.protocol.shared import Shared
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.status import RunningRequest, SessionInfo
from ripwire.services.unsaved import UnsavedText
from ripwire.telemetry import EVENT, Recovery

if TYPE_CHECKING:
    from ripwire.protocol.features import Feature


@attrs.frozen(kw_only=True)
class Limits:
    """What one client may take, from the settings of the user."""

    body: int
    in_flight: int
    output: int
    stall_s: float
    open_documents: int

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        return cls(
            body=settings.limits_body_bytes,
            in_flight=settings.limits_in_flight,
            output=settings.limits_output_bytes,
            stall_s=settings.limits_stall_ms / 1000,
            open_documents=settings.limits_open_documents,
        )


class Session(LanguageServer):
    """pygls's server object, once for each connection; the features are shared and not copied."""

    protocol: Dialect

    def __init__(
        self,
        shared: Shared,
        frames: FrameWriter,
        features: Mapping[str, Feature],
        commands: Mapping[str, Feature],
        converter: cattrs.Converter,
    ) -> None:
        self.shared = shared
        self.frames = frames
        self.features = features
        self.commands = commands
        self.limits = Limits.of(shared.settings)
        self.settings = shared.settings
        self.problems: tuple[str, ...] = ()
        """Options that were not usable and of which the client was not told yet."""
        self.client = shared.attendance.next_name("lsp")
        self.who = Client()
        self.opened: tuple[Path, ...] = ()
        """The client's folders as it named them; `roots` are the same without nested ones."""
        self.roots: tuple[Path, ...] = ()
        self.warned_of_wide = False
        self.documents = Documents()
        self.cancellable: dict[int | str, int | str] = {}
        """Progress tokens shown to the client, and the requests that they cancel."""
        self.began = time.monotonic()
        super().__init__(
            "ripwire",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
            protocol_cls=Dialect,
            converter_factory=lambda: converter,
        )

    @property
    def backend(self) -> Backend:
        return self.shared.backend

    @property
    def unsaved(self) -> UnsavedText:
        return self.shared.backend.unsaved

    @property
    def encoding(self) -> str:
        """The position encoding of this client: `utf-8`, `utf-16` or `utf-32`."""
        return self.who.encoding

    def report_server_error(self, error: Exception, source: object) -> None:
        """Nothing: the log has it.  Clients are told in answers, never by popups."""

    def caller(self, stream: str | None = None, *, batch: bool = False) -> Caller:
        """The client of this session, as services see it."""
        return Caller(client=self.client, roots=self.roots, stream=stream, batch=batch)

    def describe(self) -> SessionInfo:
        requests = self.protocol.requests.values()
        return SessionInfo(
            client=self.client,
            door="lsp",
            name=self.who.name,
            version=self.who.version,
            process_id=self.who.process_id,
            roots=self.roots,
            seconds=time.monotonic() - self.began,
            requests=tuple(RunningRequest(id=str(r.id), method=r.method, ms=r.ms) for r in requests),
            answered=self.frames.sent,
            open_documents=len(self.documents),
            unsent_bytes=self.frames.buffered,
        )

    def tell(self, message: str, kind: lsp.MessageType = lsp.MessageType.Warning) -> None:
        """A line in the client's log.  Never a popup."""
        self.protocol.notify(lsp.WINDOW_LOG_MESSAGE, lsp.LogMessageParams(type=kind, message=message))

    def tell_recovery(self, event: Recovery) -> None:
        """`telemetry/event`, for a client that asked for it."""
        if self.settings.telemetry_events:
            self.protocol.notify(lsp.TELEMETRY_EVENT, {"name": EVENT, **event.fields()})

    def encoded(self, value: object) -> bytes:
        """JSON of a value of our own or of lsprotocol's."""
        return envelope.encoded(value, self.protocol.converter)
