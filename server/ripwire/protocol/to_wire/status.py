"""The status, in the client's words."""

from __future__ import annotations

from collections.abc import Iterable

from ripwire.protocol.messages.status import (
    StatusResult,
    WireDaemon,
    WireRg,
    WireRunning,
    WireSession,
    WireWork,
)
from ripwire.protocol.to_wire import uris
from ripwire.rg.binary import Resolution
from ripwire.services.status import DaemonInfo, SessionInfo, Work


def status(daemon: DaemonInfo, work: Work, sessions: Iterable[SessionInfo]) -> StatusResult:
    return StatusResult(
        daemon=WireDaemon(
            version=daemon.version, pid=daemon.pid, address=daemon.address, started=daemon.started
        ),
        rg=_rg(work.rg),
        work=WireWork(
            slots=work.slots,
            running=work.running,
            slow=work.slow,
            queued=work.queued,
            children=work.children,
            open_documents=work.open_documents,
            cursors=work.cursors,
            file_lists=work.file_lists,
            indexes=work.indexes,
            index_bytes=work.index_bytes,
            memory=work.memory,
        ),
        sessions=[_session(session) for session in sessions],
    )


def _rg(found: Resolution) -> WireRg:
    return WireRg(
        mode=found.mode.value,
        path=None if found.path is None else uris.display(str(found.path)),
        version=found.version,
        pcre2=found.pcre2,
        problems=[uris.display(problem) for problem in found.problems],
        warnings=[uris.display(warning) for warning in found.warnings],
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
