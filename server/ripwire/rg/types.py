"""File types: rg's own names, and the spellings that people and models guess."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

ALIASES = {
    "tsx": "ts",
    "typescript": "ts",
    "javascript": "js",
    "jsx": "js",
    "mjs": "js",
    "node": "js",
    "rs": "rust",
    "yml": "yaml",
    "bash": "sh",
    "shell": "sh",
    "zsh": "sh",
    "golang": "go",
    "c++": "cpp",
    "cxx": "cpp",
    "cc": "cpp",
    "hpp": "cpp",
    "c#": "csharp",
    "python3": "py",
    "rb": "ruby",
    "kt": "kotlin",
    "hs": "haskell",
    "ex": "elixir",
    "exs": "elixir",
    "pl": "perl",
    "docker": "docker",
    "dockerfile": "docker",
    "makefile": "make",
    "terraform": "tf",
    "proto": "protobuf",
    "text": "txt",
    "jsonl": "json",
    "objective-c": "objc",
    "ml": "ocaml",
    "clj": "clojure",
    "erl": "erlang",
    "jl": "julia",
    "vb.net": "vb",
}


def known_name(name: str) -> str:
    """The name rg knows; an unknown one stays as it is, and rg refuses it."""
    plain = name.strip().removeprefix(".")
    return ALIASES.get(plain.lower(), plain)


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Names that look alike, best first, at most five."""
    return difflib.get_close_matches(name.lower(), list(known), n=5, cutoff=0.5)
