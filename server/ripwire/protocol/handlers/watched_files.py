"""The client saw files change on disk."""

from __future__ import annotations

from pathlib import Path

from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.documents import DidChangeWatchedFilesParams
from ripwire.protocol.session import Session


def did_change_watched_files(session: Session, params: DidChangeWatchedFilesParams) -> None:
    paths = [path for change in params.changes if (path := uris.parsed(change.uri)) is not None]
    session.backend.files_changed([Path(path) for path in paths])
