"""What we read of LSP's document notifications."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Position:
    line: int
    character: int


@attrs.frozen(kw_only=True)
class Range:
    start: Position
    end: Position


@attrs.frozen(kw_only=True)
class TextDocumentItem:
    uri: str
    text: str
    version: int = 0
    language_id: str = ""


@attrs.frozen(kw_only=True)
class TextDocumentIdentifier:
    uri: str
    version: int | None = None


@attrs.frozen(kw_only=True)
class ContentChange:
    text: str
    range: Range | None = None


@attrs.frozen(kw_only=True)
class DidOpenParams:
    text_document: TextDocumentItem


@attrs.frozen(kw_only=True)
class DidChangeParams:
    text_document: TextDocumentIdentifier
    content_changes: tuple[ContentChange, ...]


@attrs.frozen(kw_only=True)
class DidSaveParams:
    text_document: TextDocumentIdentifier
    text: str | None = None


@attrs.frozen(kw_only=True)
class DidCloseParams:
    text_document: TextDocumentIdentifier


@attrs.frozen(kw_only=True)
class FileEvent:
    uri: str
    type: int = 2


@attrs.frozen(kw_only=True)
class DidChangeWatchedFilesParams:
    changes: tuple[FileEvent, ...] = ()


LENIENT = (
    Position,
    Range,
    TextDocumentItem,
    TextDocumentIdentifier,
    ContentChange,
    DidOpenParams,
    DidChangeParams,
    DidSaveParams,
    DidCloseParams,
    FileEvent,
    DidChangeWatchedFilesParams,
)
