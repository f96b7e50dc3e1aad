"""What an answer says of itself, in the client's words."""

from __future__ import annotations

from ripwire.protocol.messages.common import WireCoverage, WireOutcome
from ripwire.protocol.to_wire.uris import display
from ripwire.rg.outcome import Coverage, Outcome


def outcome(found: Outcome) -> WireOutcome:
    return WireOutcome(
        complete=found.complete,
        truncated=found.truncated,
        incomplete=found.incomplete,
        reasons=[reason.value for reason in found.reasons],
        notes=[display(note) for note in found.notes],
    )


def coverage(ledger: Coverage) -> WireCoverage:
    return WireCoverage(
        files_searched=ledger.files_searched,
        files_matched=ledger.files_matched,
        matches=ledger.matches,
        bytes_searched=ledger.bytes_searched,
        unreadable=[display(path) for path in ledger.unreadable],
        cut_at_nul=[display(path) for path in ledger.cut_at_nul],
        stopped_because=None if ledger.stopped_because is None else ledger.stopped_because.value,
        queued_ms=round(ledger.queued_ms, 3),
        worked_ms=round(ledger.worked_ms, 3),
        engine=ledger.engine,
        retried=ledger.retried,
        index=ledger.index,
    )
