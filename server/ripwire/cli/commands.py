"""The table of subcommands.  A module is imported only when its command is the one that was typed.

Each module offers `add_arguments(parser)` and `run(args) -> int`, where the integer is the exit code:
0 found or done, 1 none (and the search was complete), 2 failed or incomplete.  `run` may raise `Failure`.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {
    "grep": ("ripwire.cli.grep", "search the contents of files"),
    "glob": ("ripwire.cli.glob", "find files by name, newest first"),
    "files": ("ripwire.cli.files", "list the files that a search would read"),
    "symbols": ("ripwire.cli.symbols", "find functions, types and other definitions by name"),
    "definition": ("ripwire.cli.definition", "where the name at a place, or of that name, is defined"),
    "references": ("ripwire.cli.references", "where it is used"),
    "tools": ("ripwire.cli.tools", "search, list and call the tools of your MCP servers"),
    "web": ("ripwire.cli.web", "fetch a page as Markdown, or search the web"),
    "status": ("ripwire.cli.status", "show the daemon, its sessions and what they do"),
    "serve": ("ripwire.cli.serve", "run the daemon in the foreground"),
    "stop": ("ripwire.cli.stop", "end the daemon"),
    "doctor": ("ripwire.cli.doctor", "which ripgrep is used, why, and what is wrong with it"),
    "vendor": ("ripwire.cli.vendor", "fetch, verify and list the pinned ripgrep binaries"),
}
"""Name → (module, one line of help), in the order that `ripwire --help` prints."""

PUMPS: dict[str, str] = {
    "--stdio": "serve a language client on standard input and output",
    "mcp": "serve a Model Context Protocol client; --print-config CLIENT says how an agent starts it",
}
"""These two only move bytes; they never see argparse, because an editor waits for their start."""
