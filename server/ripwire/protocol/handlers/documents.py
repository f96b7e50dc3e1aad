"""Document sync: what the client has open, and what of it is not saved."""

from __future__ import annotations

from ripwire.protocol.documents import Document, changed
from ripwire.protocol.messages.documents import DidChangeParams, DidCloseParams, DidOpenParams, DidSaveParams
from ripwire.protocol.session import Session


def did_open(session: Session, params: DidOpenParams) -> None:
    item = params.text_document
    document = Document(uri=item.uri, text=item.text, version=item.version, language=item.language_id)
    session.documents.put(document)


def did_change(session: Session, params: DidChangeParams) -> None:
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return
    for change in params.content_changes:
        document.text = changed(document.text, change, session.encoding)
    document.version = params.text_document.version or document.version
    document.changed = True


def did_save(session: Session, params: DidSaveParams) -> None:
    document = session.documents.get(params.text_document.uri)
    if document is not None:
        document.changed = False


def did_close(session: Session, params: DidCloseParams) -> None:
    session.documents.remove(params.text_document.uri)
