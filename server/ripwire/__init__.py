"""One warm daemon over ripgrep: fast, honest search and navigation."""

__version__ = "0.1.0"
