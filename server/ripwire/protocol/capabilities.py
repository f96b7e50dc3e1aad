"""What we say of ourselves in `initialize`, according to what the client can do."""

from __future__ import annotations

from typing import Any

from ripwire import __version__
from ripwire.protocol.client import Client
from ripwire.protocol.methods import COMMANDS, OURS, PAGES

OFFERED = ("cursors", "partialResults", "streams", "unsavedText", "workDoneProgress")
"""Abilities that are no methods of their own."""
_INCREMENTAL = 2


def initialize_result(who: Client) -> dict[str, Any]:
    return {
        "capabilities": _capabilities(who),
        "serverInfo": {"name": "ripwire", "version": __version__},
    }


def _capabilities(who: Client) -> dict[str, Any]:
    return {
        "positionEncoding": who.encoding,
        "textDocumentSync": {"openClose": True, "change": _INCREMENTAL, "save": {"includeText": False}},
        "executeCommandProvider": {"commands": list(COMMANDS), "workDoneProgress": True},
        "documentSymbolProvider": True,
        "definitionProvider": {"workDoneProgress": True},
        "referencesProvider": {"workDoneProgress": True},
        "documentHighlightProvider": True,
        "hoverProvider": True,
        "workspaceSymbolProvider": {"workDoneProgress": True, "resolveProvider": who.resolves},
        "workspace": _workspace(who),
        "experimental": {"ripwire": _ours()},
    }


def _workspace(who: Client) -> dict[str, Any]:
    found: dict[str, Any] = {"workspaceFolders": {"supported": True, "changeNotifications": True}}
    if who.has("workspace.textDocumentContent"):
        found["textDocumentContent"] = {"schemes": [PAGES]}
    return found


def _ours() -> dict[str, Any]:
    """Clients ask for names, not for versions; a new field of a request is announced as a feature."""
    return {"version": __version__, "methods": sorted(OURS), "features": list(OFFERED)}
