"""The one thing we tell: that a search had to be run again, or failed for good.

Every field of the event is a boolean or a word of a closed set, so nothing that a person searched for,
no path and no output can be in it.  Nothing is sent unless a sink was attached.
"""

from __future__ import annotations

import enum
import logging
import os
from collections.abc import Callable, Mapping
from typing import Any

import attrs

log = logging.getLogger(__name__)

EVENT = "ripgrep_runtime_recovery"


class Selection(enum.StrEnum):
    """What we brought along (embedded, vendor, packaged), or what the machine had (system, path)."""

    BUILTIN = "builtin"
    SYSTEM = "system"


class FailureKind(enum.StrEnum):
    EAGAIN = "eagain"
    TIMEOUT = "timeout"
    MAX_BUFFER = "max_buffer"
    EXIT = "exit"
    SPAWN = "spawn"


@attrs.frozen(kw_only=True)
class Recovery:
    """One search that was run again, or failed.  After a failed retry the kind is the retry's."""

    selection_mode: Selection
    retry_triggered: bool
    retry_succeeded: bool | None = None
    failure_kind: FailureKind

    def fields(self) -> dict[str, str | bool]:
        """As it is sent: plain values, and no `retry_succeeded` where there was no retry."""
        values: dict[str, str | bool] = {
            "selection_mode": self.selection_mode.value,
            "retry_triggered": self.retry_triggered,
            "failure_kind": self.failure_kind.value,
        }
        if self.retry_succeeded is not None:
            values["retry_succeeded"] = self.retry_succeeded
        return values


Sink = Callable[[Recovery], None]
"""Takes an event and returns at once; whatever it raises is logged and goes no further."""


@attrs.define(eq=False)
class Telemetry:
    """Where events go.  Sessions attach and detach their sinks; without any, nothing is sent."""

    _sinks: list[Sink] = attrs.field(factory=list)

    def attach(self, sink: Sink) -> Callable[[], None]:
        """From now on `sink` gets every event, until the function given back is called."""
        self._sinks.append(sink)

        def detach() -> None:
            if sink in self._sinks:
                self._sinks.remove(sink)

        return detach

    def send(self, event: Recovery | None) -> None:
        """To every sink; None is no event."""
        if event is None:
            return
        for sink in tuple(self._sinks):
            try:
                sink(event)
            except Exception:  # a sink of somebody else must not cost a search
                log.exception("a telemetry sink failed")


def opentelemetry_sink(
    environment: Mapping[str, str] | None = None,
) -> tuple[Sink, Callable[[], None]] | None:
    """A sink to OpenTelemetry's logs and how to flush and close it; None where that is not set up.

    It is set up when the extra `otel` is installed and an endpoint is named in OpenTelemetry's own
    variables (`OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT`).
    """
    env = os.environ if environment is None else environment
    named = env.get("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT") or env.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    if not named or env.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    try:
        # Inside, because the extra may be missing and costs 200 ms where it is not.
        from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
        from opentelemetry.sdk._logs import LoggerProvider
        from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    except ImportError:
        log.warning("an OpenTelemetry endpoint is set, but the extra `otel` is not installed")
        return None
    provider = LoggerProvider()
    provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    return log_sink(provider), provider.shutdown


def log_sink(provider: Any) -> Sink:
    """Events as log records of an OpenTelemetry logger provider."""
    logger = provider.get_logger("ripwire")

    def emit(event: Recovery) -> None:
        logger.emit(event_name=EVENT, body=EVENT, attributes=event.fields())

    return emit
