"""The client's cancel button."""

from __future__ import annotations

from ripwire.protocol.messages.session import WorkDoneProgressCancelParams
from ripwire.protocol.session import Session


def work_done_progress_cancel(session: Session, params: WorkDoneProgressCancelParams) -> None:
    request = session.cancellable.get(params.token)
    if request is not None:
        session.protocol.cancel(request)
