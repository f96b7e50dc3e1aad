"""What is told, to whom, and what can never be in it."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripwire.telemetry import (
    EVENT,
    FailureKind,
    Recovery,
    Selection,
    Telemetry,
    log_sink,
    opentelemetry_sink,
)


def test_the_event_has_exactly_these_fields():
    assert [field.name for field in attrs.fields(Recovery)] == [
        "selection_mode",
        "retry_triggered",
        "retry_succeeded",
        "failure_kind",
    ]
    assert EVENT == "ripgrep_runtime_recovery"
    assert {kind.value for kind in FailureKind} == {"eagain", "timeout", "max_buffer", "exit", "spawn"}
    assert {mode.value for mode in Selection} == {"builtin", "system"}


AFTER_A_RETRY = Recovery(
    selection_mode=Selection.BUILTIN,
    retry_triggered=True,
    retry_succeeded=True,
    failure_kind=FailureKind.EAGAIN,
)


def test_no_retry_leaves_the_field_out():
    event = Recovery(selection_mode=Selection.SYSTEM, retry_triggered=False, failure_kind=FailureKind.EXIT)
    assert event.fields() == {"selection_mode": "system", "retry_triggered": False, "failure_kind": "exit"}


@given(st.text(min_size=4))
def test_no_text_of_anybody_fits_into_an_event(secret):
    """The fields are booleans and closed sets: a secret is refused by every one of them."""
    for enumeration in (Selection, FailureKind):
        if secret not in {member.value for member in enumeration}:
            with pytest.raises(ValueError):
                enumeration(secret)


def test_without_a_sink_nothing_happens_and_a_bad_sink_harms_nobody(caplog):
    event = AFTER_A_RETRY
    telemetry, seen = Telemetry(), []
    telemetry.send(event)
    telemetry.attach(lambda _: 1 / 0)
    detach = telemetry.attach(seen.append)
    telemetry.send(event)
    telemetry.send(None)
    detach()
    telemetry.send(event)
    assert seen == [event]
    assert "sink failed" in caplog.text


def test_opentelemetry_is_off_without_an_endpoint():
    assert opentelemetry_sink({}) is None
    assert opentelemetry_sink({"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_SDK_DISABLED": "true"}) is None


def test_events_become_log_records_of_opentelemetry():
    pytest.importorskip("opentelemetry.sdk")
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor

    provider, kept = LoggerProvider(), InMemoryLogRecordExporter()
    provider.add_log_record_processor(SimpleLogRecordProcessor(kept))
    log_sink(provider)(AFTER_A_RETRY)
    (record,) = kept.get_finished_logs()
    assert record.log_record.event_name == EVENT
    assert dict(record.log_record.attributes) == {
        "selection_mode": "builtin",
        "retry_triggered": True,
        "retry_succeeded": True,
        "failure_kind": "eagain",
    }
    provider.shutdown()
