"""Names of our own methods and commands.  Light: `early.py` tells them before anything else is loaded."""

from __future__ import annotations

GREP = "ripwire/grep"
GLOB = "ripwire/glob"
FILES = "ripwire/files"
QUICK_OPEN = "ripwire/quickOpen"
STATUS = "ripwire/status"
TOOLS_REGISTER = "ripwire/tools/register"
TOOLS_UNREGISTER = "ripwire/tools/unregister"
TOOLS_LIST = "ripwire/tools/list"
TOOLS_SEARCH = "ripwire/tools/search"
TOOLS_CALL = "ripwire/tools/call"
TOOLS_RUN = "ripwire/tools/run"
"""From us to the client: run a tool that it registered as `callable`."""
WEB_FETCH = "ripwire/web/fetch"
WEB_SEARCH = "ripwire/web/search"

OURS = (
    GREP,
    GLOB,
    FILES,
    QUICK_OPEN,
    STATUS,
    TOOLS_REGISTER,
    TOOLS_UNREGISTER,
    TOOLS_LIST,
    TOOLS_SEARCH,
    TOOLS_CALL,
    WEB_FETCH,
    WEB_SEARCH,
)
"""What a client may ask for, besides LSP's own."""

COMMANDS = (
    "ripwire.clearCaches",
    "ripwire.status",
    "ripwire.tools.call",
    "ripwire.tools.list",
    "ripwire.tools.register",
    "ripwire.tools.search",
    "ripwire.tools.unregister",
    "ripwire.web.fetch",
    "ripwire.web.search",
)
"""Of `workspace/executeCommand`."""

PAGES = "ripwire"
"""The scheme of pages of results."""
