"""`workspace/textDocumentContent`: a page of results as a read-only text."""

from __future__ import annotations

import urllib.parse

from ripwire.protocol import envelope, errors
from ripwire.protocol.converter import structure
from ripwire.protocol.from_wire import grep as from_client
from ripwire.protocol.messages.grep import GrepParams
from ripwire.protocol.messages.text_document_content import (
    TextDocumentContentParams,
    TextDocumentContentResult,
)
from ripwire.protocol.methods import PAGES
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import page
from ripwire.services.grep import grep as service


async def text_document_content(
    session: Session, params: TextDocumentContentParams
) -> TextDocumentContentResult:
    asked = _question(session, params.uri)
    query = from_client.query(asked, session.roots, session.settings.timeout_ms)
    answer = await service(session.backend, session.caller(asked.stream, batch=asked.batch), query)
    return TextDocumentContentResult(page.of(answer, asked.max_line_length))


def _question(session: Session, uri: str) -> GrepParams:
    """The params of the search that stand in the page's own URI."""
    scheme, _, rest = uri.partition(":")
    if scheme.lower() != PAGES or "?" not in rest:
        raise errors.invalid_params([f"expected {PAGES}:/results.txt?{{…}}, got {uri[:80]!r} @ $.uri"])
    value = envelope.value(urllib.parse.unquote(rest.partition("?")[2]).encode())
    params: GrepParams = structure(session.protocol.converter, value, GrepParams, "$.uri")
    return params
