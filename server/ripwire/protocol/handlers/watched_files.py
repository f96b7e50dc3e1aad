"""The client sees files change on disk: we ask it to tell us, and listen."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.documents import DidChangeWatchedFilesParams
from ripwire.protocol.session import Session

ABILITY = "workspace.didChangeWatchedFiles.dynamicRegistration"
EVERYTHING = "**/*"
"""Not only sources: a folder that goes takes its files along, and its own event is all that is told."""


async def register(session: Session) -> None:
    """Ask for events, where the client can be asked.  It may refuse: our own watcher or re-walk is enough."""
    if not session.who.has(ABILITY):
        return
    options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(EVERYTHING)])
    method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    wanted = lsp.Registration(id="ripwire-files", method=method, register_options=options)
    await session.protocol.ask(lsp.CLIENT_REGISTER_CAPABILITY, lsp.RegistrationParams([wanted]))


def did_change_watched_files(session: Session, params: DidChangeWatchedFilesParams) -> None:
    paths = [path for change in params.changes if (path := uris.parsed(change.uri)) is not None]
    session.backend.files_changed([Path(path) for path in paths])
