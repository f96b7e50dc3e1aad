"""What we say of ourselves in `initialize`, according to what the client can do."""

from __future__ import annotations

from typing import Any

from ripwire import __version__
from ripwire.protocol.messages.text_document_content import SCHEME
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire.symbols import resolves

OFFERED = ("cursors", "partialResults", "streams", "unsavedText", "workDoneProgress")
"""Abilities that are no methods of their own."""
_INCREMENTAL = 2


def initialize_result(session: Session) -> dict[str, Any]:
    return {
        "capabilities": _capabilities(session),
        "serverInfo": {"name": "ripwire", "version": __version__},
    }


def _capabilities(session: Session) -> dict[str, Any]:
    return {
        "positionEncoding": session.encoding,
        "textDocumentSync": {"openClose": True, "change": _INCREMENTAL, "save": {"includeText": False}},
        "executeCommandProvider": {"commands": sorted(session.commands), "workDoneProgress": True},
        "documentSymbolProvider": True,
        "definitionProvider": {"workDoneProgress": True},
        "referencesProvider": {"workDoneProgress": True},
        "documentHighlightProvider": True,
        "hoverProvider": True,
        "workspaceSymbolProvider": {"workDoneProgress": True, "resolveProvider": resolves(session.who)},
        "workspace": _workspace(session),
        "experimental": {"ripwire": _ours(session)},
    }


def _workspace(session: Session) -> dict[str, Any]:
    found: dict[str, Any] = {"workspaceFolders": {"supported": True, "changeNotifications": True}}
    if session.who.has("workspace.textDocumentContent"):
        found["textDocumentContent"] = {"schemes": [SCHEME]}
    return found


def _ours(session: Session) -> dict[str, Any]:
    """Clients ask for names, not for versions; a new field of a request is announced as a feature."""
    methods = sorted(method for method in session.features if method.startswith("ripwire/"))
    return {"version": __version__, "methods": methods, "features": list(OFFERED)}
