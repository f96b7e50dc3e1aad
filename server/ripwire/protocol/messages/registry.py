"""All classes of params, for the converter: ours are strict, LSP's are lenient."""

from __future__ import annotations

from ripwire.protocol.messages import (
    documents,
    glob,
    grep,
    quick_open,
    session,
    status,
    symbols,
    text_document_content,
    tools,
    web,
)


def strict() -> tuple[type, ...]:
    """Our own params: an unknown key is refused by name."""
    return grep.STRICT + glob.STRICT + quick_open.STRICT + status.STRICT + tools.STRICT + web.STRICT


def lenient() -> tuple[type, ...]:
    """Parts of LSP's params: an unknown key may be a newer client's."""
    return session.LENIENT + documents.LENIENT + symbols.LENIENT + text_document_content.LENIENT
