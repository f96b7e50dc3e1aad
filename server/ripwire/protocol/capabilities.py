"""What we say of ourselves in `initialize`, according to what the client can do."""

from __future__ import annotations

from typing import Any

from ripwire import __version__
from ripwire.protocol.session import Session


def initialize_result(session: Session) -> dict[str, Any]:
    return {
        "capabilities": _capabilities(session),
        "serverInfo": {"name": "ripwire", "version": __version__},
    }


def _capabilities(session: Session) -> dict[str, Any]:
    ours = sorted(method for method in session.features if method.startswith("ripwire/"))
    return {
        "positionEncoding": session.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
        "executeCommandProvider": {"commands": sorted(session.commands)},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        "experimental": {"ripwire": {"version": __version__, "methods": ours, "features": []}},
    }
