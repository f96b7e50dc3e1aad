"""The status, in the client's words."""

from __future__ import annotations

from collections.abc import Iterable

from ripwire.protocol.messages.status import StatusResult, WireDaemon, WireRunning, WireSession
from ripwire.protocol.to_wire import uris
from ripwire.services.status import DaemonInfo, SessionInfo


def status(daemon: DaemonInfo, sessions: Iterable[SessionInfo]) -> StatusResult:
    return StatusResult(
        daemon=WireDaemon(
            version=daemon.version, pid=daemon.pid, address=daemon.address, started=daemon.started
        ),
        sessions=[_session(session) for session in sessions],
    )


def _session(info: SessionInfo) -> WireSession:
    return WireSession(
        client=info.client,
        door=info.door,
        name=info.name,
        version=info.version,
        process_id=info.process_id,
        roots=[uris.of_path(root) for root in info.roots],
        seconds=round(info.seconds, 1),
        requests=[WireRunning(id=r.id, method=r.method, ms=round(r.ms, 1)) for r in info.requests],
        answered=info.answered,
        open_documents=info.open_documents,
        unsent_bytes=info.unsent_bytes,
    )
