"""Document sync: what the client has open, and what of it is not saved."""

from __future__ import annotations

import logging
from pathlib import Path

from ripwire.protocol.documents import Document, changed
from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.documents import DidChangeParams, DidCloseParams, DidOpenParams, DidSaveParams
from ripwire.protocol.session import Session
from ripwire.services import unsaved

log = logging.getLogger(__name__)


def did_open(session: Session, params: DidOpenParams) -> None:
    item = params.text_document
    if len(session.documents) >= session.limits.open_documents:
        log.warning(
            "%s has %d documents open; %s", session.client, len(session.documents), "no more are kept"
        )
        return
    document = Document(uri=item.uri, text=item.text, version=item.version, language=item.language_id)
    session.documents.put(document)
    if path := _path(document.uri):
        session.unsaved.opened(_offered(session, document, path))


def did_change(session: Session, params: DidChangeParams) -> None:
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return
    for change in params.content_changes:
        document.text = changed(document.text, change, session.encoding)
    document.version = params.text_document.version or document.version
    if path := _path(document.uri):
        session.unsaved.changed(session.client, path, document.version)


def did_save(session: Session, params: DidSaveParams) -> None:
    document = session.documents.get(params.text_document.uri)
    if document is not None and (path := _path(document.uri)):
        session.unsaved.saved(session.client, path)


def did_close(session: Session, params: DidCloseParams) -> None:
    document = session.documents.remove(params.text_document.uri)
    if document is not None and (path := _path(document.uri)):
        session.unsaved.closed(session.client, path)


def _offered(session: Session, document: Document, path: Path) -> unsaved.Document:
    """The document as searches see it: they ask for its text when they need it."""
    return unsaved.Document(
        client=session.client,
        path=path,
        text=lambda: document.text,
        version=document.version,
        shared=session.settings.unsaved_share,
    )


def _path(uri: str) -> Path | None:
    """None for what is no file, such as `untitled:` or a page of ours."""
    found = uris.parsed(uri)
    return None if found is None else Path(found)
